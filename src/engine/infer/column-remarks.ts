/** What infer_table says of a column beside its type. Source: docs/operations.md#infer_table; D16, D17. */

import type { NotePath } from '../ports/vault-port';
import type { HeldJson, InferredColumn } from './infer-columns';

/** Notes that a remark names. */
const MOST_NAMED = 5;

/** Notes named that lack a key, and that have one which most lack: for nearly every key there are some. */
export const MOST_EXAMPLES = 2;
const MOST_ALONE = 1;

/** Notes that can't be rows: all of them are named, as far as a list of an answer goes. D4 */
export const MOST_LEFT_OUT = 100;

/** `unit`: what holds the values. */
export function columnRemarks(column: InferredColumn, unit: 'note' | 'row' = 'note'): string[] {
  const { name, key, otherSpellings, inferred, unique, unusual } = column;
  return [
    ...(key === name ? [] : [`${key} is the column ${name}`]),
    ...(otherSpellings.length === 0 ? [] : [`${otherSpellings.join(', ')} is another spelling of ${key}`]),
    ...(inferred.mixed === undefined
      ? []
      : [
          `${name} mixes ${inferred.mixed.join(', ')} and is taken as ${inferred.items ?? inferred.type} (other than most: ${listPaths(unusual, MOST_NAMED)})`,
        ]),
    ...oddRemarks(column),
    ...(unique && !isRare(column) ? [`${name} has a different value in every ${unit}`] : []),
    ...gapRemarks(column, unit),
    ...withoutRef(column),
  ];
}

const isRare = ({ holding, lacking }: InferredColumn): boolean =>
  lacking.length > MOST_NAMED && lacking.length > holding.length;

/** Why the column is not required. Of a key that few of many notes have, these few are named. */
function gapRemarks(column: InferredColumn, unit: string): string[] {
  const { key, holding, lacking, empty } = column;
  const pathRemarks = (paths: readonly NotePath[], one: string, many: string): string[] =>
    paths.length === 0
      ? []
      : [
          `${paths.length === 1 ? `1 ${unit} ${one}` : `${paths.length} ${unit}s ${many}`} (${listPaths(paths, MOST_EXAMPLES)})`,
        ];
  const parts = [
    ...pathRemarks(isRare(column) ? [] : lacking, 'lacks it', 'lack it'),
    ...(isRare(column) ? [`only in ${listPaths(holding, MOST_ALONE)}`] : []),
    ...pathRemarks(empty, 'holds no value', 'hold no value'),
  ];
  return parts.length === 0 ? [] : [`${key}: ${parts.join('; ')}`];
}

/** Values that do not fit the proposed type: these notes are mended or left out. */
function oddRemarks({ key, proposed, odd, unquoted }: InferredColumn): string[] {
  const shown = (held: readonly HeldJson[]): string =>
    held
      .slice(0, MOST_NAMED)
      .map(({ path, value }) => `${JSON.stringify(value)} in ${path}`)
      .join(', ') + (held.length > MOST_NAMED ? ` and ${held.length - MOST_NAMED} more` : '');
  const type = proposed.items ?? proposed.type;
  return [
    ...(odd.length === 0 ? [] : [`${key}: most values are of type ${type}; left out: ${shown(odd)}`]),
    ...(unquoted.length === 0 ? [] : [`${key}: links without quotes; adopt_rows writes ${shown(unquoted)}`]),
  ];
}

/** Links of which one at least leads to a row: somebody may expect a ref. */
function withoutRef({ name, links: { tables, strays } }: InferredColumn): string[] {
  if (tables.length > 1) return [`${name}: no ref, since its links lead to rows of ${tables.join(' and ')}`];
  const [table] = tables;
  if (table === undefined || strays.length === 0) return [];
  const shown = strays.slice(0, MOST_NAMED).map(({ path, link, target }) => {
    const why = target === null ? 'there is no such note' : `${target} is not a row`;
    return `${link} in ${path} (${why})`;
  });
  const rest = strays.length > MOST_NAMED ? ` and ${strays.length - MOST_NAMED} more` : '';
  return [`${name}: no ref to ${table}, since not every link leads to a row of it: ${shown.join(', ')}${rest}`];
}

export function listPaths(paths: readonly NotePath[], most = MOST_LEFT_OUT): string {
  const shown = paths.slice(0, most).join(', ');
  return paths.length > most ? `${shown} and ${paths.length - most} more` : shown;
}
