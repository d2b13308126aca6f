/** Every problem of the vault by its cause, with a fix for a note and for all. docs/problems.md#causes */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { useWrite } from '../../changes/forms/use-write';
import type { AppServices } from '../../client/app-services';
import { useLiveQuery } from '../../client/live-query';
import { noteName } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { Button } from '../../components/form/button';
import { Refusal } from '../../components/form/refusal';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { LoadingPane } from '../../rows/loading-pane';
import type { Notice } from '../frame/notice';
import { type FoundProblem, type ProblemCause, causeTitle, shownMessage, shownValue, tableLabel } from './cause-words';
import { fixProblems, isFixable, problemsToFix } from './fix-problems';

export interface ProblemsScreenProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
  readonly holdOpen: (work: Promise<void>) => void;
}

/** Notes of a cause that are shown first, and after the button. */
const [FEW, MANY] = [10, 1000];

export function ProblemsScreen(props: ProblemsScreenProps): JSX.Element {
  const { answer, refresh } = useLiveQuery(props.client, 'problems', {
    ask: (operations) => operations.run('check_table', { limit: 0 }),
    isTouched: () => true,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Checking the notes…" />;
  const { causes = [], rows } = answer.value;
  const found = causes.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="ndb-problems" aria-label="Problems">
      <header class="ndb-problems-head ndb-line">
        <h2 class="ndb-title">{counted(found, 'problem')}</h2>
        <span class="ndb-small-text">in {counted(rows, 'row')} · notes are never changed without asking</span>
      </header>
      {causes.length === 0 && (
        <StateMessage
          kind="empty"
          title="Every note keeps the rules of its table"
          detail="Programs can’t break them. Edits in the notes, sync and other plugins can, and are listed here."
        />
      )}
      {causes.map((cause) => (
        <CauseSection key={`${cause.table} ${cause.cause}`} {...props} {...{ cause }} />
      ))}
    </section>
  );
}

const counted = (count: number, noun: string): string => `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;

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
    <section class="ndb-problem-cause" aria-label={causeTitle(cause)}>
      <header class="ndb-line">
        <Icon name="alert" />
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
  return (
    <li class="ndb-problem ndb-line">
      <Button look="link" class="ndb-problem-note" onClick={(event) => services.notes.open(path ?? '', '', event)}>
        {name}
      </Button>
      <span class="ndb-problem-text">
        {meant === undefined ? (
          shownMessage(problem)
        ) : (
          <>
            <code>{shownValue(value)}</code> → <code>{shownValue(meant)}</code>
          </>
        )}
      </span>
      {canWrite && meant !== undefined && isFixable(problem) && (
        <Button
          isOff={isBusy}
          aria-label={`Set ${shownValue(meant)} in ${name}`}
          onClick={() => fix(() => Promise.resolve([problem]))}
        >
          Set {shownValue(meant)}
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
