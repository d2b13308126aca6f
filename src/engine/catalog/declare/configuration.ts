/** The database configuration as it is written and checked. spec: configure_database, D2, D16. */

import { isFolderName } from '../../note/file-name';
import type { JsonObject } from '../../values/json';
import { isTimeZone } from '../../values/time-zone';
import { AttributeReader } from '../spec/attribute-reader';
import type { DatabaseConfiguration } from '../definition';
import { nameProblem } from '../names';
import type { Problem, ProblemPath } from '../problem';

/** What holds where nobody configured anything. D2 */
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
} as const satisfies Record<string, keyof DatabaseConfiguration>;

/** As describe_database and the metastore file name the settings. */
export const configurationJson = (configuration: DatabaseConfiguration): JsonObject =>
  Object.fromEntries(Object.entries(KEYS).map(([key, name]) => [key, configuration[name]]));

export interface ConfigurationReading {
  readonly configuration: DatabaseConfiguration;
  readonly problems: readonly Problem[];
}

/** Absent and null settings are as in `base`. `at` is where the object stands. Never throws. */
export function readConfiguration(
  source: JsonObject,
  base: DatabaseConfiguration,
  at: ProblemPath,
): ConfigurationReading {
  const reader = new AttributeReader(source, at, '', null);
  reader.rejectOthers(Object.keys(KEYS));
  const configuration: DatabaseConfiguration = {
    defaultCatalog: reader.text('default_catalog') ?? base.defaultCatalog,
    defaultSchema: reader.text('default_schema') ?? base.defaultSchema,
    defaultPartition: reader.text('default_partition') ?? base.defaultPartition,
    dateFilename: reader.text('filename') ?? base.dateFilename,
    datetimeFilename: reader.text('datetime_filename') ?? base.datetimeFilename,
    archiveFolder: reader.text('archive_folder') ?? base.archiveFolder,
    timeZone: reader.text('timezone') ?? base.timeZone,
    history: reader.flag('history') ?? base.history,
  };
  check(reader, configuration);
  return { configuration, problems: reader.problems };
}

function check(reader: AttributeReader, configuration: DatabaseConfiguration): void {
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
    reader.grammar('archive_folder', 'path', `archive_folder: "${archiveFolder}" is no folder name`);
  }
  if (timeZone !== null && !isTimeZone(timeZone)) {
    reader.grammar('timezone', 'type', `timezone: "${timeZone}" is no time zone like Europe/Zurich`);
  }
}
