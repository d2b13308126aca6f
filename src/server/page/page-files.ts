/** What the server needs of the program to serve the page. docs/page.md */

/** With their content types. */
export const PAGE_FILES = {
  'index.html': 'text/html; charset=utf-8',
  'app.js': 'text/javascript; charset=utf-8',
  'app.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
  'inter-latin.woff2': 'font/woff2',
  'inter-latin-ext.woff2': 'font/woff2',
} as const;

export type PageFileName = keyof typeof PAGE_FILES;

/** The page as the build made it. */
export interface PageFiles {
  /** Asked when a browser asks, and not before. Rejects when the file is missing: the page was not built. */
  read(name: PageFileName): Promise<string | Uint8Array>;
}

export interface ServedPage {
  readonly files: PageFiles;
  /** Shown to callers with a token. */
  readonly vault: ServedVaultFacts;
}

export interface ServedVaultFacts {
  /** Of its folder. */
  readonly name: string;
  /** Nothing can be written, not even by the owner. */
  readonly isReadOnly: boolean;
}
