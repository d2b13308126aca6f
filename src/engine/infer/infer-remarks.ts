/** Remarks of infer_table: the skipped notes and keys, with reasons. D17, D25 */

import type { NotePath } from '../ports/vault-port';
import type { InferredColumn } from './infer-columns';
import type { LeftOut, NotesToInfer } from './notes-to-infer';

/** Notes that a remark names. */
const MOST_NAMED = 5;

/** Notes that can't be rows: all of them are named, as far as a list of an answer goes. D4 */
const MOST_LEFT_OUT = 100;

export function rowRemarks(rows: number): string[] {
  const [note, are] = rows === 1 ? ['note is a row', 'is'] : ['notes are rows', 'are'];
  return rows === 0 ? [] : [`${rows} ${note} already or archived and ${are} left out`];
}

export function leftOutRemarks({ withoutKeys, leftOut }: Pick<NotesToInfer, 'withoutKeys' | 'leftOut'>): string[] {
  const more = leftOut.length - MOST_LEFT_OUT;
  const [have, are] = withoutKeys.length === 1 ? ['note has', 'is'] : ['notes have', 'are'];
  const without = `${withoutKeys.length} ${have} no front matter and ${are} left out: ${listPaths(withoutKeys)}`;
  return [
    ...(withoutKeys.length === 0 ? [] : [without]),
    ...leftOut.slice(0, MOST_LEFT_OUT).map(({ path, reason }: LeftOut) => `${path}: ${reason}; left out`),
    ...(more > 0 ? [`${more} more notes can't be rows and are left out`] : []),
  ];
}

export function columnRemarks(column: InferredColumn): string[] {
  const { name, from, inferred, unique } = column;
  return [
    ...(from === null ? [] : [`${from} is no column name; it becomes ${name}`]),
    ...(inferred.mixed === undefined
      ? []
      : [`${name} mixes ${inferred.mixed.join(', ')} and is taken as ${inferred.items ?? inferred.type}`]),
    ...(unique ? [`${name} has a different value in every note`] : []),
    ...gapRemarks(column),
    ...withoutRef(column),
  ];
}

/** Why the column is not required. Of a key that few of many notes have, these few are named. */
function gapRemarks({ name, from, holding, lacking, empty }: InferredColumn): string[] {
  const isRare = lacking.length > MOST_NAMED && lacking.length > holding.length;
  const parts = [
    ...pathRemarks(isRare ? [] : lacking, 'lacks it', 'lack it'),
    ...pathRemarks(isRare ? holding : [], 'alone has it', 'alone have it'),
    ...pathRemarks(empty, 'holds no value', 'hold no value'),
  ];
  return parts.length === 0 ? [] : [`${from ?? name}: ${parts.join('; ')}`];
}

const pathRemarks = (paths: readonly NotePath[], one: string, many: string): string[] =>
  paths.length === 0
    ? []
    : [`${paths.length === 1 ? `1 note ${one}` : `${paths.length} notes ${many}`} (${listPaths(paths, MOST_NAMED)})`];

/** Links of which one at least leads to a row: somebody may expect a ref. */
function withoutRef({ name, links: { tables, strays } }: InferredColumn): string[] {
  if (tables.length > 1) return [`${name}: no ref, since its links lead to rows of ${tables.join(' and ')}`];
  const [table] = tables;
  if (table === undefined || strays.length === 0) return [];
  const shown = strays.slice(0, MOST_NAMED).map(({ path, link, target }) => {
    const why = target === null ? 'there is no such note' : `${target} is no row`;
    return `${link} in ${path} (${why})`;
  });
  const rest = strays.length > MOST_NAMED ? ` and ${strays.length - MOST_NAMED} more` : '';
  return [`${name}: no ref to ${table}, since not every link leads to a row of it: ${shown.join(', ')}${rest}`];
}

export function listPaths(paths: readonly NotePath[], most = MOST_LEFT_OUT): string {
  const shown = paths.slice(0, most).join(', ');
  return paths.length > most ? `${shown} and ${paths.length - most} more` : shown;
}
