/** Takes what another program kept: chosen, looked at, then written with one undo. docs/import.md */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import { Button } from '../../components/form/button';
import { Field, Select } from '../../components/form/field';
import { Foot, PanelHead } from '../../components/form/panel-head';
import { Refusal } from '../../components/form/refusal';
import { StateMessage } from '../../components/state-message';
import type { OperationsClient } from '../../client/operations-client';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import {
  type AppImportPlan,
  type DefinitionPlace,
  type PlacedDefinition,
  planDefinitions,
  planSet,
} from './app-import-plan';
import { ChooseInput } from './choose-input';
import type { FoundInput } from './find-input';
import { PlannedImport, countText } from './planned-import';

export interface AppImportScreenProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly tell: (notice: Notice) => void;
  readonly openTable: (table: string) => void;
  readonly back: () => void;
}

type Input = Exclude<FoundInput, { readonly kind: 'problem' }>;

export function AppImportScreen(props: AppImportScreenProps): JSX.Element {
  const [input, setInput] = useState<Input | null>(null);
  if (input === null) return <ChooseInput client={props.client} back={props.back} take={setInput} />;
  return <ReviewImport {...props} {...{ input }} other={() => setInput(null)} />;
}

interface ReviewImportProps extends AppImportScreenProps {
  readonly input: Input;
  /** Takes another input. */
  readonly other: () => void;
}

function ReviewImport(props: ReviewImportProps): JSX.Element {
  const { client, input, back } = props;
  const [placed, setPlaced] = useState<readonly PlacedDefinition[]>(() =>
    input.kind === 'set' ? [] : input.definitions.map((definition) => ({ definition, place: 'new' })),
  );
  const tried = useDryRun(client, {
    key: JSON.stringify(placed.map(({ place }) => place)),
    ask: () => dryRun(() => (input.kind === 'set' ? planSet(client, input.set) : planDefinitions(client, placed))),
  });
  return (
    <section class="ndb-create ndb-fills ndb-stack" aria-label="Import">
      <PanelHead close={back}>Import {input.name}</PanelHead>
      <div class="ndb-create-main ndb-stack ndb-app-import">
        {placed.map((each, at) => (
          <PlaceField
            key={at}
            {...each}
            tree={props.tree}
            set={(place) => setPlaced(placed.map((other, index) => (index === at ? { ...other, place } : other)))}
          />
        ))}
        {tried === null && <StateMessage kind="loading" title="Looking at what it makes…" />}
        {tried?.kind === 'refused' && <Refusal problem={tried.problem} />}
        {tried?.kind === 'accepted' && <PlannedImport plan={tried.plan} />}
      </div>
      <ImportFoot {...props} {...{ tried }} />
    </section>
  );
}

interface PlaceFieldProps extends PlacedDefinition {
  readonly tree: TableTree;
  readonly set: (place: DefinitionPlace) => void;
}

const PLACES = [
  ['new', 'A new table of its notes'],
  ['none', 'Leave it out'],
] as const;

const PlaceField = ({ definition, place, tree, set }: PlaceFieldProps): JSX.Element => (
  <Field label={definition.label}>
    <Select
      value={typeof place === 'string' ? place : place.table}
      options={[...PLACES, ...allTables(tree).map(({ table, label }) => [table, `Views of ${label}`] as const)]}
      set={(value) => set(value === 'new' || value === 'none' ? value : { table: value })}
    />
  </Field>
);

interface ImportFootProps extends ReviewImportProps {
  readonly tried: DryRun<AppImportPlan> | null;
}

function ImportFoot({ client, input, tell, openTable, other, tried }: ImportFootProps): JSX.Element {
  const { isBusy, problem, run } = useWrite();
  const plan = tried?.kind === 'accepted' && tried.plan.steps.length > 0 ? tried.plan : null;
  const write = async (planned: AppImportPlan): Promise<void> => {
    const operations = [...planned.steps] as never;
    const written = await client.run('batch', { operations, summary: `imported ${input.name}` });
    const text = `${countText(planned)} imported from ${input.name}`;
    tell({ text, migrationId: written.migrationId, isProblem: false });
    const [made] = written.steps.flatMap(({ table }) => table ?? []);
    if (made !== undefined) openTable(made);
  };
  const promise = `${plan === null ? '' : `${countText(plan)}. `}Nothing is written yet.${plan === null ? '' : ' One undo takes all of it back.'}`;
  return (
    <Foot {...{ problem, promise }}>
      <Button isOff={isBusy} onClick={other}>
        Another file
      </Button>
      <Button look="main" isOff={isBusy || plan === null} onClick={() => plan !== null && run(() => write(plan))}>
        {isBusy ? 'Writing…' : 'Import'}
      </Button>
    </Foot>
  );
}
