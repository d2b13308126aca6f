/** Reads what a link must point to: ref, inverse, ref_where, ref_by. spec: Column spec, Rules for links; D16. */

import type { ColumnType, RefBy, ValueSpec } from '../../values/column';
import type { Json } from '../../values/json';
import type { AttributeReader } from './attribute-reader';
import { nameProblem } from '../names';

type LinkRules = Pick<ValueSpec, 'ref' | 'inverse' | 'refWhere' | 'refBy'>;

const LINK_RULES = ['ref', 'inverse', 'ref_where', 'ref_by'] as const;

/** `ref: self` stays as it stands: the table that gets the column makes it its own name. */
export function readLink(reader: AttributeReader, type: ColumnType): LinkRules {
  if (type !== 'link') {
    for (const key of LINK_RULES) {
      if (reader.raw(key) !== undefined) reader.semantic(key, codeOf(key), `${key} is for link, not for ${type}`);
    }
    return {};
  }
  const ref = readRef(reader);
  const inverse = readInverse(reader);
  const refWhere = reader.object('ref_where');
  const refBy = readRefBy(reader);
  // A hierarchy links to its own table without saying so. D16
  if (reader.raw('ref') === undefined && reader.raw('hierarchy') !== true) {
    for (const key of ['inverse', 'ref_where', 'ref_by'] as const) {
      if (reader.raw(key) !== undefined)
        reader.semantic(key, codeOf(key), `${key} needs ref, the table that is linked to`);
    }
  }
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(inverse === undefined ? {} : { inverse }),
    ...(refWhere === undefined ? {} : { refWhere }),
    ...(refBy === undefined ? {} : { refBy }),
  };
}

const codeOf = (key: (typeof LINK_RULES)[number]): 'ref' | 'inverse' | 'ref_where' => (key === 'ref_by' ? 'ref' : key);

function readRef(reader: AttributeReader): string | undefined {
  const ref = reader.text('ref');
  return ref !== undefined && checkTableName(reader, 'ref', ref) ? ref : undefined;
}

/** Only the form is judged here: whether the table is there depends on the catalog, and it may go later. D17 drop_table */
export function checkTableName(reader: AttributeReader, key: 'ref' | 'vocabulary', name: string): boolean {
  const parts = name.split('.');
  if (parts.length <= 3 && parts.every((part) => nameProblem('schema', part) === null)) return true;
  reader.grammar(key, key, `${key} "${name}" is no table name (catalog.schema.table)`);
  return false;
}

function readInverse(reader: AttributeReader): string | undefined {
  const inverse = reader.text('inverse');
  const problem = inverse === undefined ? null : nameProblem('column', inverse);
  if (problem !== null) reader.grammar('inverse', 'inverse', problem);
  return inverse;
}

const REF_BY: readonly string[] = ['column', 'levels', 'map', 'target_column'];

function readRefBy(reader: AttributeReader): RefBy | undefined {
  const source = reader.object('ref_by');
  if (source === undefined) return undefined;
  const rule = reader.nested('ref_by', source);
  rule.rejectOthers(REF_BY);
  const column = rule.text('column');
  const levels = rule.texts('levels');
  const map = readMap(rule);
  const targetColumn = rule.text('target_column');
  if (column === undefined) {
    if (rule.raw('column') === undefined) rule.grammar('column', 'type', 'the column with the level is missing');
    return undefined;
  }
  if ((levels === undefined) === (map === undefined)) rule.grammar('', 'type', 'write either levels or map');
  if (levels !== undefined && new Set(levels).size < levels.length) {
    rule.semantic('levels', 'ref', 'a level stands there twice');
  }
  return {
    column,
    ...(levels === undefined ? {} : { levels }),
    ...(map === undefined ? {} : { map }),
    ...(targetColumn === undefined ? {} : { targetColumn }),
  };
}

function readMap(rule: AttributeReader): RefBy['map'] {
  const map = rule.object('map');
  for (const [level, parents] of Object.entries(map ?? {})) {
    if (parents !== null && !isTexts(parents)) {
      rule.grammar('map', 'type', `map: ${level} must be a list of levels, or null for a level without a link`);
      return undefined;
    }
  }
  return map as RefBy['map'];
}

const isTexts = (value: Json): boolean =>
  Array.isArray(value) && (value as readonly Json[]).every((item) => typeof item === 'string');
