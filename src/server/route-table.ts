/** Every address of the server. docs/http.md#routes */

import { jsonResponse } from './json-response';
import { olderRoutes } from './older/older-routes';
import { operationRoutes } from './operation-routes';
import { type Route, type RouteServices, readRoute } from './route-call';
import { searchRoutes } from './vault/search-route';
import { vaultRoutes } from './vault/vault-routes';

/** The version of the interface. Source: docs/http.md */
export const API_VERSION = '1.4.0';

/** The first that matches answers. Another interface adds its own list here. */
export const allRoutes = (services: RouteServices): readonly Route[] => [
  ...aboutRoutes(services),
  ...operationRoutes(services),
  ...olderRoutes(services),
  ...vaultRoutes(services),
  ...searchRoutes(services),
];

/** Open to everybody on this machine: they tell nothing of the vault. */
function aboutRoutes({ version }: RouteServices): readonly Route[] {
  const about = { name: 'NoteDB', version, api: API_VERSION };
  return [{ pattern: '/', isOpen: true, methods: readRoute(() => jsonResponse(about)) }];
}
