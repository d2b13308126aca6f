import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CONFIGURATION,
  configurationJson,
  readConfiguration,
} from '../../../src/engine/catalog/declare/configuration';
import type { JsonObject } from '../../../src/engine/json';

const base = { ...DEFAULT_CONFIGURATION, timeZone: 'Europe/Zurich', defaultSchema: 'crm' };

describe('readConfiguration', () => {
  it('leaves what is absent or null as it was', () => {
    const { configuration, problems } = readConfiguration({ default_schema: null, history: true }, base, []);
    expect(problems).toEqual([]);
    expect(configuration).toEqual({ ...base, history: true });
  });

  it('reads what configurationJson writes', () => {
    const other = {
      defaultCatalog: 'work',
      defaultSchema: 'log',
      defaultPartition: 'YYYY',
      dateFilename: 'YYYYMMDD',
      datetimeFilename: 'YYYYMMDD HHmm',
      archiveFolder: 'Old',
      timeZone: 'UTC',
      history: true,
    };
    expect(readConfiguration(configurationJson(other), DEFAULT_CONFIGURATION, []).configuration).toEqual(other);
  });

  it.each<[JsonObject, string]>([
    [{ default_catalog: 'system' }, 'default_catalog: "system" is not a catalog name'],
    [{ default_schema: 'A' }, 'default_schema: "A" is not a schema name'],
    [{ filename: ' ' }, 'filename must not be empty'],
    [{ datetime_filename: '' }, 'datetime_filename must not be empty'],
    [{ archive_folder: '' }, 'archive_folder: "" is not a folder name'],
    [{ archive_folder: '.x' }, 'archive_folder: ".x" is not a folder name'],
    [{ archive_folder: 'a/b' }, 'archive_folder: "a/b" is not a folder name'],
    [{ timezone: 'Nowhere/City' }, 'timezone: "Nowhere/City" is not a time zone'],
    [{ history: 1 }, 'history must be true or false'],
    [{ time_zone: 'UTC' }, 'unknown attribute "time_zone"; did you mean "timezone"?'],
  ])('finds what is wrong in %j', (source, message) => {
    const { problems } = readConfiguration(source, base, ['configuration']);
    expect(problems.map((problem) => [problem.at, problem.grammar])).toEqual([
      [['configuration', Object.keys(source)[0]], true],
    ]);
    expect(problems[0]?.message).toContain(message);
  });
});
