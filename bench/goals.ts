/** What is measured, against what, and how good it has to be. */

export type GoalId =
  | 'O1'
  | 'O2'
  | 'O4'
  | 'Q1'
  | 'Q2'
  | 'Q3'
  | 'Q4'
  | 'Q5'
  | 'Q7'
  | 'Q8'
  | 'Q9'
  | 'Q6'
  | 'S1'
  | 'S3'
  | 'S4'
  | 'G1'
  | 'C1'
  | 'C2'
  | 'W1'
  | 'W2'
  | 'W3'
  | 'W4'
  | 'W5'
  | 'J1'
  | 'M1'
  | 'V1'
  | 'V2'
  | 'V3'
  | 'B1'
  | 'N1'
  | 'N2'
  | 'H1'
  | 'H2'
  | 'H3';

export interface Goal {
  readonly what: string;
  readonly anchor: string;
  /** `at most`: engine's time or memory by the anchor's. `at least`: engine's throughput by the anchor's. */
  readonly sense: 'at most' | 'at least';
  readonly ratio: number;
  /** What the engine may take besides, in milliseconds, at this size. */
  readonly within?: { readonly ms: number; readonly size: number };
}

export const GOALS: Readonly<Record<GoalId, Goal>> = {
  O1: {
    what: 'warm open to the first select, every file’s stat compared',
    anchor: 'walk + statSync of every file',
    sense: 'at most',
    ratio: 1.5,
  },
  O2: {
    what: 'cold open: rows and links of every note',
    anchor: 'walk + readFileSync of every file',
    sense: 'at most',
    ratio: 2.5,
  },
  O4: { what: 'front matter parse, a note', anchor: 'js-yaml on the same texts', sense: 'at most', ratio: 0.2 },
  Q1: {
    what: 'where + order_by + limit 100 + exact total',
    anchor: 'SQLite with an index: rows and count',
    sense: 'at most',
    ratio: 1,
  },
  Q2: {
    what: 'the same on columns without an index',
    anchor: 'SQLite without an index: rows and count',
    sense: 'at most',
    ratio: 0.6,
  },
  Q3: { what: 'one row by id or path', anchor: 'SQLite prepare + get', sense: 'at most', ratio: 1 },
  Q4: {
    what: 'group by a link, over 8,000 groups at 100,000 rows, page of 1000',
    anchor: 'SQLite with a covering index: the page alone',
    sense: 'at most',
    ratio: 0.5,
  },
  Q5: {
    what: 'join by a link + filters of both sides + order_by + limit 1000, and the same in groups',
    anchor: 'SQLite with indexes: the page alone',
    sense: 'at most',
    ratio: 0.5,
  },
  Q6: {
    what: 'within: a branch of a hierarchy',
    anchor: 'SQLite recursive CTE with an index',
    sense: 'at most',
    ratio: 0.5,
  },
  Q7: {
    what: 'rollup with a filter: a page of 100, and all rows filtered by it',
    anchor: 'SQLite: a correlated subquery with an index',
    sense: 'at most',
    ratio: 1,
  },
  Q8: { what: 'filter by a formula, count', anchor: 'SQLite: the expression', sense: 'at most', ratio: 1 },
  Q9: {
    what: 'group by month, three aggregates',
    anchor: 'SQLite: the first seven characters of the date',
    sense: 'at most',
    ratio: 0.5,
  },
  S1: {
    what: 'search_notes, full answer, as JSON, by class of query',
    anchor: 'ripgrep -i -l, warm, a run for each word',
    sense: 'at most',
    ratio: 0.3,
  },
  S3: { what: 'text index of all notes', anchor: 'SQLite FTS5 of the same texts', sense: 'at most', ratio: 0.75 },
  S4: { what: 'memory of the text index', anchor: 'the texts, in UTF-8', sense: 'at most', ratio: 0.35 },
  G1: {
    what: 'graph_traverse, depth 2, limit 500, with a route to each note',
    anchor: 'SQLite recursive CTE over a table of links with indexes, without routes',
    sense: 'at most',
    ratio: 0.2,
  },
  C1: {
    what: 'list_changes, the last 500 changes of the feed',
    anchor: 'the same of a feed of 1,000',
    sense: 'at most',
    ratio: 1.5,
  },
  C2: {
    what: 'a filtered page of a table as it was before 2,000 rows changed',
    anchor: 'reading those changes, a JSON line each',
    sense: 'at most',
    ratio: 1.5,
  },
  W1: {
    what: 'insert_row, durable, median',
    anchor: 'bare journal append + fdatasync, then note tmp + rename',
    sense: 'at most',
    ratio: 1.5,
  },
  W2: {
    what: '16 concurrent durable inserts, throughput',
    anchor: 'the engine’s own throughput with one writer',
    sense: 'at least',
    ratio: 2,
  },
  W3: {
    what: 'merge_rows of as many new rows, throughput',
    anchor: 'one journal write + fdatasync + create of as many files',
    sense: 'at least',
    ratio: 0.3,
    within: { ms: 2000, size: 10_000 },
  },
  W4: {
    what: 'update_rows on every row, throughput',
    anchor: 'read + tmp + rename of as many files',
    sense: 'at least',
    ratio: 0.5,
  },
  W5: {
    what: 'rename_column on every row in one migration, throughput',
    anchor: 'read + tmp + rename of as many files',
    sense: 'at least',
    ratio: 0.5,
  },
  J1: {
    what: 'growth of the journal',
    anchor: 'the texts of the notes that were changed, as they are',
    sense: 'at most',
    ratio: 1,
  },
  M1: {
    what: 'memory of rows, id, path, three orders and as many indexes as are kept',
    anchor: 'the same rows as an array of objects',
    sense: 'at most',
    ratio: 1,
  },
  V1: {
    what: 'the nearest 10 of as many vectors of 384 numbers, recall at least 0.95',
    anchor: 'a plain loop over 32-bit floats',
    sense: 'at most',
    ratio: 0.15,
  },
  V2: { what: 'memory of these vectors', anchor: 'as 32-bit floats', sense: 'at most', ratio: 0.3 },
  V3: {
    what: 'embedding as many passages of 150 word pieces with a static model',
    anchor: 'the mean of as many rows of 32-bit floats',
    sense: 'at most',
    ratio: 1.5,
  },
  B1: {
    what: 'longest time without a turn of the event loop',
    anchor: '50 ms',
    sense: 'at most',
    ratio: 1,
  },
  N1: {
    what: 'one saved note: visible in select_rows, graph_neighbors and search_notes',
    anchor: '1 ms of the processor',
    sense: 'at most',
    ratio: 1,
  },
  N2: {
    what: 'notes with nested front matter, in processor time',
    anchor: 'the same notes without it',
    sense: 'at most',
    ratio: 1.5,
  },
  H1: {
    what: 'select_rows with limit 100 over HTTP, 16 clients, throughput',
    anchor: 'a bare node:http server that turns the same 100 rows into JSON',
    sense: 'at least',
    ratio: 0.7,
  },
  H2: {
    what: 'the same, the 99th percentile of a request',
    anchor: 'that of the bare server',
    sense: 'at most',
    ratio: 1.5,
  },
  H3: {
    what: 'one row by its path over HTTP while as many rows are merged, the 99th percentile',
    anchor: 'the same while nothing else is done',
    sense: 'at most',
    ratio: 5,
  },
};
