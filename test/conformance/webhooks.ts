/** create_webhook, list_webhooks, delete_webhook. Source: docs/webhooks.md, docs/operations.md#create_webhook; D11, D23 */

import type { JsonObject } from '../../src/engine/index';
import type { Call, ConformanceCase } from './case';
import { PEOPLE } from './tables';

const URL = 'https://hooks.example/in';
const create = (more: JsonObject = {}): Call => ['create_webhook', { url: URL, ...more }];
const EVERYTHING = { tables: null, ops: null, columns: null, where: null, exclude_actor: null };
const FRESH = { status: 'ok', lastDelivery: null, lastError: null, nextAttempt: null, app: null, deliveries: [] };

export const LIST_WEBHOOKS: readonly ConformanceCase[] = [
  {
    name: 'is empty at first',
    spec: 'docs/operations.md#list_webhooks',
    call: ['list_webhooks'],
    result: { webhooks: [] },
  },
  {
    name: 'lists webhooks in the order in which they were made, without secrets',
    spec: 'docs/webhooks.md: list_webhooks shows no secret',
    given: [create(), create({ url: 'https://hooks.example/two' })],
    call: ['list_webhooks'],
    result: {
      webhooks: [
        { id: '<uuid>', url: URL, filter: EVERYTHING, ...FRESH },
        { id: '<uuid>', url: 'https://hooks.example/two' },
      ],
    },
  },
  {
    name: 'lists them after a restart',
    spec: 'docs/webhooks.md#states; D11',
    given: [PEOPLE, create({ tables: ['people'], ops: ['insert'] })],
    restarted: true,
    call: ['list_webhooks'],
    result: { webhooks: [{ filter: { ...EVERYTHING, tables: ['main.default.people'], ops: ['insert'] } }] },
  },
];

const refused = (
  name: string,
  args: JsonObject,
  code: NonNullable<ConformanceCase['error']>['code'],
  message: string,
  given: readonly Call[] = [PEOPLE],
): ConformanceCase => ({
  name,
  spec: 'docs/webhooks.md#make-one; D11, D23',
  given,
  call: create(args),
  error: { code, message },
  then: [['list_webhooks', {}, { webhooks: [] }]],
});

export const CREATE_WEBHOOK: readonly ConformanceCase[] = [
  {
    name: 'is made for the table that had the name before, and says what it is called now',
    spec: 'docs/feed.md#former-names, D29',
    given: [PEOPLE, ['alter_table', { table: 'people', name: 'folk' }]],
    call: create({ tables: ['people'] }),
    result: { filter: { tables: ['main.default.folk'] }, renamed_to: { people: 'main.default.folk' } },
  },
  {
    name: 'answers the webhook with its secret; it starts from now',
    spec: 'docs/webhooks.md#make-one; D23: as list_webhooks shows it, plus secret',
    given: [PEOPLE, ['insert_row', { table: 'people', values: { name: 'Ada' } }]],
    call: create({
      tables: ['people'],
      ops: ['insert', 'update'],
      columns: ['name'],
      where: { name: { ne: 'Bo' } },
      exclude_actor: 'sync',
    }),
    result: {
      id: '<uuid>',
      url: URL,
      filter: {
        tables: ['main.default.people'],
        ops: ['insert', 'update'],
        columns: ['name'],
        where: { name: { ne: 'Bo' } },
        exclude_actor: 'sync',
      },
      ...FRESH,
    },
    then: [['list_webhooks', {}, { webhooks: [{ id: '<uuid>', url: URL }] }]],
  },
  {
    name: 'starts after the number since',
    spec: 'docs/webhooks.md#make-one',
    given: [PEOPLE],
    call: create({ since: 0 }),
    result: { cursor: 0, filter: EVERYTHING },
  },
  {
    name: 'collects changes, and sends them as CloudEvents',
    spec: 'docs/webhooks.md#make-one',
    call: create({ batch_ms: 5_000, format: 'cloudevents' }),
    result: { url: URL, batch_ms: 5_000, format: 'cloudevents' },
  },
  {
    name: 'keeps the url in its one spelling',
    spec: 'docs/webhooks.md#make-one',
    call: create({ url: 'HTTP://0x7f000001:8080/In?a=b' }),
    result: { url: 'http://127.0.0.1:8080/In?a=b' },
  },
  {
    name: 'tells nothing but the plan in a dry run',
    spec: 'D23: its dry run has id null and no secret',
    call: create({ dry_run: true }),
    result: { id: null, url: URL, ...FRESH },
    lacks: ['secret'],
    then: [['list_webhooks', {}, { webhooks: [] }]],
  },
  refused('refuses a url that is none', { url: 'hooks.example/in' }, 'bad_request', 'http://'),
  refused('refuses another scheme', { url: 'ftp://hooks.example/in' }, 'bad_request', 'http://'),
  refused('refuses a user in the url', { url: 'https://me:word@hooks.example/' }, 'bad_request', 'password'),
  refused('refuses the metadata service of clouds', { url: 'http://169.254.169.254/' }, 'refused', 'link-local'),
  refused('refuses it in another spelling', { url: 'http://[::ffff:a9fe:a9fe]/' }, 'refused', 'link-local'),
  refused('refuses an unknown table', { tables: ['poeple'] }, 'not_found', 'poeple'),
  refused('refuses an unknown column of one table', { tables: ['people'], columns: ['nmae'] }, 'bad_request', 'nmae'),
  refused('refuses a filter of an unknown column', { tables: ['people'], where: { nmae: 1 } }, 'bad_request', 'nmae'),
  refused('refuses an empty list', { ops: [] }, 'bad_request', 'ops is empty'),
  refused('refuses a number that is not there yet', { since: 1_000_000 }, 'bad_request', 'not there yet'),
];

export const DELETE_WEBHOOK: readonly ConformanceCase[] = [
  {
    name: 'removes it',
    spec: 'docs/operations.md#delete_webhook; D4',
    given: [create()],
    call: ['delete_webhook', { id: '$0.id' }],
    result: { id: '<uuid>', deleted: true },
    then: [['list_webhooks', {}, { webhooks: [] }]],
  },
  {
    name: 'leaves it in a dry run',
    spec: 'docs/operations.md#delete_webhook; D17',
    given: [create()],
    call: ['delete_webhook', { id: '$0.id', dry_run: true }],
    result: { id: '<uuid>', deleted: false },
    then: [['list_webhooks', {}, { webhooks: [{ url: URL }] }]],
  },
  {
    name: 'refuses an unknown one',
    spec: 'D18: an unknown webhook is a 404',
    given: [create()],
    call: ['delete_webhook', { id: '1' }],
    error: { code: 'not_found', message: '"1"', hint: 'list_webhooks' },
  },
  {
    name: 'refuses one that is deleted already',
    spec: 'D18: an unknown webhook is a 404',
    given: [create(), ['delete_webhook', { id: '$0.id' }]],
    call: ['delete_webhook', { id: '$0.id' }],
    error: { code: 'not_found', hint: 'list_webhooks' },
  },
];
