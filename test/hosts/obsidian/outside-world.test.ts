// @vitest-environment happy-dom
/** The world outside in the app. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Platform } from '../../host/platform';
import { describeOutsideWorld } from '../outside-world';
import { type Fixture, startFixture } from './obsidian-fixture';

// The app of a Mac: there a cloud may hold notes back.
beforeAll(() => void (Platform.isMacOS = true));
afterAll(() => void (Platform.isMacOS = false));

describeOutsideWorld('of the Obsidian host', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'notedb-outside-'));
  const folder = path.join(parent, 'vault');
  mkdirSync(folder);
  let fixture: Fixture | null = null;
  return {
    folder,
    start: async () => (fixture = await startFixture({ folder, machine: parent })).host,
    end: async () => fixture?.close(),
    noticed: async () => fixture?.testApp.noticeOutsideChanges(),
    close: async () => rmSync(parent, { recursive: true }),
  };
});
