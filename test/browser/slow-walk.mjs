/** Loaded before the program (`node --import`): while the file named by NOTEDB_TEST_GATE is there, no folder of the vault gets listed. */

import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const gate = process.env.NOTEDB_TEST_GATE ?? '';
const { statSync } = fs;
const { opendir } = fs.promises;

// The program waits for the listing of a large folder alone.
fs.statSync = (...args) => {
  const stats = statSync(...args);
  if (stats?.isDirectory() === true && fs.existsSync(gate)) stats.size = 2 ** 30;
  return stats;
};
fs.promises.opendir = async (...args) => {
  while (fs.existsSync(gate)) await wait(20);
  return opendir(...args);
};
