/** What a click means with the keys that are held. */

export const Keymap = {
  /** Where a link opens: in the present tab (false), another one, a split, a window. */
  isModEvent(event: MouseEvent | KeyboardEvent | null): false | 'tab' | 'split' | 'window' {
    if (event === null) return false;
    const isMod = event.ctrlKey || event.metaKey;
    if ('button' in event && event.button === 1) return 'tab';
    if (!isMod) return false;
    if (!event.altKey) return 'tab';
    return event.shiftKey ? 'window' : 'split';
  },
};
