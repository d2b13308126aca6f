/** As much of IndexedDB as one store of values by key needs, for a document without it. */

type Stores = Map<string, Map<string, unknown>>;

interface Request<Result> {
  result: Result;
  onsuccess: (() => unknown) | null;
  onerror: (() => unknown) | null;
  onupgradeneeded?: (() => unknown) | null;
}

export class IndexedDatabases {
  private readonly databases = new Map<string, Stores>();

  static install(): void {
    if (typeof indexedDB === 'undefined') Object.assign(globalThis, { indexedDB: new IndexedDatabases() });
  }

  open(name: string): Request<unknown> {
    const isNew = !this.databases.has(name);
    const stores = this.databases.get(name) ?? new Map<string, Map<string, unknown>>();
    this.databases.set(name, stores);
    const request: Request<unknown> = {
      result: database(stores),
      onsuccess: null,
      onerror: null,
      onupgradeneeded: null,
    };
    queueMicrotask(() => {
      if (isNew) request.onupgradeneeded?.();
      request.onsuccess?.();
    });
    return request;
  }
}

function database(stores: Stores): object {
  return {
    objectStoreNames: { contains: (name: string) => stores.has(name) },
    createObjectStore: (name: string) => void stores.set(name, new Map<string, unknown>()),
    transaction: (name: string) => transaction(stores.get(name) ?? new Map<string, unknown>()),
    close: () => undefined,
  };
}

function transaction(store: Map<string, unknown>): object {
  const done: { oncomplete: (() => unknown) | null; onerror: null; onabort: null; objectStore(): object } = {
    oncomplete: null,
    onerror: null,
    onabort: null,
    objectStore: () => ({
      get: (key: string) => answer(() => structuredClone(store.get(key))),
      put: (value: unknown, key: string) => answer(() => void store.set(key, structuredClone(value))),
      delete: (key: string) => answer(() => void store.delete(key)),
    }),
  };
  const answer = <Result>(effect: () => Result): Request<Result | undefined> => {
    const request: Request<Result | undefined> = { result: undefined, onsuccess: null, onerror: null };
    queueMicrotask(() => {
      request.result = effect();
      request.onsuccess?.();
      queueMicrotask(() => done.oncomplete?.());
    });
    return request;
  };
  return done;
}
