import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/engine/catalog/catalog';
import { databaseSummary, tableDescription, tableList } from '../../../src/engine/catalog/describe';
import { catalogOf, table } from './definitions';

const contacts = table('contacts', { schema: 'crm' });
const visits = table(
  'visits',
  {
    schema: 'crm',
    description: 'A visit',
    aliases: ['trips'],
    tags: { owner: 'sales' },
    columns: [
      { name: 'day', type: 'date', description: 'When', required: true },
      { name: 'who', type: 'link', ref: 'contacts', label: 'Who', dense: true },
      { name: 'mood', type: 'enum', values: ['good', 'bad'], default: 'good' },
    ],
    fields: { rating: null },
    time_column: 'day',
    partition: 'YYYY/MM',
    exclude: ['Templates'],
    archive: 'Old',
    row_template: '# {who}',
  },
  catalogOf(contacts),
);
const catalog = catalogOf(contacts, visits).withRoot('db');
const FACTS = { rows: 12, version: 3, earliestVersion: 1 };

const ENTRY = {
  name: 'visits',
  catalog: 'main',
  schema: 'crm',
  qualified: 'main.crm.visits',
  path: 'db/main/crm/visits',
  description: 'A visit',
  aliases: ['trips'],
  tags: { owner: 'sales' },
};

describe('list_tables', () => {
  it('shows each table with its folder, by name', () => {
    expect(tableList(catalog, () => null)).toEqual({
      tables: [
        {
          name: 'contacts',
          catalog: 'main',
          schema: 'crm',
          qualified: 'main.crm.contacts',
          path: 'db/main/crm/contacts',
          description: null,
          aliases: [],
          tags: {},
        },
        ENTRY,
      ],
      views: [],
    });
    expect(tableList(new Catalog(), () => null)).toEqual({ tables: [], views: [] });
  });
});

describe('describe_table', () => {
  it('shows everything that the definition says, the id first', () => {
    expect(tableDescription(visits, catalog, FACTS)).toEqual({
      ...ENTRY,
      options: {
        time_column: 'day',
        filename: 'YYYY-MM-DD',
        partition: 'YYYY/MM',
        archive: 'Old',
        exclude: ['Templates'],
        history: false,
        autolink_target: false,
        row_template: '# {who}',
        templates: [],
      },
      bases: [],
      columns: [
        {
          name: 'id',
          type: 'string',
          description: 'The permanent identity of the row, a UUID.',
          required: true,
          unique: true,
          inherited_from: null,
          dense: false,
          system: true,
        },
        { name: 'day', type: 'date', description: 'When', required: true, inherited_from: null, dense: false },
        {
          name: 'who',
          type: 'link',
          description: null,
          label: 'Who',
          ref: 'main.crm.contacts',
          inherited_from: null,
          dense: true,
        },
        {
          name: 'mood',
          type: 'enum',
          description: null,
          values: ['good', 'bad'],
          default: 'good',
          inherited_from: null,
          dense: false,
        },
      ],
      fields: { rating: null },
      constraints: [],
      rows: 12,
      version: 3,
      earliest_version: 1,
    });
  });

  it.each([
    [null, false, false],
    [null, true, true],
    [false, true, false],
    [true, false, true],
  ])('with history %j in a database with %j says %j', (own, ofDatabase, shown) => {
    const configured = catalog.withConfiguration({ ...catalog.configuration, history: ofDatabase });
    const described = tableDescription({ ...visits, history: own }, configured, FACTS);
    expect(described['options']).toMatchObject({ history: shown });
  });

  it('keeps its keys for a table that declares nothing', () => {
    const described = tableDescription(contacts, catalog, { rows: 0, version: null, earliestVersion: null });
    expect(Object.keys(described)).toEqual(Object.keys(tableDescription(visits, catalog, FACTS)));
    expect(described).toMatchObject({ description: null, rows: 0, version: null, earliest_version: null, fields: {} });
  });

  it('is JSON', () => {
    const described = tableDescription(visits, catalog, FACTS);
    expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  });
});

describe('describe_database', () => {
  it('shows settings, places and the tables with their rows', () => {
    const described = databaseSummary(
      catalogOf(contacts, visits, table('tasks')).withConfiguration({ ...catalog.configuration, timeZone: null }),
      {
        metastore: 'notedb/metastore.yaml',
        journal: '.notedb/d1/journal',
        timeZone: 'Europe/Zurich',
        rows: new Map([['main.crm.visits', 12]]),
      },
    );
    expect(described).toEqual({
      root: 'notedb',
      metastore: 'notedb/metastore.yaml',
      configuration: {
        default_catalog: 'main',
        default_schema: 'default',
        default_partition: '',
        filename: 'YYYY-MM-DD',
        datetime_filename: 'YYYY-MM-DD HHmmss',
        archive_folder: '_archive',
        timezone: 'Europe/Zurich',
        history: false,
      },
      journal: '.notedb/d1/journal',
      bases: [],
      catalogs: [
        {
          name: 'main',
          description: null,
          schemas: [
            {
              name: 'crm',
              description: null,
              tables: [
                { name: 'contacts', rows: 0 },
                { name: 'visits', rows: 12 },
              ],
            },
            { name: 'default', description: null, tables: [{ name: 'tasks', rows: 0 }] },
          ],
        },
      ],
      views: [],
    });
  });
});
