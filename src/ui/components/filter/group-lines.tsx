/** The conditions of a group, one under the other, with what joins them. */

import type { JSX } from 'preact';
import { Button } from '../form/button';
import { Select } from '../form/field';
import { ConditionLine, type FilterTools, WrittenLine, newCondition } from './condition-line';
import { duplicated, removed, replaced, withCondition, withGroup } from './edit-tree';
import type { FilterGroup, FilterJoin, FilterNode } from './filter-tree';

export interface GroupLinesProps {
  readonly tree: FilterGroup;
  readonly group: FilterGroup;
  readonly tools: FilterTools;
  /** `focus`: the condition that the person goes on with. */
  readonly change: (tree: FilterGroup, focus?: number) => void;
}

export function GroupLines(props: GroupLinesProps): JSX.Element {
  const { tree, group, change } = props;
  const set = (next: Partial<FilterGroup>): void =>
    change(replaced(tree, group.id, (node) => ({ ...node, ...next }) as FilterNode));
  return (
    <>
      {group.parts.map((part, index) => (
        <div class="ndb-filter-line" key={part.id} data-condition={part.id}>
          <span class="ndb-filter-join ndb-small-text">
            {index === 0 ? (
              <FirstJoin {...{ tree, group }} set={set} />
            ) : (
              <JoinSelect join={group.join} choose={(join) => set({ join })} isOften={index > 1} />
            )}
          </span>
          <div class="ndb-filter-body">
            <Part {...props} part={part} />
          </div>
          <LineButtons {...props} part={part} />
        </div>
      ))}
    </>
  );
}

/** `Where` for the whole filter; a group says how many of its conditions must match. */
function FirstJoin({
  tree,
  group,
  set,
}: Pick<GroupLinesProps, 'tree' | 'group'> & { readonly set: (next: Partial<FilterGroup>) => void }): JSX.Element {
  if (group.id === tree.id) return <>Where</>;
  return (
    <Select
      class="ndb-input"
      aria-label="How many of these must match"
      value={group.isNegated ? `not-${group.join}` : group.join}
      options={[
        ['and', 'All of'],
        ['or', 'Any of'],
        ['not-or', 'None of'],
        ['not-and', 'Not all of'],
      ]}
      set={(chosen) => set({ join: chosen.endsWith('or') ? 'or' : 'and', isNegated: chosen.startsWith('not-') })}
    />
  );
}

interface JoinSelectProps {
  readonly join: FilterJoin;
  readonly choose: (join: FilterJoin) => void;
  /** The first one decides for all; the next ones say it again. */
  readonly isOften: boolean;
}

function JoinSelect({ join, choose, isOften }: JoinSelectProps): JSX.Element {
  if (isOften) return <>{join}</>;
  return (
    <Select<FilterJoin>
      class="ndb-input"
      aria-label="All or any of these"
      value={join}
      options={[
        ['and', 'and'],
        ['or', 'or'],
      ]}
      set={choose}
    />
  );
}

interface PartProps extends GroupLinesProps {
  readonly part: FilterNode;
}

function Part(props: PartProps): JSX.Element {
  const { part, tree, tools, change } = props;
  switch (part.kind) {
    case 'condition':
      return (
        <ConditionLine condition={part} tools={tools} change={(next) => change(replaced(tree, part.id, () => next))} />
      );
    case 'written':
      return <WrittenLine condition={part} />;
    case 'group':
      return (
        <div class="ndb-filter-nest" role="group" aria-label="Group of conditions">
          <GroupLines {...props} group={part} />
          <AddButtons {...props} group={part} />
        </div>
      );
  }
}

const NOUNS = { condition: 'condition', written: 'condition', group: 'group' } as const;

function LineButtons({ tree, group, part, change }: PartProps): JSX.Element {
  const noun = NOUNS[part.kind];
  const at = group.parts.indexOf(part);
  return (
    <span class="ndb-filter-buttons">
      <Button
        look="quiet"
        icon="copy"
        aria-label={`Duplicate ${noun}`}
        title="Duplicate"
        onClick={() => {
          const added = duplicated(tree, part.id);
          change(added.tree, added.id);
        }}
      />
      <Button
        look="quiet"
        icon="close"
        aria-label={`Remove ${noun}`}
        title="Remove"
        onClick={() => change(removed(tree, part.id), (group.parts[at + 1] ?? group.parts[at - 1])?.id ?? -1)}
      />
    </span>
  );
}

const ADDED = [
  ['Condition', withCondition],
  ['Group', withGroup],
] as const;

export function AddButtons({ tree, group, tools, change }: GroupLinesProps): JSX.Element | null {
  const [first] = tools.columns;
  if (first === undefined) return null;
  const isInner = group.id !== tree.id;
  const add = (adding: typeof withCondition): void => {
    const added = adding(tree, group.id, newCondition(first.column));
    change(added.tree, added.id);
  };
  return (
    <span class="ndb-filter-adding">
      {ADDED.map(([noun, adding]) => (
        <Button
          key={noun}
          look="quiet"
          icon="plus"
          aria-label={isInner ? `Add a ${noun.toLowerCase()} to this group` : undefined}
          onClick={() => add(adding)}
        >
          {noun}
        </Button>
      ))}
    </span>
  );
}
