/** The rows of a block in lanes, or by parts such as days, for layouts that read them so. docs/views.md#layouts */

import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Json, JsonObject } from '../../../engine/index';
import { StateMessage } from '../../components/state-message';
import type { DraftValues } from '../../changes/row-actions/draft-rows';
import { filterDefaults } from '../../changes/row-actions/filter-defaults';
import type { Edits } from '../../changes/edits';
import { useLiveQuery } from '../../client/live-query';
import { type OperationsClient, asObject } from '../../client/operations-client';
import type { LayoutProps } from '../../layouts/layout';
import { NoLanes } from '../../layouts/pane-rows';
import { type TableLimit, limitsIn } from '../../rows/lane-limits';
import { type LanesQuestion, RowLanes } from '../../rows/row-lanes';
import { useWindow } from '../../rows/use-window';
import { allOf } from '../../rows/where-parts';
import type { BlockQuery } from './block-query';
import { type BlockFacts, type BlockWindow, lanesQuestion } from './block-rows';

interface BlockPlaceProps {
  readonly client: OperationsClient;
  /** As it is looked at. */
  readonly query: BlockQuery;
  /** The note. */
  readonly path: string;
  readonly edits: Edits;
  readonly window: BlockWindow;
  readonly facts: BlockFacts;
  readonly more: Omit<LayoutProps<'window'>, 'rows'>;
}

interface BlockViewProps extends BlockPlaceProps {
  readonly View: (props: LayoutProps<'view'>) => JSX.Element;
}

/** The layout asks for its own parts of the rows. */
export function BlockView({ View, ...props }: BlockViewProps): JSX.Element {
  return <View {...props.more} rows={props.window} defaults={useViewDefaults(props)} />;
}

interface BlockLanesProps extends BlockPlaceProps {
  readonly Lanes: (props: LayoutProps<'lanes'>) => JSX.Element;
}

export function BlockLanes(props: BlockLanesProps): JSX.Element {
  const { query, path, edits, facts } = props;
  const question = lanesQuestion({ query, path, keyed: (rows) => edits.lane.keyed(rows) }, facts.declared);
  return question === null ? <NoLanes /> : <KnownLanes {...props} {...{ question }} />;
}

function KnownLanes(props: BlockLanesProps & { readonly question: LanesQuestion }): JSX.Element {
  const { client, question, path, window, edits, facts, more, Lanes } = props;
  const { window: lanes, next } = useWindow(
    client,
    JSON.stringify([question, path]),
    () => new RowLanes(client, question, (change) => window.isTouched(change)),
  );
  const { rowsOf } = facts;
  const defaults = useViewDefaults(props);
  const limits = useTableLimits(props);
  useLayoutEffect(
    () => (rowsOf === null ? undefined : edits.shows(rowsOf, () => next?.refresh() ?? Promise.resolve())),
    [edits, rowsOf, next],
  );
  const problem = lanes?.problem.value ?? null;
  if (problem !== null) return <StateMessage kind="error" title={problem.message} detail={problem.hint} />;
  if (lanes === null) return <StateMessage kind="loading" title="Loading rows…" />;
  return <Lanes {...more} rows={lanes} {...{ defaults, limits }} />;
}

/** Of the table whose rows these are. */
function useTableLimits({ client, facts: { rowsOf } }: BlockPlaceProps): readonly TableLimit[] {
  const { answer } = useLiveQuery<readonly TableLimit[]>(client, JSON.stringify(['limits', rowsOf]), {
    ask: async (operations) => {
      if (rowsOf === null) return [];
      const described = await operations.run('describe_table', { table: rowsOf });
      return limitsIn('constraints' in described ? described.constraints : []);
    },
    isTouched: ({ definitions }) => definitions,
  });
  return answer.kind === 'answer' ? answer.value : [];
}

/** What a new row has from the filters of the block and of its view. */
function useViewDefaults({ client, query: { table, spec }, facts }: BlockPlaceProps): DraftValues {
  const isView = (table.split('.').at(-1) ?? '').startsWith('vw_');
  const { answer } = useLiveQuery<JsonObject | null>(client, table, {
    ask: async (operations) => {
      const described = isView ? await operations.run('describe_table', { table }) : {};
      return 'query' in described ? asObject(asObject(described.query as Json)?.['where'] ?? null) : null;
    },
    isTouched: ({ definitions }) => definitions,
  });
  return filterDefaults(allOf([answer.kind === 'answer' ? answer.value : null, spec.where]), facts.declared);
}
