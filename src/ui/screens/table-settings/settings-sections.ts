/** The sections of the settings of a table, in the order of the list: a file each. */

import { basesSection } from './bases-section';
import { nameSection } from './name-section';
import { templatesSection } from './templates-section';
import type { SettingsSection } from './settings-section';

export const SETTINGS_SECTIONS: readonly SettingsSection[] = [nameSection, templatesSection, basesSection];
