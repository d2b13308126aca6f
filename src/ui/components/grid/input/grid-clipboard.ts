/** The browser's own events of the clipboard, on the grid that has the keyboard: they need no permission. */

import { useLayoutEffect } from 'preact/hooks';
import type { GridCommands } from './grid-commands';

/** The events go to where text was selected last, which a grid has none of: hence the document. */
export function useClipboard(commands: GridCommands): void {
  useLayoutEffect(() => {
    const owner = commands.root?.ownerDocument;
    if (owner === undefined) return;
    const { blocks, store } = commands;
    const on = (act: (data: DataTransfer) => boolean) => (event: ClipboardEvent) => {
      if (!store.isFocused.peek() || event.clipboardData === null || event.defaultPrevented) return;
      if (owner.activeElement !== commands.keyboard) return;
      if (act(event.clipboardData)) event.preventDefault();
    };
    const listeners = {
      copy: on((data) => blocks.copy(data)),
      cut: on((data) => blocks.cut(data)),
      paste: on((data) => blocks.paste(data)),
    };
    for (const [type, listener] of Object.entries(listeners)) owner.addEventListener(type as 'copy', listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) owner.removeEventListener(type as 'copy', listener);
    };
  }, []);
}
