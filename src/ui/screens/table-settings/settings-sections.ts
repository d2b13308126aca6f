/** The sections of the settings of a table, in the order of the list: a file each. */

import { archiveSection } from './archive-section';
import { basesSection } from './bases-section';
import { folderSection } from './folder-section';
import { historySection } from './history-section';
import { nameSection } from './name-section';
import { templatesSection } from './templates-section';
import type { SettingsSection } from './settings-section';

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [
  nameSection,
  templatesSection,
  basesSection,
  folderSection,
  archiveSection,
  historySection,
];
