/** The layouts of rows, each with the schema of its settings, which `display` holds under its name. Source: docs/sources-and-views.md#layouts; D32. */

import * as z from 'zod';
import { type Json, type JsonObject, isJsonObject } from '../../json';
import { type SuggestingMessage, nearNames, suggest } from '../../../kernel/near-names';
import { type Problem, grammarProblem, problemAt } from '../problem';
import { AttributeReader, sayUnknown } from './attribute-reader';

/** The interface has a component for each (`src/ui/layouts/layout-registry.ts`), which the compiler asks for. */
const VIEW_LAYOUTS = {
  table: z.strictObject({}),
  list: z.strictObject({}),
  cards: z.strictObject({
    /** A column of links to pictures, or of their addresses. Absent: the first picture of the note. */
    picture: z.string().optional(),
    size: z.enum(['medium', 'small', 'large']).optional(),
    fit: z.enum(['cover', 'contain']).optional(),
  }),
  /** Its lanes are the groups of the view (`display.group`). */
  board: z.strictObject({ swimlanes: z.string().optional(), order: z.string().optional() }),
  calendar: z.strictObject({
    /** A column of dates or times. Absent: the first one. */
    date: z.string().optional(),
    /** The column of last days. Absent: a row has one day. */
    end: z.string().optional(),
    /** A column of yes and no, or of choices whose last one means done. Other rows of the past are overdue. */
    done: z.string().optional(),
    period: z.enum(['month', 'week', 'agenda']).optional(),
  }),
  /** Its headings are the groups of the view (`display.group`). */
  timeline: z.strictObject({
    /** As in a calendar. */
    date: z.string().optional(),
    end: z.string().optional(),
    done: z.string().optional(),
    /** A column of links, or of lists of them, to the rows that come before. */
    after: z.string().optional(),
    scale: z.enum(['weeks', 'days', 'months', 'quarters']).optional(),
  }),
  /** Its groups are those of the view (`display.group`). */
  chart: z.strictObject({
    kind: z.enum(['bar', 'line', 'area', 'pie', 'number']).optional(),
    /** A column of numbers. Absent: rows are counted. */
    value: z.string().optional(),
    aggregate: z.enum(['sum', 'avg', 'median', 'min', 'max']).optional(),
  }),
} as const satisfies Readonly<Record<string, z.ZodObject>>;

/** `table|list`: for agents. */
export const layoutNames = (): string => Object.keys(VIEW_LAYOUTS).join('|');

export type ViewLayout = keyof typeof VIEW_LAYOUTS;

/** Of each layout, as its schema has them. */
export type ViewLayoutSettings = {
  readonly [Name in ViewLayout]: {
    readonly [Key in keyof (typeof VIEW_LAYOUTS)[Name]['shape']]: z.infer<(typeof VIEW_LAYOUTS)[Name]['shape'][Key]>;
  };
};

const SCHEMAS = new Map<string, z.ZodObject>(Object.entries(VIEW_LAYOUTS));

/** What `display` says wrongly of layouts. What it said `before` may be of another version, and stays. */
export function layoutProblems(display: JsonObject | null, before: JsonObject | null): readonly Problem[] {
  return Object.entries(display ?? {}).flatMap(([key, value]) => {
    if (JSON.stringify(before?.[key]) === JSON.stringify(value)) return [];
    if (key === 'layout') return nameProblems(value);
    const schema = SCHEMAS.get(key);
    return schema === undefined ? [] : settingsProblems(key, schema, value);
  });
}

function nameProblems(name: Json): readonly Problem[] {
  const at = ['display', 'layout'];
  if (typeof name !== 'string') return [grammarProblem(at, 'display: layout must be the name of a layout')];
  if (SCHEMAS.has(name)) return [];
  const names = [...SCHEMAS.keys()];
  const more = { grammar: true, ...suggest(nearNames(name, names), `layouts: ${names.join(', ')}`) };
  return [problemAt(at, 'enum', `display: there is no layout "${name}"`, more)];
}

function settingsProblems(layout: string, schema: z.ZodObject, settings: Json): readonly Problem[] {
  const at = ['display', layout];
  if (!isJsonObject(settings)) return [grammarProblem(at, `display: ${layout} must be an object of settings`)];
  const unknown = (key: string): SuggestingMessage => sayUnknown('setting', key, Object.keys(schema.shape));
  return new AttributeReader(schema, { source: settings, at, label: `display: ${layout}`, unknown }).problems;
}
