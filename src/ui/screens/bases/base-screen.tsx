/** Takes the views of an Obsidian base: chosen, looked at, then written with one undo. docs/bases.md */

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../components/form/button';
import { Field, Select } from '../../components/form/field';
import { Foot, PanelHead } from '../../components/form/panel-head';
import { Refusal } from '../../components/form/refusal';
import { type BaseObject } from '../../../kernel/bases/base-names';
import { type BasePath, type Untranslated, folderOfBase } from '../../../kernel/bases/read-base';
import { type DryRun, dryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import type { OperationsClient } from '../../client/operations-client';
import type { Notice } from '../frame/notice';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { FileField } from '../table-file/csv-field';
import { type BasePlace, type BasePlan, planBase } from './base-plan';
import { readBaseText } from './base-text';

export interface BaseScreenProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  readonly tell: (notice: Notice) => void;
  readonly openTable: (table: string) => void;
  readonly back: () => void;
}

interface ChosenBase {
  readonly name: string;
  readonly base: BaseObject;
  readonly lineOf: (path: BasePath) => number;
}

export function BaseScreen(props: BaseScreenProps): JSX.Element {
  const [chosen, choose] = useState<ChosenBase | null>(null);
  if (chosen === null) return <ChooseBase back={props.back} take={choose} />;
  return <TakeBase {...props} {...{ chosen }} other={() => choose(null)} />;
}

interface ChooseBaseProps {
  readonly take: (chosen: ChosenBase) => void;
  readonly back: () => void;
}

function ChooseBase({ take, back }: ChooseBaseProps): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [pasted, setPasted] = useState('');
  const read = (name: string, text: string): void => {
    const reading = readBaseText(text);
    if ('problem' in reading) setProblem(reading.problem);
    else take({ name, ...reading });
  };
  const readFile = (file: File | undefined): void => {
    const gone = (): void => setProblem(`${file?.name ?? ''} can’t be read any more. Choose it again.`);
    if (file !== undefined) file.text().then((text) => read(file.name, text), gone);
  };
  return (
    <section
      class="ndb-start"
      aria-label="Views from a base"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        readFile(event.dataTransfer?.files[0]);
      }}
    >
      <div class="ndb-start-column ndb-stack">
        <IconButton icon="close" label="Back" class="ndb-start-close" onClick={back} />
        <h2 class="ndb-start-title">Take the views of a base</h2>
        <p class="ndb-start-lead">
          Each view of the base becomes a view of a table, with its filter, formulas and look. The base stays as it is.
        </p>
        <FileField label="Base file" accept=".base,.yaml,.yml" take={([file]) => readFile(file)} />
        <label class="ndb-start-field ndb-small-text ndb-stack">
          <span>Or paste its text</span>
          <textarea rows={5} value={pasted} onInput={({ currentTarget }) => setPasted(currentTarget.value)} />
        </label>
        <Refusal problem={problem === null ? null : { message: problem, hint: null }} />
        <Button
          look="main"
          class="ndb-csv-read"
          isOff={pasted.trim() === ''}
          onClick={() => read('the pasted base', pasted)}
        >
          Look at it
        </Button>
      </div>
    </section>
  );
}

interface TakeBaseProps extends BaseScreenProps {
  readonly chosen: ChosenBase;
  /** Takes another file. */
  readonly other: () => void;
}

/** Of the notes in the folder of the base. */
const NEW_TABLE = '';

function TakeBase(props: TakeBaseProps): JSX.Element {
  const { client, tree, chosen, back, other } = props;
  const folder = folderOfBase(chosen.base);
  const tables = allTables(tree);
  const [table, setTable] = useState(folder === null ? (tables[0]?.table ?? NEW_TABLE) : NEW_TABLE);
  const place = table === NEW_TABLE ? (folder === null ? null : { folder }) : { table };
  const tried = usePlan(client, chosen.base, place);
  const options = [
    ...(folder === null ? [] : [[NEW_TABLE, `A new table of the notes in ${folder}`] as const]),
    ...tables.map((each) => [each.table, each.label] as const),
  ];
  return (
    <section class="ndb-create ndb-fills ndb-stack" aria-label="Views from a base">
      <PanelHead close={back}>Views of {chosen.name}</PanelHead>
      <div class="ndb-create-main ndb-stack ndb-base">
        {options.length === 0 ? (
          <Refusal
            problem={{
              message: 'There is no table yet, and the base names no folder. Make a table first.',
              hint: null,
            }}
          />
        ) : (
          <Field label="Views of">
            <Select value={table} set={setTable} {...{ options }} />
          </Field>
        )}
        {tried?.kind === 'refused' && <Refusal problem={tried.problem} />}
        {tried?.kind === 'accepted' && <PlannedBase plan={tried.plan} lineOf={chosen.lineOf} />}
      </div>
      <BaseFoot
        {...props}
        {...{ tried, other }}
        name={chosen.name}
        table={place !== null && 'table' in place ? place.table : null}
      />
    </section>
  );
}

/** Null: it is being made, or there is nothing to plan. */
function usePlan(client: OperationsClient, base: BaseObject, place: BasePlace | null): DryRun<BasePlan> | null {
  const [tried, setTried] = useState<DryRun<BasePlan> | null>(null);
  const key = JSON.stringify(place);
  useEffect(() => {
    setTried(null);
    if (place === null) return undefined;
    let isOld = false;
    const plan = async (): Promise<BasePlan> => {
      const planned = await planBase(client, base, place);
      const operations = [...planned.steps] as never;
      if (planned.steps.length > 0) await client.run('batch', { operations, dry_run: true });
      return planned;
    };
    void dryRun(plan).then((answer) => {
      if (!isOld) setTried(answer);
    });
    return () => void (isOld = true);
  }, [client, base, key]);
  return tried;
}

interface PlannedBaseProps {
  readonly plan: BasePlan;
  readonly lineOf: ChosenBase['lineOf'];
}

const PlannedBase = ({ plan: { views, untranslated }, lineOf }: PlannedBaseProps): JSX.Element => (
  <>
    <h3>Views</h3>
    <ul class="ndb-base-views" aria-label="Views">
      {views.map(({ label, conditions }, at) => (
        <li key={at}>
          {label}
          {conditions.map((text, each) => (
            <code class="ndb-small-text" key={each}>
              {text}
            </code>
          ))}
        </li>
      ))}
    </ul>
    {untranslated.length > 0 && <Report {...{ untranslated, lineOf }} />}
  </>
);

interface ReportProps extends Pick<PlannedBaseProps, 'lineOf'> {
  readonly untranslated: readonly Untranslated[];
}

const Report = ({ untranslated, lineOf }: ReportProps): JSX.Element => (
  <>
    <h3>Left out</h3>
    <ul class="ndb-base-report" aria-label="Left out">
      {untranslated
        .map((each) => ({ ...each, line: lineOf(each.path) }))
        .sort((one, another) => one.line - another.line)
        .map(({ line, text, reason }, at) => (
          <li key={at}>
            Line {line}: <code>{text}</code> {reason}
          </li>
        ))}
    </ul>
  </>
);

interface BaseFootProps extends BaseScreenProps {
  readonly tried: DryRun<BasePlan> | null;
  readonly name: string;
  /** Null: a new one. */
  readonly table: string | null;
  readonly other: () => void;
}

function BaseFoot({ client, tell, openTable, tried, name, table, other }: BaseFootProps): JSX.Element {
  const { isBusy, problem, run } = useWrite();
  const plan = tried?.kind === 'accepted' ? tried.plan : null;
  const write = async ({ steps, views }: BasePlan): Promise<void> => {
    const operations = [...steps] as never;
    const written = await client.run('batch', { operations, summary: `took the views of ${name}` });
    const made = written.steps.flatMap(({ table: each }) => each ?? [])[0];
    tell({ text: `${viewsText(views.length)} made from ${name}`, migrationId: written.migrationId, isProblem: false });
    const opened = table ?? made;
    if (opened !== undefined) openTable(opened);
  };
  return (
    <Foot {...{ problem }} promise={promiseOf(plan)}>
      <Button isOff={isBusy} onClick={other}>
        Another file
      </Button>
      <Button
        look="main"
        isOff={isBusy || plan === null || plan.steps.length === 0}
        onClick={() => plan !== null && run(() => write(plan))}
      >
        {isBusy ? 'Writing…' : table === null ? 'Make the table and its views' : 'Make the views'}
      </Button>
    </Foot>
  );
}

const viewsText = (count: number): string => (count === 1 ? '1 view' : `${count} views`);

function promiseOf(plan: BasePlan | null): string {
  if (plan === null) return 'Nothing is written yet.';
  const { notes, views } = plan;
  const rows = notes === 0 ? '' : `${notes} ${notes === 1 ? 'note becomes a row' : 'notes become rows'}, `;
  return `${rows}${viewsText(views.length)}. Nothing is written yet. One undo takes all of it back.`;
}
