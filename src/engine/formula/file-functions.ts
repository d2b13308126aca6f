/** `file.hasTag(…)` and the like, over the file columns. docs/formulas.md#files */

import { namesAlike, suggest } from '../../kernel/near-names';
import type { Compiled } from './compile-operators';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import { BOOLEAN } from './formula-type';
import { type FormulaValue, isItems, textOf } from './formula-value';
import type { MemberNode } from './parse-formula';

type ReadColumn = (name: string, place: FormulaPlace) => Compiled;

/** The functions, and the columns that they read. */
const FILE_FUNCTIONS = { hasTag: 'file_tags', inFolder: 'path', asLink: 'file_link' } as const;

type FileFunction = keyof typeof FILE_FUNCTIONS;

const isFileFunction = (name: string): name is FileFunction => Object.hasOwn(FILE_FUNCTIONS, name);

export const fileColumnsOf = (name: string): readonly string[] => (isFileFunction(name) ? [FILE_FUNCTIONS[name]] : []);

export function compileFileCall(
  callee: MemberNode,
  args: readonly Compiled[],
  column: ReadColumn,
): Omit<Compiled, 'node'> {
  const { name } = callee;
  if (!isFileFunction(name)) throw unknownFileFunction(callee);
  const read = column(FILE_FUNCTIONS[name], callee);
  switch (name) {
    case 'hasTag':
      checkTexts(callee, args, Infinity);
      return ofColumn(read, args, (tags, wanted) => wanted.some((tag) => hasTag(tags, tag)));
    case 'inFolder':
      checkTexts(callee, args, 1);
      return ofColumn(read, args, (path, [folder = '']) => isBelow(path, folder));
    case 'asLink':
      if (args.length > 0) throw wrongCount(callee, 'no arguments', args.length);
      return read;
  }
}

function unknownFileFunction(callee: MemberNode): FormulaFault {
  const names = Object.keys(FILE_FUNCTIONS);
  const near = namesAlike(callee.name, names);
  const { hint } = suggest(near, `functions of file: ${names.join(', ')}; note.file is a column of that name`);
  return new FormulaFault(`file has no function "${callee.name}"`, callee, { near, hint });
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

/** A tag and those below it: `project` finds `project/garden`. docs/decisions.md#d30-tags */
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
