/** Origins of web pages that may use the server besides its own, as a person writes them. D12, docs/http.md#a-request */

const FORM = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*]+$/;

/** Between commas or spaces. */
export const originsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((each) => each !== '');

/** Without those that no browser sends: somebody may have edited a file by hand. */
export const allowedOriginsIn = (text: string): readonly string[] =>
  originsIn(text).filter((origin) => originProblem([origin]) === null);

/** The problem of the first one that no browser sends so; null: none has one. */
export function originProblem(origins: readonly string[]): string | null {
  for (const origin of origins) {
    if (!FORM.test(origin)) return `${origin} is not an origin: write https://example.org, or app://obsidian.md`;
    // A browser leaves the usual port out.
    const sent = /^https?:/.test(origin) ? originOf(origin) : origin;
    if (sent !== origin) return `a browser does not send ${origin}${sent === null ? '' : `: write ${sent}`}`;
  }
  return null;
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}
