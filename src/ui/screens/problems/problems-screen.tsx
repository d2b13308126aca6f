/** Every problem of the vault by its cause, with a fix for a note and for all. docs/problems.md#causes */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { useWrite } from '../../changes/forms/use-write';
import { asSentence } from '../../../kernel/as-sentence';
import type { AppServices } from '../../client/app-services';
import { useLiveQuery } from '../../client/live-query';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { Button } from '../../components/form/button';
import { Refusal } from '../../components/form/refusal';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { useFocusKept } from '../../components/use-focus-kept';
import { countProblems } from './problem-count';
import { LoadingPane } from '../../rows/loading-pane';
import type { Notice } from '../frame/notice';
import {
  type FoundProblem,
  type ProblemAnswer,
  type ProblemCause,
  causeTitle,
  problemText,
  shownValue,
  tableLabel,
} from './cause-words';
import { fixProblems, isFixable, problemsToFix } from './fix-problems';

export interface ProblemsScreenProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  readonly holdOpen: (work: Promise<void>) => void;
}

const ORIGIN =
  'Programs can’t break these rules: their writes are refused. Edits in the notes, sync and other plugins can.';

/** Notes of a cause that are shown first, and after the button. */
const [FEW, MANY] = [10, 1000];

export function ProblemsScreen(props: ProblemsScreenProps): JSX.Element {
  useLayoutEffect(() => countProblems(props.client), [props.client]);
  const { answer, refresh } = useLiveQuery(props.client, 'problems', {
    ask: (operations) => operations.run('check_table', { limit: 0 }),
    isTouched: () => true,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Checking the notes…" />;
  return <ProblemList {...props} found={answer.value} />;
}

interface ProblemListProps extends ProblemsScreenProps {
  readonly found: ProblemAnswer;
}

function ProblemList(props: ProblemListProps): JSX.Element {
  const screen = useRef<HTMLElement>(null);
  useFocusKept(screen);
  const { causes = [], keptTables = [], rows } = props.found;
  const found = causes.reduce((sum, { count }) => sum + count, keptTables.length);
  return (
    <section ref={screen} class="ndb-problems" aria-label="Problems">
      <header class="ndb-problems-head ndb-line">
        <h2 class="ndb-title" tabIndex={-1}>
          {counted(found, 'problem')}
        </h2>
        <span class="ndb-small-text">in {counted(rows, 'row')} · notes are never changed without asking</span>
      </header>
      {causes.length + keptTables.length === 0 && (
        <StateMessage kind="empty" title="Every note keeps the rules of its table" detail={ORIGIN} />
      )}
      {causes.map((cause) => (
        <CauseSection key={`${cause.table} ${cause.cause} ${cause.severity}`} {...props} {...{ cause }} />
      ))}
      {keptTables.length > 0 && <KeptTables {...props} {...{ keptTables }} />}
      {causes.length > 0 && <p class="ndb-small-text">{ORIGIN}</p>}
    </section>
  );
}

const counted = (count: number, noun: string): string => `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;

interface KeptTablesProps extends ProblemsScreenProps {
  readonly keptTables: NonNullable<ProblemAnswer['keptTables']>;
}

/** Tables of Markdown in notes that are not renewed. docs/publish.md#a-table-in-a-note */
const KeptTables = ({ keptTables, services }: KeptTablesProps): JSX.Element => (
  <section class="ndb-problem-cause ndb-is-warning" aria-label="A table in a note is not renewed">
    <header class="ndb-problem-head ndb-line">
      <Icon name="warning" />
      <h3>A table in a note is not renewed</h3>
      <span class="ndb-small-text">{counted(keptTables.length, 'note')}</span>
    </header>
    <ul class="ndb-plain-list">
      {keptTables.map(({ path, message }) => (
        <li key={path} class="ndb-problem-item ndb-line">
          <Button look="link" class="ndb-problem-note" onClick={(event) => services.notes.open(path, '', event)}>
            {noteName(path)}
          </Button>
          <span class="ndb-problem-text">{asSentence(message)}</span>
        </li>
      ))}
    </ul>
  </section>
);

interface CauseProps extends ProblemsScreenProps {
  readonly cause: ProblemCause;
}

function CauseSection(props: CauseProps): JSX.Element {
  const { client, cause, canWrite } = props;
  const [limit, setLimit] = useState(FEW);
  const { answer } = useLiveQuery(client, JSON.stringify(['problems', cause.table, cause.cause, limit]), {
    ask: (operations) => operations.run('check_table', { table: cause.table, cause: cause.cause, limit }),
    isTouched: () => true,
  });
  const { isBusy, problem, fix } = useFix(props);
  const violations = answer.kind === 'answer' ? answer.value.violations : [];
  const hasFixes = canWrite && cause.count > 1 && violations.some(isFixable);
  return (
    <section class={`ndb-problem-cause ndb-is-${cause.severity}`} aria-label={causeTitle(cause)}>
      <header class="ndb-problem-head ndb-line">
        <Icon name={cause.severity === 'error' ? 'alert' : 'warning'} />
        <h3>{causeTitle(cause)}</h3>
        <span class="ndb-small-text">
          {tableLabel(cause.table)} · {counted(cause.count, cause.code === 'not_a_row' ? 'note' : 'problem')}
        </span>
        <span class="ndb-fill" />
        {hasFixes && (
          <Button isOff={isBusy} onClick={() => fix(() => problemsToFix(client, cause))}>
            Fix all
          </Button>
        )}
      </header>
      <Refusal {...{ problem }} />
      <ul class="ndb-plain-list">
        {violations.map((each, index) => (
          <ProblemItem key={`${each.path ?? ''} ${index}`} {...props} problem={each} {...{ isBusy, fix }} />
        ))}
      </ul>
      {cause.count > violations.length && violations.length > 0 && limit === FEW && (
        <Button look="link" onClick={() => setLimit(MANY)}>
          Show more of them
        </Button>
      )}
    </section>
  );
}

interface FixControl {
  readonly isBusy: boolean;
  readonly fix: (find: () => Promise<readonly FoundProblem[]>) => void;
}

interface ProblemItemProps extends CauseProps, FixControl {
  readonly problem: FoundProblem;
}

function ProblemItem({ problem, services, canWrite, isBusy, fix }: ProblemItemProps): JSX.Element {
  const { path, value, fix: meant } = problem;
  const name = noteName(path ?? '');
  const deed = meant === undefined ? 'Make it a row' : `Set ${shownValue(meant)}`;
  return (
    <li class="ndb-problem-item ndb-line">
      <Button look="link" class="ndb-problem-note" onClick={(event) => services.notes.open(path ?? '', '', event)}>
        {name}
      </Button>
      <span class="ndb-problem-text">
        {meant === undefined ? (
          problemText(problem)
        ) : (
          <>
            <code>{shownValue(value)}</code> → probably <code class="ndb-problem-fix">{shownValue(meant)}</code>
          </>
        )}
      </span>
      {canWrite && isFixable(problem) && (
        <Button isOff={isBusy} aria-label={`${deed}: ${name}`} onClick={() => fix(() => Promise.resolve([problem]))}>
          {deed}
        </Button>
      )}
    </li>
  );
}

function useFix({
  client,
  cause,
  tell,
  holdOpen,
}: CauseProps): FixControl & Pick<ReturnType<typeof useWrite>, 'problem'> {
  const { isBusy, problem, run } = useWrite(holdOpen);
  const fix: FixControl['fix'] = (find) =>
    run(async () => {
      const { migrationId, fixed, refused } = await fixProblems(client, cause.table, await find());
      const left = refused === 0 ? '' : `; another rule refuses ${counted(refused, 'note')}`;
      tell({
        text: `Fixed ${counted(fixed, 'note')} of ${tableLabel(cause.table)}${left}`,
        migrationId,
        isProblem: false,
      });
    });
  return { isBusy, problem, fix };
}
