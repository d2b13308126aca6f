/** The database configuration as it is written and checked. Source: docs/operations.md#configure_database, D2, D16. */

import * as z from 'zod';
import { isFolderName } from '../../../kernel/file-name';
import type { JsonObject } from '../../json';
import { isTimeZone } from '../../values/time/time-zone';
import { AttributeReader } from '../spec/attribute-reader';
import type { DatabaseConfiguration } from '../definition';
import { nameProblem } from '../name-rules';
import type { Problem, ProblemPath } from '../problem';
import { flag, textArgument } from '../shapes';

export const CONFIGURATION = z.strictObject({
  default_catalog: textArgument.describe('Of tables created without one'),
  default_schema: textArgument.describe('Of tables created without one'),
  default_partition: textArgument.describe('Folder pattern of new time-based tables; empty means flat'),
  filename: textArgument.describe('Date format of the file names of new time-based tables'),
  datetime_filename: textArgument.describe('Date-time format of the file names of new time-based tables'),
  archive_folder: textArgument.describe('Archive folder name of new tables'),
  timezone: textArgument.describe('IANA time zone; completes date-times without offset'),
  history: flag.describe('Keep versions of every table'),
});

/** The settings without any configuration. D2 */
export const DEFAULT_CONFIGURATION: DatabaseConfiguration = {
  defaultCatalog: 'main',
  defaultSchema: 'default',
  defaultPartition: '',
  dateFilename: 'YYYY-MM-DD',
  datetimeFilename: 'YYYY-MM-DD HHmmss',
  archiveFolder: '_archive',
  timeZone: null,
  history: false,
};

/** In the order in which they are shown and written. */
const KEYS = {
  default_catalog: 'defaultCatalog',
  default_schema: 'defaultSchema',
  default_partition: 'defaultPartition',
  filename: 'dateFilename',
  datetime_filename: 'datetimeFilename',
  archive_folder: 'archiveFolder',
  timezone: 'timeZone',
  history: 'history',
} as const satisfies Record<keyof z.infer<typeof CONFIGURATION>, keyof DatabaseConfiguration>;

/** As describe_database and the metastore file name the settings. */
export const configurationJson = (configuration: DatabaseConfiguration): ConfigurationJson =>
  Object.fromEntries(Object.entries(KEYS).map(([key, name]) => [key, configuration[name]])) as ConfigurationJson;

type ConfigurationJson = { readonly [Key in keyof typeof KEYS]: DatabaseConfiguration[(typeof KEYS)[Key]] };

export interface ConfigurationReading {
  readonly configuration: DatabaseConfiguration;
  readonly problems: readonly Problem[];
}

/** Absent and null settings are as in `base`. `at` is the place of the object. Never throws. */
export function readConfiguration(
  source: JsonObject,
  base: DatabaseConfiguration,
  at: ProblemPath,
): ConfigurationReading {
  const reader = new AttributeReader(CONFIGURATION, { source, at });
  const given = Object.entries(reader.value).map(([key, value]) => [KEYS[key as keyof typeof KEYS], value] as const);
  const configuration: DatabaseConfiguration = { ...base, ...Object.fromEntries(given) };
  checkConfiguration(reader, configuration);
  return { configuration, problems: reader.problems };
}

function checkConfiguration(
  reader: AttributeReader<typeof CONFIGURATION.shape>,
  configuration: DatabaseConfiguration,
): void {
  const { archiveFolder, timeZone, defaultCatalog, defaultSchema } = configuration;
  const names = { default_catalog: ['catalog', defaultCatalog], default_schema: ['schema', defaultSchema] } as const;
  for (const [key, [kind, name]] of Object.entries(names)) {
    const reason = nameProblem(kind, name);
    if (reason !== null) reader.grammar(key, 'type', `${key}: ${reason}`);
  }
  for (const key of ['filename', 'datetime_filename'] as const) {
    if (configuration[KEYS[key]].trim() === '') reader.grammar(key, 'type', `${key} must not be empty`);
  }
  if (!isFolderName(archiveFolder)) {
    reader.grammar('archive_folder', 'path', `archive_folder: "${archiveFolder}" is not a folder name`);
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    reader.grammar('timezone', 'type', `timezone: "${timeZone}" is not a time zone like Europe/Zurich`);
  }
}
