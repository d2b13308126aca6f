/** semantic_search and sync_semantic_index. Source: docs/semantic.md; D14, D24. The provider is there when the case says so. */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase, ExpectedError } from './case';
import { at, column, tableOf } from './tables';

const SPEC = 'docs/semantic.md#answers, D24';

const NOTES = {
  'Boats.md': '# Boats\n\nSailing on the sea.\n',
  'Food/Bread.md': '# Bread\n\nFlour and salt.\n\n## Baking\n\nThe oven is hot.\n',
};

const GIVEN: readonly Call[] = [
  tableOf('trips', [column('name', 'string', { required: true }), column('about', 'string')]),
  ['insert_row', { table: 'trips', values: { name: 'Island', about: 'sea and wind' } }],
  ['sync_semantic_index', { action: 'update' }],
];

const finds = (what: string, args: JsonObject, results: readonly JsonObject[]): ConformanceCase => ({
  name: `finds ${what}`,
  spec: SPEC,
  files: NOTES,
  semantic: true,
  given: GIVEN,
  call: ['semantic_search', args],
  result: { query: args['query'] ?? null, results: results },
});

const refuses = (what: string, args: JsonObject, error: ExpectedError): ConformanceCase => ({
  name: `refuses ${what}`,
  spec: SPEC,
  files: NOTES,
  semantic: true,
  call: ['semantic_search', args],
  error,
});

export const SEMANTIC_SEARCH: readonly ConformanceCase[] = [
  finds('the best passage of a note', { query: 'hot oven baking', limit: 1 }, [
    { path: 'Food/Bread.md', heading: 'Baking', snippet: 'The oven is hot.' },
  ]),
  finds('rows of a table, with its name', { query: 'wind', tables: ['trips'] }, [
    { path: at('trips', 'Island'), heading: null, table: 'main.default.trips' },
  ]),
  finds('notes in a folder', { query: 'sea salt', folder: 'Food' }, [{ path: 'Food/Bread.md' }]),
  finds('nothing below the lowest score', { query: 'violin concert', min_score: 0.99 }, []),
  {
    ...refuses('while it is off', { query: 'sea' }, { code: 'refused', hint: 'notedb semantic set' }),
    semantic: false,
  },
  refuses('an empty query', { query: ' \n' }, { code: 'bad_request', message: 'the query is empty' }),
  refuses('a limit above 100', { query: 'sea', limit: 101 }, { code: 'bad_request', message: 'limit' }),
  refuses('a score above 1', { query: 'sea', min_score: 1.5 }, { code: 'bad_request', message: 'min_score' }),
  refuses('an unknown table', { query: 'sea', tables: ['boats'] }, { code: 'not_found', message: 'boats' }),
  refuses('an unknown folder', { query: 'sea', folder: 'Nowhere' }, { code: 'not_found', message: 'Nowhere' }),
  {
    ...refuses('with the message of a provider that fails', { query: 'sea' }, { code: 'unavailable', message: 'down' }),
    semantic: 'failing',
  },
];

/** The clock of the cases stands still. */
const NOW = '2026-03-05T12:00:00+00:00';

const OFF = {
  enabled: false,
  provider: null,
  model: null,
  files: 0,
  passages: 0,
  pending: 0,
  running: false,
  lastSync: null,
  lastError: null,
};

export const SYNC_SEMANTIC_INDEX: readonly ConformanceCase[] = [
  { name: 'tells that it is off', spec: SPEC, call: ['sync_semantic_index'], result: OFF },
  {
    name: 'embeds what changed',
    spec: SPEC,
    files: NOTES,
    semantic: true,
    call: ['sync_semantic_index', { action: 'update' }],
    result: { ...OFF, enabled: true, provider: 'http', model: 'words', files: 2, passages: 3, lastSync: NOW },
  },
  {
    name: 'keeps the index over a restart',
    spec: SPEC,
    files: NOTES,
    semantic: true,
    given: [['sync_semantic_index', { action: 'update' }]],
    restarted: true,
    call: ['sync_semantic_index', { action: 'status' }],
    result: { enabled: true, files: 2, passages: 3, pending: 0 },
  },
  {
    name: 'tells why the provider fails',
    spec: SPEC,
    files: NOTES,
    semantic: 'failing',
    call: ['sync_semantic_index', { action: 'update' }],
    result: { files: 0, pending: 2, lastError: 'the provider at 127.0.0.1:1 answered status 400: down' },
  },
  {
    name: 'refuses to embed while it is off',
    spec: SPEC,
    call: ['sync_semantic_index', { action: 'rebuild' }],
    error: { code: 'refused', hint: 'notedb semantic set' },
  },
  {
    name: 'refuses to embed what is open for reading only',
    spec: SPEC,
    readOnly: true,
    call: ['sync_semantic_index', { action: 'update' }],
    error: { code: 'forbidden' },
  },
];
