/** The skill that the server has for agents, by the extension of the protocol (SEP-2640). docs/mcp.md#skill */

import { INSTRUCTIONS } from './instructions';

export const SKILL_URI = 'skill://notedb/SKILL.md';
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

export const SKILL = {
  name: 'notedb',
  description:
    'Read, ask and change tables of Markdown notes with NoteDB: typed rows, dry runs, refusals with hints, undo.',
} as const;

export const SKILL_TEXT = `---
name: ${SKILL.name}
description: "${SKILL.description}"
---
# NoteDB

${INSTRUCTIONS}

Resources: notedb://definitions lists all; notedb://definition/TABLE has the columns, notedb://table/TABLE the first rows, notedb://note/PATH a note. The prompts make_table, weekly_review and find_problems have steps for these jobs.
`;

interface SkillEntry {
  readonly [key: string]: unknown;
  readonly uri: string;
  readonly frontmatter: typeof SKILL;
  readonly resources: readonly Readonly<Record<'uri' | 'digest', string> & Record<'size', number>>[];
}

/** With what a client needs to verify the file. */
export async function skillEntry(): Promise<SkillEntry> {
  const bytes = new TextEncoder().encode(SKILL_TEXT);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return { uri: SKILL_URI, frontmatter: SKILL, resources: [{ uri: SKILL_URI, digest, size: bytes.length }] };
}
