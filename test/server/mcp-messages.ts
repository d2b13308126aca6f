/** Messages of the Model Context Protocol by hand, and their answers: what no official client would send. */

import type { JsonObject } from '../../src/engine/index';
import type { ServerFixture, TestRequest, TestResponse } from './server-fixture';

export const MODERN = '2026-07-28';

export const message = (method: string, params: JsonObject = {}, id: number | string = 1): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** With the data that a request of 2026-07-28 carries. */
export const modern = (method: string, params: JsonObject = {}, client = 'tester'): JsonObject =>
  message(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: client, version: '2' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });

export function postMessage(
  { send }: ServerFixture,
  body: unknown,
  { url = '/mcp', ...more }: Partial<TestRequest> = {},
): Promise<TestResponse> {
  const { method, params } = body as { readonly method?: string; readonly params?: JsonObject };
  const isModern = JSON.stringify(params ?? {}).includes(MODERN);
  const name = params?.['name'];
  const headers = {
    ...(isModern && method !== undefined ? { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method } : {}),
    ...(isModern && typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    ...more.headers,
  };
  return send({ url, body: typeof body === 'string' ? body : JSON.stringify(body), ...more, headers });
}

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: JsonObject;
}

export const answerOf = (response: TestResponse): ToolAnswer => response.json['result'] as unknown as ToolAnswer;

/** Calls a tool as a client of 2025 does. */
export async function callTool(fixture: ServerFixture, name: string, args: JsonObject): Promise<ToolAnswer> {
  return answerOf(await postMessage(fixture, message('tools/call', { name, arguments: args })));
}
