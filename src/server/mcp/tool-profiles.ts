import type { OperationInfo } from '../../engine/index';
import { NOTE_OPERATION_INFOS, OPERATION_INFOS, RULE_OPERATION_INFOS } from '../../engine/operation-infos';

/** Which tools there are: all operations, the few that most agents need, those of notes, or those of rules. docs/mcp.md#profiles */
const TOOLS_OF = {
  all: OPERATION_INFOS,
  core: OPERATION_INFOS.filter(({ isCore }) => isCore),
  notes: [
    ...OPERATION_INFOS.filter(({ name }) =>
      ['read_note', 'list_folder', 'search_notes', 'list_migrations', 'undo_migration'].includes(name),
    ),
    ...NOTE_OPERATION_INFOS,
  ],
  rules: RULE_OPERATION_INFOS,
} as const satisfies Readonly<Record<string, readonly OperationInfo[]>>;

export const PROFILES = Object.keys(TOOLS_OF);
/** `core`, or several with commas between them. */
export type Profile = string;

export const isProfile = (given: string): boolean => given.split(',').every((name) => PROFILES.includes(name));

/** In documentation order. */
export const operationsOf = (profile: Profile): readonly OperationInfo[] => {
  const tools = profile.split(',').flatMap((name) => TOOLS_OF[name as keyof typeof TOOLS_OF]);
  return ALL_TOOLS.filter((tool) => tools.includes(tool));
};

export const ALL_TOOLS: readonly OperationInfo[] = [
  ...OPERATION_INFOS,
  ...NOTE_OPERATION_INFOS,
  ...RULE_OPERATION_INFOS,
];
