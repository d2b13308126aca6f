/** Unsent input of all views in the app: what a closed one leaves, the next one shows. It outlives the app on this device. */

import type { App } from 'obsidian';
import type { Json } from '../../../engine/index';
import { UnsentInput } from '../../client/unsent-input';

const inputs = new WeakMap<App, UnsentInput>();

export function unsentInput(app: App): UnsentInput {
  const known = inputs.get(app);
  if (known !== undefined) return known;
  const made = new UnsentInput({
    load: (name) => (app.loadLocalStorage(`notedb-${name}`) as Json | null) ?? null,
    save: (name, value) => app.saveLocalStorage(`notedb-${name}`, value),
  });
  inputs.set(app, made);
  return made;
}
