/** The frame of a form of the settings: its fields, what the change does, its buttons. docs/tables.md#settings-of-a-table */

import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../../components/form/button';
import { Foot } from '../../components/form/panel-head';
import { Effects, type EffectsProps, Refusal, warningEffects } from '../../components/form/refusal';
import type { SettingsForm } from './use-settings-form';

export interface SettingsFormViewProps<Draft, Plan> {
  readonly form: SettingsForm<Draft, Plan>;
  readonly canWrite: boolean;
  /** The words of the button. */
  readonly submit: string;
  /** What the plan does. */
  readonly effects: (plan: Plan) => EffectsProps['effects'];
  /** More of the plan: lists, pictures. */
  readonly details?: (plan: Plan) => JSX.Element | null;
  /** A refusal that is shown at a field is not said again here. */
  readonly isAtField?: boolean;
  /** Said at the buttons of a change that is not written yet. */
  readonly promise?: string;
  /** What it takes away does not come back. */
  readonly isDanger?: boolean;
  /** Another button of the foot. */
  readonly cancel?: JSX.Element;
  readonly children: ComponentChildren;
}

export function SettingsFormView<Draft, Plan extends { readonly warnings: readonly string[] }>(
  props: SettingsFormViewProps<Draft, Plan>,
): JSX.Element {
  const { form, canWrite, submit, effects, details, isAtField = false, isDanger = false, cancel, children } = props;
  const { tried, isTouched, isBusy, problem, refused } = form;
  const plan = tried?.kind === 'accepted' ? tried.plan : null;
  const refusal = isAtField ? null : (refused ?? (tried?.kind === 'refused' ? tried.problem : null));
  return (
    <form
      class="ndb-settings-form ndb-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isReady) form.save();
      }}
    >
      <fieldset class="ndb-settings-fields" disabled={!canWrite || isBusy}>
        {children}
      </fieldset>
      {isTouched && (
        <div class="ndb-settings-effects">
          {problem !== null && <p class="ndb-form-remark">{problem}</p>}
          {problem === null && tried === null && <p class="ndb-form-remark">Looking at the rows…</p>}
          {plan !== null && refusal === null && (
            <>
              <Effects effects={[...effects(plan), ...warningEffects(plan.warnings)]} />
              {details?.(plan)}
            </>
          )}
          <Refusal problem={refusal} hasHint />
        </div>
      )}
      {canWrite && (
        <Foot promise={isTouched ? (props.promise ?? PROMISE) : undefined}>
          {cancel}
          <Button isOff={!isTouched || isBusy} onClick={form.reset}>
            Reset
          </Button>
          <Button look={isDanger ? 'warning' : 'main'} submits isOff={!form.isReady}>
            {submit}
          </Button>
        </Foot>
      )}
    </form>
  );
}

const PROMISE = 'Nothing is written yet. One undo takes all of it back.';
