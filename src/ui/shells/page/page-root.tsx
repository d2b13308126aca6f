/** The page: asks for the token, then shows the tables, a note beside them, and the state of the connection above them. D15 */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { Icon } from '../../components/icon';
import type { AppServices } from '../../client/app-services';
import type { Breadcrumb } from '../../client/app-services';
import type { OperationsClient } from '../../client/operations-client';
import type { DeviceMemory } from '../../client/device-memory';
import { TableBrowser } from '../../screens/table/table-browser';
import type { TableChoice } from '../../rows/table-choice';
import type { UnsentInput } from '../../client/unsent-input';
import { useDatabase } from '../../client/use-database';
import { ConnectionBar } from './connection-bar';
import { SignIn } from './sign-in';
import { VaultMenu } from './vault-menu';
import type { HttpDatabase } from './server/http-database';
import { BreadcrumbBar } from './breadcrumb-bar';
import { pageServices } from './page-services';
import { pictureCache } from './picture-cache';
import type { PageTheme } from './page-theme';
import type { ServerConnection } from './server/server-connection';
import type { TokenStore } from './server/token-store';

export interface PageRootProps {
  readonly database: HttpDatabase;
  readonly connection: ServerConnection;
  readonly tokens: TokenStore;
  readonly theme: PageTheme;
  readonly device: DeviceMemory;
  readonly unsent: UnsentInput;
  readonly place: TableChoice;
  readonly go: (place: TableChoice, isElsewhere: boolean) => void;
  /** Forgets the token. */
  readonly lock: () => void;
}

export function PageRoot(props: PageRootProps): JSX.Element {
  const { database, connection, tokens, theme, unsent } = props;
  const state = useDatabase(database);
  const [breadcrumbs, showBreadcrumbs] = useState<readonly Breadcrumb[]>([]);
  useConnection(connection);
  const unlock = async (token: string): Promise<boolean> => {
    const isOpen = await database.unlock(token);
    if (isOpen) tokens.write(token.trim());
    return isOpen;
  };
  if (state.kind !== 'open') return <SignIn {...{ connection, unlock }} />;
  const vault = database.session?.vault ?? '';
  return (
    <div class="ndb-page ndb-stack">
      <header class="ndb-page-head ndb-line">
        <Icon name="table" />
        <h1 class="ndb-page-title ndb-ellipsis">
          <VaultMenu {...{ vault, theme, database, connection, unsent }} lock={props.lock} />
        </h1>
        <BreadcrumbBar {...{ vault, breadcrumbs }} open={(table) => props.go({ table }, false)} />
      </header>
      <ConnectionBar {...{ connection, unlock }} />
      <Tables {...props} {...{ showBreadcrumbs }} client={state.client} />
    </div>
  );
}

function useConnection(connection: ServerConnection): void {
  const [, draw] = useState(0);
  useLayoutEffect(() => connection.onState(() => draw((count) => count + 1)), [connection]);
}

interface TablesProps extends PageRootProps {
  readonly client: OperationsClient;
  readonly showBreadcrumbs: AppServices['showBreadcrumbs'];
}

function Tables({
  database,
  connection,
  client,
  place,
  go,
  device,
  unsent,
  showBreadcrumbs,
}: TablesProps): JSX.Element {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const latest = useMemo(() => ({ place }), []);
  latest.place = place;
  const services = useMemo(
    () =>
      pageServices({
        database,
        openTable: (choice) => go({ ...choice, note: latest.place.note }, false),
        client: () => client,
        show: (note, isElsewhere) => go({ ...latest.place, note }, isElsewhere),
        notify: (text) => setMessages((shown) => [...shown, text]),
        unsent,
        showBreadcrumbs,
        pictureAddress: pictureCache((target, source) => connection.picture(target, source)),
      }),
    [client, database],
  );
  return (
    <main class="ndb-page-body">
      <div class="ndb-view">
        <TableBrowser {...{ database, services, device }} choice={place} choose={(choice) => go(choice, false)} />
      </div>
      <Messages texts={messages} dismiss={(text) => setMessages((shown) => shown.filter((each) => each !== text))} />
    </main>
  );
}

interface MessagesProps {
  readonly texts: readonly string[];
  readonly dismiss: (text: string) => void;
}

function Messages({ texts, dismiss }: MessagesProps): JSX.Element {
  return (
    <div class="ndb-messages ndb-stack" role="status">
      {texts.map((text) => (
        <div class="ndb-message" key={text}>
          <span>{text}</span>
          <IconButton icon="close" label="Dismiss" onClick={() => dismiss(text)} />
        </div>
      ))}
    </div>
  );
}
