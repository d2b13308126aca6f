/** Keeps unsent input whenever the window is not seen, or goes: a browser may end it then without another word. */

import type { UnsentInput } from '../../client/unsent-input';

type SeenWindow = Pick<Window, 'document' | 'addEventListener' | 'removeEventListener'>;

/** Returns the function that ends it, which keeps everything once more. */
export function keepWhileUnseen(window: SeenWindow, unsent: UnsentInput): () => void {
  const { document } = window;
  const keep = (): void => unsent.keep();
  const look = (): void => {
    if (document.visibilityState === 'visible') unsent.release();
    else unsent.keep();
  };
  look();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', keep);
  window.addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pagehide', keep);
    window.removeEventListener('pageshow', look);
    unsent.keep();
  };
}
