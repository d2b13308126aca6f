/** Takes both columns of a relation away: how many notes lose a value, before it is done in one write. docs/page.md#relations */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Foot } from '../../components/form/panel-head';
import { Effects, Refusal } from '../../components/form/refusal';
import { SidePanel } from '../../components/form/side-panel';
import type { ProblemText } from '../../components/text/problem-text';
import { countedNotes } from '../../changes/describe-write';
import { dryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { targetName } from '../columns/type-fields';
import type { Notice } from '../frame/notice';
import type { RelationColumn } from './ask-relations';

export interface RemoveRelationProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly tables: readonly string[];
  /** The columns that lead back to each other. */
  readonly pair: readonly [RelationColumn, RelationColumn];
  readonly tell: (notice: Notice) => void;
  /** The vault is not closed before this is done. */
  readonly holdOpen: (work: Promise<void>) => void;
  readonly back: () => void;
  readonly close: () => void;
}

interface TriedDrop extends RelationColumn {
  /** Notes that lose a value. */
  readonly changed: number;
  /** It goes before the other one, which it names. */
  readonly isFirst: boolean;
  readonly problem: ProblemText | null;
}

export function RemoveRelation(props: RemoveRelationProps): JSX.Element {
  const { client, tables, pair, tell, holdOpen, back, close } = props;
  const [tried, setTried] = useState<readonly TriedDrop[] | null>(null);
  const { isBusy, problem, run } = useWrite(holdOpen);
  useEffect(() => {
    const [one, other] = pair;
    void Promise.all([tryDrop(client, one, other), tryDrop(client, other, one)]).then(setTried);
  }, [client]);
  const nameOf = ({ table, column }: RelationColumn): string => `${humanName(column)} of ${targetName(table, tables)}`;
  const words = pair.map(nameOf).join(' and ');
  const remove = async (): Promise<void> => {
    const drops = [...(tried ?? [])].sort((one, later) => Number(later.isFirst) - Number(one.isFirst));
    const operations = drops.map(({ table, column }) => ({ op: 'drop_column', table, column }));
    const summary = `removed the relation of ${words}`;
    const { migrationId } = await client.run('batch', { operations: operations as never, summary });
    tell({ text: `${words} removed`, migrationId, isProblem: false });
    close();
  };
  const refusal = problem ?? tried?.find((each) => each.problem !== null)?.problem ?? null;
  return (
    <SidePanel closeLabel="Close the relation" title="Remove the relation" leave={back}>
      <div class="ndb-column-form ndb-stack">
        <div class="ndb-column-body">
          {tried === null && <p class="ndb-form-remark">Looking at the rows…</p>}
          {refusal === null && tried !== null && (
            <Effects
              effects={[
                ...tried.map((each) =>
                  each.changed === 0
                    ? (['check', `No note has a value of ${nameOf(each)}.`] as const)
                    : (['alert', `${nameOf(each)} leaves ${countedNotes(each.changed)}, with its values.`] as const),
                ),
                ['undo', 'One undo brings both columns and their values back.'],
              ]}
            />
          )}
          <Refusal problem={refusal} lead="The relation can’t be removed yet." />
        </div>
        <Foot>
          <Button onClick={back}>Keep it</Button>
          <Button look="warning" isOff={isBusy || tried === null || refusal !== null} onClick={() => run(remove)}>
            Remove both columns
          </Button>
        </Foot>
      </div>
    </SidePanel>
  );
}

/** The column that the other one names as its inverse can't go alone, but can go after it. */
async function tryDrop(client: OperationsClient, own: RelationColumn, other: RelationColumn): Promise<TriedDrop> {
  const answer = await dryRun(() => client.run('drop_column', { ...own, dry_run: true }));
  if (answer.kind === 'accepted') return { ...own, changed: answer.plan.changed, isFirst: true, problem: null };
  const conflicts = answer.refusal?.conflicts ?? [];
  const partner = `${other.table}.${other.column}`;
  const isOfPair = conflicts.every(({ code, actual }) => code === 'inverse' && actual === partner);
  if (conflicts.length === 0 || !isOfPair) return { ...own, changed: 0, isFirst: false, problem: answer.problem };
  const where = { [own.column]: { exists: true } };
  const { total } = await client.run('select_rows', { table: own.table, where, limit: 0 });
  return { ...own, changed: total, isFirst: false, problem: null };
}
