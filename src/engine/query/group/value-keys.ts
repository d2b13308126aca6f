/** When two values of a column are the same one for grouping and joining: exactly when `eq` says so. D6, D16. */

import { linkpathIn } from '../../note/links/link-syntax';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { ValueDictionary } from '../../storage/columns/value-dictionary';
import type { LinkView } from '../../storage/view';
import type { ValueSpec } from '../../values/column-spec';
import { compareCodePoints } from '../../values/compare';
import { datetimeInstant, isDate, isDatetime } from '../../values/time/dates';
import { type Json, isJsonObject, isList } from '../../json';
import { targetsOfCodes } from '../scan/link-columns';
import { linkDependsOnPath, linkTargetOfText } from '../where/link-operands';

export type ValueKey = string | number | boolean;

export interface ValueKeyer {
  /** Of a value that is not empty, in the note at `path`. */
  key(value: Json, path: NotePath): ValueKey;
  /** True when the key is not the same in every note. */
  dependsOnPath(value: Json): boolean;
  /** Which values of a dictionary have the same key, without their keys; null: the keys have to be compared. */
  classes(dictionary: ValueDictionary, scheduler: SchedulerPort): Promise<ValueClasses | null>;
}

/** Classes of equal values, as numbers. */
export interface ValueClasses {
  /** Every class is below it. */
  readonly end: number;
  /** By code; below 0: in no class, or in another one in each note. Null: each code is a class. */
  readonly ofCode: Int32Array | null;
  /** The class of a value in the note at `path`; below 0: in none. */
  readonly ofValue: (value: Json, path: NotePath) => number;
}

const isNever = (): boolean => false;

const noClasses = (): Promise<null> => Promise.resolve(null);

/** Each value is its own class where texts are in one Unicode form. */
const byCode = (dictionary: ValueDictionary): Promise<ValueClasses | null> =>
  Promise.resolve(
    dictionary.unnormalized().length > 0 ? null : { end: dictionary.size, ofCode: null, ofValue: () => -1 },
  );

/** Values that are not of the type are equal when their JSON is, and equal nothing that is of the type. */
export function keyerOf(spec: ValueSpec | null, { zone, links }: { zone: string; links: LinkView }): ValueKeyer {
  switch (spec?.type) {
    case 'link':
      return linkKeyer(links);
    case 'integer':
    case 'number':
      return {
        key: (value) => (typeof value === 'number' ? value : oddKey(value)),
        dependsOnPath: isNever,
        classes: noClasses,
      };
    case 'boolean':
      return {
        key: (value) => (typeof value === 'boolean' ? value : oddKey(value)),
        dependsOnPath: isNever,
        classes: byCode,
      };
    case 'datetime':
      return { key: (value) => instantOf(value, zone) ?? oddKey(value), dependsOnPath: isNever, classes: noClasses };
    case 'date':
      return {
        key: (value) => (typeof value === 'string' && isDate(value) ? value : oddKey(value)),
        dependsOnPath: isNever,
        classes: byCode,
      };
    case 'string':
    case 'enum':
      return {
        key: (value) => (typeof value === 'string' ? value.normalize('NFC') : oddKey(value)),
        dependsOnPath: isNever,
        classes: byCode,
      };
    default:
      return {
        key: (value) => (typeof value === 'object' ? oddKey(value) : value),
        dependsOnPath: isNever,
        classes: noClasses,
      };
  }
}

function linkKeyer(links: LinkView): ValueKeyer {
  return {
    key: (value, path) => {
      if (typeof value !== 'string') return oddKey(value);
      return linkTargetOfText(links, value, path) ?? `?${linkpathIn(value).toLowerCase()}`;
    },
    dependsOnPath: (value) => typeof value === 'string' && linkDependsOnPath(links, value),
    classes: async (dictionary, scheduler) => {
      const ofCode = await targetsOfCodes(dictionary, links, scheduler);
      const files = links.fileNumbers;
      if (ofCode === null || files === undefined) return null;
      const ofValue = (value: Json, path: NotePath): number => {
        const target = typeof value === 'string' ? linkTargetOfText(links, value, path) : null;
        return target === null ? -1 : files.of(target);
      };
      return { end: files.end, ofCode, ofValue };
    },
  };
}

function instantOf(value: Json, zone: string): number | null {
  return typeof value === 'string' && (isDate(value) || isDatetime(value)) ? datetimeInstant(value, zone) : null;
}

const oddKey = (value: Json): string => `\0${canonicalJson(value)}`;

/** JSON with the keys of objects in order. D16 (equality of json) */
function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join()}}`;
}
