/** Draws the rows of a base into its view in the app. */

import type { App } from 'obsidian';
import { keepWhileUnseen } from '../../changes/unsent/keep-while-unseen';
import type { Database } from '../../client/operations-client';
import { LAYOUTS, LAYOUT_NAMES } from '../../layouts/layout-registry';
import type { TableChoice } from '../../rows/table-choice';
import { BaseRows, type FoundNotes } from '../../screens/bases/base-rows';
import { mountComponent, unmountComponent } from './mount';
import { obsidianServices } from './obsidian-services';

export interface DrawnBase {
  show(found: FoundNotes): void;
  /** Stops everything that listens. */
  remove(): void;
}

export interface BasePlaceInApp {
  readonly element: HTMLElement;
  readonly app: App;
  readonly database: Database;
  readonly openTable: (choice: TableChoice) => void;
}

export function drawBase({ element, app, database, openTable }: BasePlaceInApp): DrawnBase {
  const services = obsidianServices(app);
  const stopKeeping = keepWhileUnseen(window, services.unsent);
  return {
    show: (found) => mountComponent(<BaseRows {...{ found, database, services, openTable }} />, element),
    remove: () => {
      unmountComponent(element);
      stopKeeping();
    },
  };
}

/** Names and words, for a menu. */
export const layoutChoices = (): Readonly<Record<string, string>> =>
  Object.fromEntries(LAYOUT_NAMES.map((name) => [name, LAYOUTS[name].label]));
