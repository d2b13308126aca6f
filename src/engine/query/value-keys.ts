/** When two values of a column are the same one for grouping and joining: exactly when `eq` says so. D6, D16. */

import { linkpathIn } from '../note/link-syntax';
import type { NotePath } from '../ports/vault-port';
import type { LinkView } from '../storage/view';
import type { ValueSpec } from '../values/column';
import { compareCodePoints } from '../values/compare';
import { datetimeInstant, isDate, isDatetime } from '../values/dates';
import { type Json, isJsonObject } from '../values/json';
import { linkDependsOnPath, targetOf } from './link-targets';

export type ValueKey = string | number | boolean;

export interface Keyer {
  /** Of a value that is not empty, in the note at `path`. */
  key(value: Json, path: NotePath): ValueKey;
  /** True when the key is not the same in every note. */
  dependsOnPath(value: Json): boolean;
}

const never = (): boolean => false;

/** Values that are not of the type are equal when their JSON is, and equal nothing that is of the type. */
export function keyerOf(spec: ValueSpec | null, { zone, links }: { zone: string; links: LinkView }): Keyer {
  switch (spec?.type) {
    case 'link':
      return linkKeyer(links);
    case 'integer':
    case 'number':
      return { key: (value) => (typeof value === 'number' ? value : oddKey(value)), dependsOnPath: never };
    case 'boolean':
      return { key: (value) => (typeof value === 'boolean' ? value : oddKey(value)), dependsOnPath: never };
    case 'datetime':
      return { key: (value) => instantOf(value, zone) ?? oddKey(value), dependsOnPath: never };
    case 'date':
      return {
        key: (value) => (typeof value === 'string' && isDate(value) ? value : oddKey(value)),
        dependsOnPath: never,
      };
    case 'string':
    case 'enum':
      return {
        key: (value) => (typeof value === 'string' ? value.normalize('NFC') : oddKey(value)),
        dependsOnPath: never,
      };
    default:
      return { key: (value) => (typeof value === 'object' ? oddKey(value) : value), dependsOnPath: never };
  }
}

function linkKeyer(links: LinkView): Keyer {
  return {
    key: (value, path) => {
      if (typeof value !== 'string') return oddKey(value);
      return targetOf(links, value, path) ?? `?${linkpathIn(value).toLowerCase()}`;
    },
    dependsOnPath: (value) => typeof value === 'string' && linkDependsOnPath(links, value),
  };
}

function instantOf(value: Json, zone: string): number | null {
  return typeof value === 'string' && (isDate(value) || isDatetime(value)) ? datetimeInstant(value, zone) : null;
}

const oddKey = (value: Json): string => `\0${canonical(value)}`;

/** JSON with the keys of objects in order. D16 (equality of json) */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}
