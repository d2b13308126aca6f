/** Two tables with relations of every kind: one to one, one to many, many to many, within a table. */

import type { JsonObject } from '../../src/engine/index';
import { column } from './open-vault';

const link = (ref: string, inverse?: string): JsonObject => ({ ref, ...(inverse === undefined ? {} : { inverse }) });
const links = (ref: string, inverse?: string): JsonObject => ({ items: { type: 'link', ...link(ref, inverse) } });

const columns: Readonly<Record<string, readonly JsonObject[]>> = {
  people: [
    column('name', 'string', { required: true }),
    column('spouse', 'link', link('main.default.people', 'spouse')),
    column('parent', 'link', link('main.default.people')),
    column('children', 'list', links('main.default.people', 'parent')),
    column('books', 'list', links('main.default.books')),
    column('owns', 'list', { ...links('main.default.books', 'owner'), dense: true }),
    column('reads', 'link', link('main.default.books', 'lent_to')),
  ],
  books: [
    column('title', 'string', { required: true }),
    column('authors', 'list', links('main.default.people', 'books')),
    column('owner', 'link', link('main.default.people')),
    column('lent_to', 'link', link('main.default.people', 'reads')),
  ],
};

/** JSON is YAML; create_table alone can't make two tables that refer to each other. */
export const RELATIONS: Readonly<Record<string, string>> = {
  'notedb/metastore.yaml': JSON.stringify({
    format: 1,
    tables: {
      'main.default.books': { filename: '{title}', columns: columns['books'] },
      'main.default.people': { columns: columns['people'] },
    },
  }),
};
