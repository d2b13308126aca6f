/** What a section of the settings of a table gets, and what the screen lists of it. docs/tables.md#settings-of-a-table */

import type { JSX } from 'preact';
import type { Operations } from '../../../engine/index';
import type { IconName } from '../../components/icon';
import type { OperationsClient } from '../../client/operations-client';
import type { Notice } from '../frame/notice';

/** A stored table, as `describe_table` gives it. */
export type TableSettings = Extract<Operations['describe_table']['result'], { readonly options: unknown }>;

export interface SettingsSectionProps {
  readonly client: OperationsClient;
  /** As it is now: a section is drawn again when the definition changes, and keeps its draft. */
  readonly settings: TableSettings;
  /** As people read it. */
  readonly label: string;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly openNote: (path: string, event: MouseEvent) => void;
  /** Whether the section has input that is not written: the screen asks before it is left. */
  readonly setTouched: (isTouched: boolean) => void;
}

export interface SettingsSection {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  /** One sentence about it. */
  readonly title: string;
  readonly Form: (props: SettingsSectionProps) => JSX.Element;
}
