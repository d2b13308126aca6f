/** A server over a real engine, behind a `fetch` that a test can cut off. */

import { PORT, type ServerFixture, TEST_PAGE, ask, serverFixture } from '../../../server/server-fixture';
import type { ServerPlace } from '../../../../src/ui/shells/page/server/server-call';

export interface ServerInReach {
  readonly fixture: ServerFixture;
  readonly place: ServerPlace;
  /** Addresses asked for, with the status of the answer; 0 for none. */
  readonly asked: (readonly [path: string, status: number])[];
  /** Nobody answers any more. `late`: the next request is done, and its answer is lost. */
  cut(late?: boolean): void;
  mend(): void;
  /** The next request gets this in place of an answer, and is not done; null: its connection is closed. */
  answerOnce(answer: (() => Response) | null): void;
  /** Something else answers at the address; null: not any more. */
  replace(answer: (() => Response) | null): void;
}

export async function serverInReach(options: Parameters<typeof serverFixture>[0] = {}): Promise<ServerInReach> {
  const fixture = await serverFixture({ page: TEST_PAGE, ...options });
  const asked: (readonly [string, number])[] = [];
  let state: 'there' | 'gone' | 'late' = 'there';
  let foreign: (() => Response) | null = null;
  let once: { readonly answer: (() => Response) | null } | null = null;
  const severing = new Set<() => void>();
  const request = async (url: string, init: RequestInit): Promise<Response> => {
    const path = url.slice(address.length);
    const lost = (): never => {
      asked.push([path, 0]);
      throw new TypeError('Failed to fetch');
    };
    init.signal?.throwIfAborted();
    if (foreign !== null) return foreign();
    const { answer = undefined } = once ?? {};
    once = null;
    if (answer === null) return lost();
    if (answer !== undefined) {
      const response = answer();
      asked.push([path, response.status]);
      return response;
    }
    if (state === 'gone') return lost();
    const headers = init.headers as Record<string, string>;
    const called = ask(fixture.server, { url: path, body: init.body as string, headers });
    let sever = (): void => undefined;
    const severed = new Promise<null>((resolve) => severing.add((sever = () => resolve(null))));
    const answered = await Promise.race([raceAbort(called, init.signal ?? null), severed]);
    severing.delete(sever);
    if (answered === null) return lost();
    const { status, text } = answered;
    if (state !== 'there') {
      state = 'gone';
      return lost();
    }
    asked.push([path, status]);
    return new Response(text, { status });
  };
  return {
    fixture,
    place: { fetch: request as unknown as typeof fetch, address },
    asked,
    cut: (late = false) => {
      state = late ? 'late' : 'gone';
      if (late) return;
      // Connections that wait for an answer are closed too.
      for (const sever of severing) sever();
    },
    mend: () => void (state = 'there'),
    answerOnce: (answer) => void (once = { answer }),
    replace: (answer) => void (foreign = answer),
  };
}

const address = `http://127.0.0.1:${PORT}`;

function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal | null): Promise<Value> {
  if (signal === null) return work;
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')));
    }),
  ]);
}
