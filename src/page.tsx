/** The page at `/app/`: puts the client of this server and the views together. A bundle of its own. docs/page.md */

import { render } from 'preact';
import { HttpDatabase } from './ui/shells/page/server/http-database';
import type { TableChoice } from './ui/rows/table-choice';
import { addressOf, readPlace } from './ui/shells/page/page-address';
import { PageRoot } from './ui/shells/page/page-root';
import { PageTheme } from './ui/shells/page/page-theme';
import { sessionMemory } from './ui/shells/page/session-memory';
import { ServerConnection } from './ui/shells/page/server/server-connection';
import { keepWhileUnseen } from './ui/changes/unsent/keep-while-unseen';
import { UnsentInput } from './ui/client/unsent-input';
import { sessionTokens } from './ui/shells/page/server/token-store';

const { document, location } = window;

const connection = new ServerConnection({ fetch: (...request) => window.fetch(...request), address: location.origin });
const database = new HttpDatabase(connection, {
  isSeen: () => document.visibilityState === 'visible',
  onChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
});
const tokens = sessionTokens(() => window.sessionStorage);
const theme = new PageTheme(window);
const device = sessionMemory(() => window.sessionStorage);
/** Of one vault and one holder of a token: another holder does not read this one's input. */
const nameOfHolder = (name: string): string =>
  `${name} ${JSON.stringify([database.session?.vault, database.session?.app?.name ?? null])}`;
const unsent = new UnsentInput({
  load: (name) => device.load(nameOfHolder(name)),
  save: (name, value) => device.save(nameOfHolder(name), value),
});
let isLocked = false;

function draw(): void {
  const place = readPlace(location.hash);
  render(<PageRoot {...{ database, connection, tokens, theme, device, unsent, place, go, lock }} />, document.body);
}

function go(place: TableChoice, isElsewhere: boolean): void {
  if (isElsewhere) return void window.open(addressOf(place));
  window.history.pushState(null, '', addressOf(place));
  draw();
}

function lock(): void {
  isLocked = true;
  tokens.forget();
  location.reload();
}

window.addEventListener('popstate', draw);
document.addEventListener('visibilitychange', () => connection.tryNow());
window.addEventListener('online', () => connection.tryNow());
window.addEventListener('beforeunload', (event) => {
  if (isLocked) return;
  if (database.isBusy || connection.waitingWrites > 0 || !unsent.isEmpty) event.preventDefault();
});
keepWhileUnseen(window, unsent);

// A reload does not ask again.
const kept = tokens.read();
if (kept === null) draw();
else {
  connection.onState(draw);
  void database.unlock(kept).then(draw);
}
