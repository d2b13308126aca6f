/** Answers the requests for resources, prompts, completions and the skill. docs/mcp.md#resources, docs/mcp.md#prompts */

import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { AgentRead } from './agent-calls';
import { getPrompt, listPrompts } from './agent-prompts';
import { listResources, readResource, TEMPLATES } from './agent-resources';
import { complete } from './completions';
import { SKILL_URI, skillEntry } from './skill';
import type { ToolServerOptions } from './tool-server-options';

/** Resources of one client that it watches. */
const MOST_SUBSCRIBED = 100;
/** The protocol wants it in answers of the extension; nothing of it is kept for long. */
const CACHED = { ttlMs: 0, cacheScope: 'private' } as const;

const NOBODY = new Promise<void>(() => undefined);

/** Reads as the connected client. Nothing of it is written, so no client is named. */
export const readerOf =
  ({ run }: Pick<ToolServerOptions, 'run'>): AgentRead =>
  async (operation, args) => {
    const outcome = await run(operation, args, { harness: null, elicits: false, cancelled: NOBODY });
    if ('asked' in outcome) throw new Error('a read asked for permission to write');
    return outcome;
  };

export function handleAttachments(server: McpServer['server'], options: ToolServerOptions): void {
  const read = readerOf(options);
  server.setRequestHandler('resources/list', () => listResources(read));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler('resources/read', async ({ params }) => ({ contents: [await found(read, params.uri)] }));
  server.setRequestHandler('prompts/list', () => listPrompts(read));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = await getPrompt(read, params.name, params.arguments ?? {});
    if (prompt === null) throw invalid(`there is no prompt "${params.name}"; prompts/list has the names`);
    if ('missing' in prompt) throw invalid(`${params.name} needs ${prompt.missing.join(', ')}`);
    return prompt.result;
  });
  server.setRequestHandler('completion/complete', ({ params }) =>
    complete(read, params.argument.name, params.argument.value),
  );
  if (options.hasNews === true) handleSubscriptions(server, read, options.subscribed ?? new Set());
  handleSkills(server);
}

function handleSubscriptions(server: McpServer['server'], read: AgentRead, subscribed: Set<string>): void {
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    const { uri } = await found(read, params.uri);
    if (subscribed.size >= MOST_SUBSCRIBED) throw invalid(`at most ${MOST_SUBSCRIBED} resources are watched at once`);
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}

function handleSkills(server: McpServer['server']): void {
  server.setRequestHandler('skills/list', { params: z.looseObject({}) }, async (_, context) => ({
    skills: [await skillEntry()],
    ...cachedIn(context),
  }));
  server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, async ({ uri }, context) => {
    if (uri !== SKILL_URI) throw invalid(`there is no skill at ${uri}`);
    return { skill: await skillEntry(), ...cachedIn(context) };
  });
}

/** 2025 does not know of it. */
const cachedIn = ({ mcpReq }: ServerContext): Partial<typeof CACHED> => (mcpReq.envelope === undefined ? {} : CACHED);

async function found(read: AgentRead, uri: string): Promise<NonNullable<Awaited<ReturnType<typeof readResource>>>> {
  const resource = await readResource(read, uri);
  if (resource === null) throw new ResourceNotFoundError(uri);
  return resource;
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
