/** The two comments of a note that hold a view as a table of Markdown. docs/publish.md#a-table-in-a-note */

/** The first one. `view`: the name of a view or a table. */
export const keptTableStart = (view: string): string => `<!-- notedb: view ${view} -->`;

export const KEPT_TABLE_END = '<!-- /notedb -->';

/** Who renews these tables, as the journal says it. */
export const KEPT_TABLE_HARNESS = 'NoteDB table in a note';
