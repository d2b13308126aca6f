/** `file.hasTag(…)` and the like, over the file columns. docs/formulas.md#files */

import { namesAlike, suggest } from '../../kernel/near-names';
import type { Compiled } from './compile-operators';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import { BOOLEAN } from './formula-type';
import { type FormulaValue, isItems, textOf } from './formula-value';
import type { MemberNode } from './parse-formula';

type ReadColumn = (name: string, place: FormulaPlace) => Compiled;

const FILE_FUNCTIONS = ['hasTag', 'inFolder', 'asLink'] as const;

export function compileFileCall(
  callee: MemberNode,
  args: readonly Compiled[],
  column: ReadColumn,
): Omit<Compiled, 'node'> {
  switch (FILE_FUNCTIONS.find((each) => each === callee.name)) {
    case 'hasTag':
      checkTexts(callee, args, Infinity);
      return ofColumn(column('file_tags', callee), args, (tags, wanted) => wanted.some((tag) => hasTag(tags, tag)));
    case 'inFolder':
      checkTexts(callee, args, 1);
      return ofColumn(column('path', callee), args, (path, [folder = '']) => isBelow(path, folder));
    case 'asLink':
      if (args.length > 0) throw wrongCount(callee, 'no arguments', args.length);
      return column('file_link', callee);
    default: {
      const near = namesAlike(callee.name, FILE_FUNCTIONS);
      const { hint } = suggest(near, `functions of file: ${FILE_FUNCTIONS.join(', ')}`);
      throw new FormulaFault(`file has no function "${callee.name}"`, callee, { near, hint });
    }
  }
}

function ofColumn(
  column: Compiled,
  args: readonly Compiled[],
  test: (value: FormulaValue, texts: readonly string[]) => boolean,
): Omit<Compiled, 'node'> {
  return {
    type: BOOLEAN,
    run: (frame) => {
      const texts = args.map(({ run }) => run(frame)).filter((text) => typeof text === 'string');
      return test(column.run(frame), texts);
    },
  };
}

/** A tag and those below it: `project` finds `project/garden`. docs/decisions.md */
function hasTag(tags: FormulaValue, wanted: string): boolean {
  const tag = wanted.replace(/^#/, '').toLowerCase();
  const names = isItems(tags) ? tags.map((each) => textOf(each).toLowerCase()) : [];
  return names.some((each) => each === tag || each.startsWith(`${tag}/`));
}

function isBelow(path: FormulaValue, folder: string): boolean {
  const name = folder.replace(/^\/+|\/+$/g, '');
  return typeof path === 'string' && (name === '' || path.startsWith(`${name}/`));
}

function checkTexts(callee: MemberNode, args: readonly Compiled[], most: number): void {
  if (args.length === 0 || args.length > most) throw wrongCount(callee, 'a text', args.length);
  const other = args.find(({ type: { kind } }) => kind !== 'text' && kind !== 'any');
  if (other !== undefined) throw new FormulaFault(`${callee.name} takes a text`, other.node);
}

const wrongCount = (callee: MemberNode, wanted: string, count: number): FormulaFault =>
  new FormulaFault(`${callee.name} takes ${wanted}, not ${count} arguments`, callee);
