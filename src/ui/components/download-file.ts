/** Gives a text to the person as a file. */

export interface SavedFile {
  /** With its ending, without a folder. */
  readonly name: string;
  /** `text/csv`. */
  readonly type: string;
  readonly text: string;
}

/** As browsers do it: the file goes where downloads go, or where its reader is asked to put it. */
export function downloadFile({ name, type, text }: SavedFile, owner: Document): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = owner.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  owner.defaultView?.setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}

const REVOKE_MS = 60_000;
