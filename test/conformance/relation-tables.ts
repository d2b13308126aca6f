/** Tables with relations of every kind, and notes as the engine writes them. */

import type { JsonObject } from '../../src/engine/index';
import type { Call } from './case';
import { at, row } from './tables';

/** Definitions that refer to each other, as add_column would leave them. */
export const METASTORE = `format: 1
tables:
  main.default.books:
    filename: '{title}'
    columns:
      - name: title
        type: string
        required: true
      - name: authors
        type: list
        items:
          type: link
          ref: main.default.people
          inverse: books
      - name: owner
        type: link
        ref: main.default.people
      - name: lent_to
        type: link
        ref: main.default.people
        inverse: reads
  main.default.people:
    columns:
      - name: name
        type: string
        required: true
      - name: spouse
        type: link
        ref: main.default.people
        inverse: spouse
      - name: parent
        type: link
        ref: main.default.people
      - name: children
        type: list
        items:
          type: link
          ref: main.default.people
          inverse: parent
      - name: books
        type: list
        items:
          type: link
          ref: main.default.books
      - name: owns
        type: list
        dense: true
        items:
          type: link
          ref: main.default.books
          inverse: owner
      - name: reads
        type: link
        ref: main.default.books
        inverse: lent_to
`;

export const FILES = { 'notedb/metastore.yaml': METASTORE };

export const insert = (table: string, values: JsonObject): Call => ['insert_row', { table, values }];
export const person = (name: string, more: JsonObject = {}): Call => insert('people', { name, ...more });
export const book = (title: string, more: JsonObject = {}): Call => insert('books', { title, ...more });
export const set = (table: string, name: string, values: JsonObject): Call => [
  'update_row',
  { table, path: at(table, name), set_values: values },
];

export const ADA = at('people', 'Ada');
export const BO = at('people', 'Bo');
export const X = at('books', 'X');
export const Z = at('books', 'Z');

/** A person as the engine writes it, with these lines more. */
export const personNote = (name: string, lines: readonly string[], owns: readonly string[] = ['owns:']): string =>
  row('people', [`name: ${name}`, ...owns, ...lines]);
export const bookNote = (title: string, lines: readonly string[]): string =>
  row('books', [`title: ${title}`, ...lines]);

export const noViolations = (table: string): readonly [...call: Call, result: JsonObject] => [
  'check_table',
  { table },
  { violations: [] },
];

export const IN_STEP = [noViolations('books'), noViolations('people')] as const;
