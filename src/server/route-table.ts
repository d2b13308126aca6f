/** Every address of the server. docs/http.md#routes */

import { API_VERSION } from './api-version';
import { streamRoutes } from './changes/stream-route';
import { type FeedServices, feedRoutes } from './feeds/feed-route';
import { guideText } from './guide/guide-text';
import { JSON_TYPE, bytesResponse, jsonResponse } from './json-response';
import { olderRoutes } from './older/older-routes';
import { mcpRoutes } from './mcp/mcp-route';
import { openApiDocument } from './openapi/openapi-document';
import { operationRoutes } from './operation-routes';
import { pageRoutes } from './page/page-routes';
import { type Route, type RouteServices, readRoute } from './route-call';
import { searchRoutes } from './vault/search-route';
import { vaultRoutes } from './vault/vault-routes';

/** The first that matches answers. Another interface adds its own list here. */
export const allRoutes = (services: FeedServices): readonly Route[] => [
  ...aboutRoutes(services),
  ...pageRoutes(services),
  ...operationRoutes(services),
  ...mcpRoutes(services),
  ...olderRoutes(services),
  ...vaultRoutes(services),
  ...searchRoutes(services),
  ...streamRoutes(services),
  ...feedRoutes(services),
];

/** Open to everybody on this machine: they reveal nothing of the vault. D12 */
function aboutRoutes({ engine, version }: RouteServices): readonly Route[] {
  const about = { name: 'NoteDB', version, api: API_VERSION };
  const documents: { guide?: string } = {};
  const openapis = new Map<number, string>();
  // Made when somebody asks: the schemas take longer than opening a small vault.
  const openapi = (port: number): string => {
    const known = openapis.get(port) ?? JSON.stringify(openApiDocument(engine.operations, API_VERSION, port));
    openapis.set(port, known);
    return known;
  };
  const guide = (): string => (documents.guide ??= guideText(engine.operations));
  return [
    { pattern: '/', isOpen: true, methods: readRoute(() => jsonResponse(about)) },
    {
      pattern: '/openapi.json',
      isOpen: true,
      methods: readRoute(({ request }) => bytesResponse(openapi(request.port), JSON_TYPE)),
    },
    { pattern: '/guide.md', isOpen: true, methods: readRoute(() => bytesResponse(guide(), MARKDOWN)) },
  ];
}

const MARKDOWN = 'text/markdown; charset=utf-8';
