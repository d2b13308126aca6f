/** Whether a key belongs to an input method, which makes text of several keys. */

/** The part of a keyboard event that decides this. `keyCode` is deprecated and has no successor for this: https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode */
interface InputMethodKey {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** Of a key that an input method has taken. */
const TAKEN = 229;

/** A Mac sends the first key before the composition begins, and Safari the last one after its end: only this code identifies them. */
export const isComposing = (event: InputMethodKey): boolean => event.isComposing || event.keyCode === TAKEN;
