/** The field in which a new card is named. The card holds the values of its place and of the filter; a refused one stays in the field. */

import type { JSX } from 'preact';
import type { Json } from '../../../engine/index';
import { useRef, useState } from 'preact/hooks';
import { RefusalReason } from '../../components/editors/refusal-reason';
import { Button, focus } from '../../components/form/button';
import { isComposing } from '../../components/composing';
import type { ProblemText } from '../../components/text/problem-text';
import type { BoardModel, BoardPlace } from './board-model';

interface NewCardProps {
  readonly model: BoardModel;
  readonly place: BoardPlace;
}

export function NewCard({ model, place }: NewCardProps): JSX.Element {
  const { declared, editing, defaults, pane } = model.props;
  const field = useRef<HTMLInputElement | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [isBusy, setBusy] = useState(false);
  const title = declared.find(({ type, isEditable }) => type === 'string' && isEditable);
  const valuesOf = (text: string): Readonly<Record<string, Json>> => ({
    ...defaults,
    ...model.newValues(place),
    ...(title === undefined || text === '' ? {} : { [title.name]: text }),
  });
  const close = (): void => void (model.adding.value = null);
  const add = async (): Promise<void> => {
    const text = field.current?.value.trim() ?? '';
    if (text === '' || isBusy) return;
    setBusy(true);
    const refused = (await editing?.insertRow?.(valuesOf(text))) ?? null;
    setBusy(false);
    setProblem(refused);
    // Further ones are typed in the same field.
    if (refused === null && field.current !== null) field.current.value = '';
  };
  const draft = pane?.rowActions.draft;
  const fillIn = (begin: NonNullable<typeof draft>): void => {
    begin(valuesOf(field.current?.value.trim() ?? ''));
    close();
  };
  return (
    <div class="ndb-new-card">
      <input
        type="text"
        class="ndb-input"
        ref={(element) => {
          if (field.current === null) focus(element);
          field.current = element;
        }}
        aria-label={`${title?.label ?? 'Name'} of the new card in ${model.nameOf(place)}`}
        placeholder={title?.label ?? 'Name'}
        aria-invalid={problem !== null}
        onInput={() => setProblem(null)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Enter') void add();
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={(event) => event.currentTarget.value.trim() === '' && close()}
      />
      {problem !== null && (
        <NewCardRefusal {...{ problem }} fillIn={draft === undefined ? undefined : () => fillIn(draft)} />
      )}
    </div>
  );
}

interface NewCardRefusalProps {
  readonly problem: ProblemText;
  /** Absent where a row can't be typed. */
  readonly fillIn: (() => void) | undefined;
}

const NewCardRefusal = ({ problem, fillIn }: NewCardRefusalProps): JSX.Element => (
  <RefusalReason role="alert" {...{ problem }}>
    {fillIn !== undefined && (
      <p class="ndb-problem-choice">
        <Button onClick={fillIn}>Fill in the row</Button>
      </p>
    )}
  </RefusalReason>
);
