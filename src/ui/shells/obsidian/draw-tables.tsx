/** Draws the browser of tables into a view of the app. */

import type { App } from 'obsidian';
import type { Json, JsonObject } from '../../../engine/index';
import type { AppServices } from '../../client/app-services';
import type { DeviceMemory } from '../../client/device-memory';
import type { Database } from '../../client/operations-client';
import { TableBrowser } from '../../screens/table/table-browser';
import { type TableChoice, readScreen } from '../../rows/table-choice';
import { keepWhileUnseen } from '../../changes/unsent/keep-while-unseen';
import { readSpec, specJson } from '../../rows/view-spec';
import { mountComponent, unmountComponent } from './mount';
import { obsidianServices } from './obsidian-services';

export interface DrawnTables {
  /** As the app keeps it with its layout. */
  state(): Record<string, unknown>;
  setState(state: unknown): void;
  /** Stops everything that listens. */
  remove(): void;
}

export interface TablesPlace {
  readonly element: HTMLElement;
  readonly app: App;
  readonly database: Database;
  readonly showBreadcrumbs: AppServices['showBreadcrumbs'];
}

export function drawTables({ element, app, database, showBreadcrumbs }: TablesPlace, state: unknown): DrawnTables {
  const services = obsidianServices(app, showBreadcrumbs);
  const device: DeviceMemory = {
    load: (name) => (app.loadLocalStorage(`notedb-${name}`) as Json | null) ?? null,
    save: (name, value) => app.saveLocalStorage(`notedb-${name}`, value),
  };
  let choice = readChoice(state);
  const choose = (chosen: TableChoice): void => {
    choice = chosen;
    draw();
    void app.workspace.requestSaveLayout();
  };
  const draw = (): void =>
    mountComponent(<TableBrowser {...{ database, choice, choose, services, device }} />, element);
  draw();
  const stopKeeping = keepWhileUnseen(window, services.unsent);
  return {
    state: () => leafState(choice),
    setState: (next) => {
      choice = readChoice(next);
      draw();
    },
    remove: () => {
      unmountComponent(element);
      stopKeeping();
    },
  };
}

/** What a view keeps of its choice. */
export const leafState = ({ spec, ...choice }: TableChoice): Record<string, unknown> => ({
  ...choice,
  ...(spec === undefined ? {} : { spec: specJson(spec) }),
});

/** A layout that another version kept does not make it fail. */
function readChoice(state: unknown): TableChoice {
  const { table, spec, screen, note } = (typeof state === 'object' && state !== null ? state : {}) as Partial<
    Record<string, unknown>
  >;
  return {
    table: typeof table === 'string' ? table : null,
    spec: typeof spec === 'object' && spec !== null ? readSpec(spec as JsonObject) : undefined,
    screen: readScreen(screen),
    note: typeof note === 'string' ? note : undefined,
  };
}
