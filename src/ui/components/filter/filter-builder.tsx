/** Builds a filter: conditions in groups, or the same as YAML, with the number of rows that it finds. */

import { Segments } from '../form/segments';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import { Refusal } from '../form/refusal';
import type { JsonObject } from '../../../engine/index';
import type { ProblemText } from '../text/problem-text';
import type { FilterTools } from './condition-line';
import { DanglingLinks, type DanglingCondition } from './dangling-links';
import { withCondition, withLink } from './edit-tree';
import { type ConditionBody, type FilterGroup, treeOf, whereOf } from './filter-tree';
import { readYaml, yamlOf } from './filter-yaml';
import { AddButtons, GroupLines } from './group-lines';

export type FilterSide = 'builder' | 'yaml';

export interface FilterBuilderProps {
  readonly tools: FilterTools;
  /** Null: all rows. While the builder is open, `change` reports the filter. */
  readonly where: JsonObject | null;
  /** The filter can be asked for: `count` answered. */
  readonly change: (where: JsonObject | null) => void;
  readonly count: (where: JsonObject | null) => Promise<FilterCount>;
  /** Why `count` rejects, in words. */
  readonly explain: (thrown: unknown) => ProblemText;
  /** Of the table; null: not known. */
  readonly total: number | null;
  readonly side: FilterSide;
  /** A condition that the person goes on with; null: none. */
  readonly begin: ConditionBody | null;
  /** Said where there is no condition. */
  readonly empty?: string;
  /** At the end of the foot. */
  readonly children?: ComponentChildren;
}

/** What a filter finds. */
export interface FilterCount {
  readonly rows: number;
  readonly dangling: readonly DanglingCondition[];
}

/** Quiet after the last change before the rows are asked for. */
const PAUSE_MS = 180;

type Count = ({ readonly kind: 'rows' } & FilterCount) | { readonly kind: 'problem'; readonly problem: ProblemText };

export function FilterBuilder(props: FilterBuilderProps): JSX.Element {
  const { tools, total, side, children, empty = 'Every row is shown. A condition narrows them.' } = props;
  const [first] = useState(() => firstTree(props));
  const [tree, setTree] = useState(first.tree);
  const { count, ask } = useCount(props);
  const { place, focusOn } = useFocusOn(first.focus);
  const change = (next: FilterGroup, focus?: number): void => {
    setTree(next);
    ask(whereOf(next));
    if (focus !== undefined) focusOn(focus);
  };
  return (
    <div class="ndb-filter ndb-stack" ref={place}>
      <div class="ndb-popover-main">
        {side === 'yaml' ? (
          <YamlSide tree={tree} change={change} />
        ) : (
          <>
            {tree.parts.length === 0 && <p class="ndb-popover-note ndb-small-text">{empty}</p>}
            <GroupLines {...{ tree, tools, change }} group={tree} />
          </>
        )}
        <DanglingLinks
          links={count?.kind === 'rows' ? count.dangling : []}
          take={(link, name) => change(withLink(tree, link, name))}
        />
        <Refusal problem={count?.kind === 'problem' ? count.problem : null} hasHint />
      </div>
      <footer class="ndb-popover-foot">
        {side === 'builder' && <AddButtons {...{ tree, tools, change }} group={tree} />}
        <span class="ndb-fill" />
        <span class="ndb-filter-total ndb-small-text" role="status">
          {count?.kind === 'rows' && <CountText rows={count.rows} total={total} />}
        </span>
        {children}
      </footer>
    </div>
  );
}

function firstTree({ where, begin }: FilterBuilderProps): {
  readonly tree: FilterGroup;
  readonly focus: number | null;
} {
  const tree = treeOf(where);
  if (begin === null) return { tree, focus: null };
  const added = withCondition(tree, tree.id, begin);
  return { tree: added.tree, focus: added.id };
}

function CountText({ rows, total }: { readonly rows: number; readonly total: number | null }): JSX.Element {
  const all = total === null ? rows : total;
  return (
    <>
      <b>{rows}</b>
      {total === null ? '' : ` of ${total}`} {all === 1 ? 'row' : 'rows'}
    </>
  );
}

interface Counting {
  /** Null while the first answer is awaited. */
  readonly count: Count | null;
  readonly ask: (where: JsonObject | null) => void;
}

/** A filter is reported when its rows could be counted. The last change is reported also after the builder has closed. */
function useCount(props: FilterBuilderProps): Counting {
  const latest = useRef(props);
  latest.current = props;
  const [count, setCount] = useState<Count | null>(null);
  const state = useRef({ timer: 0, asked: 0, told: JSON.stringify(props.where), isOpen: true });
  const run = async (where: JsonObject | null): Promise<void> => {
    const { current } = state;
    current.asked += 1;
    const mine = current.asked;
    const answer = await counted(latest.current, where);
    if (mine !== current.asked) return;
    if (current.isOpen) setCount(answer);
    const text = JSON.stringify(where);
    if (answer.kind !== 'rows' || text === current.told) return;
    current.told = text;
    latest.current.change(where);
  };
  const waiting = useRef<JsonObject | null>(null);
  const ask = (where: JsonObject | null): void => {
    waiting.current = where;
    window.clearTimeout(state.current.timer);
    state.current.timer = window.setTimeout(() => {
      state.current.timer = 0;
      void run(where);
    }, PAUSE_MS);
  };
  useEffect(() => {
    void run(props.where);
    return () => {
      const { current } = state;
      current.isOpen = false;
      const isWaiting = current.timer !== 0;
      window.clearTimeout(current.timer);
      if (isWaiting) void run(waiting.current);
    };
  }, []);
  return { count, ask };
}

async function counted({ count, explain }: FilterBuilderProps, where: JsonObject | null): Promise<Count> {
  try {
    return { kind: 'rows', ...(await count(where)) };
  } catch (thrown) {
    return { kind: 'problem', problem: explain(thrown) };
  }
}

interface FocusOn {
  readonly place: { current: HTMLDivElement | null };
  /** A condition by its id; one that there is not: the button that adds one. */
  readonly focusOn: (id: number) => void;
}

function useFocusOn(first: number | null): FocusOn {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(first);
  useLayoutEffect(() => {
    const id = wanted.current;
    wanted.current = null;
    if (id === null) return;
    const line = place.current?.querySelector(`[data-condition="${id}"]`);
    const field = line?.querySelector<HTMLElement>('button') ?? null;
    (field ?? place.current?.querySelector<HTMLElement>('.ndb-popover-foot button'))?.focus();
  });
  return { place, focusOn: (id) => void (wanted.current = id) };
}

interface YamlSideProps {
  readonly tree: FilterGroup;
  readonly change: (tree: FilterGroup) => void;
}

/** What can't be read is kept, with the reason below it. */
function YamlSide({ tree, change }: YamlSideProps): JSX.Element {
  const [text, setText] = useState(() => yamlOf(whereOf(tree)));
  const reading = readYaml(text);
  const problem = 'problem' in reading ? reading.problem : null;
  const id = useElementId();
  return (
    <>
      <textarea
        class="ndb-filter-yaml"
        aria-label="Filter as YAML"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        rows={10}
        spellcheck={false}
        placeholder={'status: todo\ndue:\n  lte: "{today+7d}"'}
        value={text}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          const next = readYaml(typed);
          if ('where' in next) change(treeOf(next.where));
        }}
      />
      {problem !== null && (
        <p class="ndb-filter-problem" id={id} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface SideSwitchProps {
  readonly side: FilterSide;
  readonly show: (side: FilterSide) => void;
}

export function SideSwitch({ side, show }: SideSwitchProps): JSX.Element {
  return <Segments label="How the filter is shown" chosen={side} options={SIDES} choose={show} />;
}

const SIDES = [
  ['builder', 'Builder'],
  ['yaml', 'YAML'],
] as const;
