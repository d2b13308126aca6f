/** The field in which a new row is named. It gets the values of its place and of the filter; a refused one stays in the field, further ones are typed there. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { RefusalReason } from '../components/editors/refusal-reason';
import { Button, focus } from '../components/form/button';
import { isComposing } from '../components/composing';
import type { ProblemText } from '../components/text/problem-text';
import type { Json } from '../../engine/index';
import type { LayoutProps } from './layout';

interface NewRowFieldProps extends Pick<LayoutProps<'view'>, 'declared' | 'editing' | 'defaults' | 'pane'> {
  /** Of which the name is asked: *the new card in Todo*. */
  readonly label: string;
  /** What it has from its place. */
  readonly values: () => Readonly<Record<string, Json>>;
  readonly close: () => void;
}

export function NewRowField(props: NewRowFieldProps): JSX.Element {
  const { declared, editing, defaults, pane, label, values, close } = props;
  const field = useRef<HTMLInputElement | null>(null);
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const isBusy = useRef(false);
  const title = declared.find(({ type, isEditable }) => type === 'string' && isEditable);
  const valuesOf = (text: string): Readonly<Record<string, Json>> => ({
    ...defaults,
    ...values(),
    ...(title === undefined || text === '' ? {} : { [title.name]: text }),
  });
  const add = async (): Promise<void> => {
    const text = field.current?.value.trim() ?? '';
    if (text === '' || isBusy.current) return;
    isBusy.current = true;
    const refused = (await editing?.insertRow?.(valuesOf(text))) ?? null;
    isBusy.current = false;
    setProblem(refused);
    if (refused === null && field.current !== null) field.current.value = '';
  };
  const draft = pane?.rowActions.draft;
  const complete = (): void => {
    draft?.(valuesOf(field.current?.value.trim() ?? ''));
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
        aria-label={`${title?.label ?? 'Name'} of ${label}`}
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
        <RefusalReason role="alert" {...{ problem }}>
          {draft !== undefined && (
            <p class="ndb-problem-choice">
              <Button onClick={complete}>Fill in the row</Button>
            </p>
          )}
        </RefusalReason>
      )}
    </div>
  );
}
