/** Only what a person must know of reaches the app's console. */

import type { LoggerPort } from '../engine/index';

export const consoleLogger: LoggerPort = {
  log: (level, event, data) => {
    if (level === 'error') console.error('NoteDB', event, data ?? {});
  },
};
