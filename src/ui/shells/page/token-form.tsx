/** Asks for the token, and says beside it why one was not accepted. D15 */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useElementId } from '../../components/use-element-id';
import { Button } from '../../components/form/button';

export interface TokenFormProps {
  /** Why the page has no accepted token; null: no token was tried. */
  readonly problem: string | null;
  /** Not beside tables: their reader may be typing. */
  readonly takesFocus: boolean;
  /** Whether the token is accepted. */
  readonly unlock: (token: string) => Promise<boolean>;
}

export function TokenForm({ problem, takesFocus, unlock }: TokenFormProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const problemId = useElementId();
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  const submit = async (): Promise<void> => {
    setAsking(true);
    const isOpen = await unlock(field.current?.value ?? '');
    setAsking(false);
    if (!isOpen) field.current?.select();
  };
  return (
    <form
      class="ndb-token"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class="ndb-token-label ndb-small-text ndb-stack">
        Token
        <input
          ref={field}
          type="password"
          class="ndb-token-field"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          // One paste is enough. The field holds the pasted text a moment later.
          onPaste={() => window.setTimeout(() => void submit())}
        />
      </label>
      <Button look="main" submits isOff={isAsking}>
        {isAsking ? 'Opening…' : 'Open'}
      </Button>
      {problem !== null && (
        <p class="ndb-token-problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
