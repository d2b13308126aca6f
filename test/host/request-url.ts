/** The app's own HTTP client: no CORS, an error from status 400 on unless told otherwise. */

export interface RequestUrlParam {
  url: string;
  method?: string;
  contentType?: string;
  body?: string | ArrayBuffer;
  headers?: Record<string, string>;
  throw?: boolean;
}

export interface RequestUrlResponse {
  status: number;
  headers: Record<string, string>;
  arrayBuffer: ArrayBuffer;
  text: string;
  readonly json: unknown;
}

type Send = (
  request: RequestUrlParam,
) => Promise<{ status: number; headers: Record<string, string>; body: ArrayBuffer }>;

let send: Send = async (request) => {
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: {
      ...request.headers,
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
    },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.arrayBuffer() };
};

/** Node's test app sends through `node:http`, because the DOM stand-in's `fetch` enforces CORS. */
export function setSender(sender: Send): void {
  send = sender;
}

export interface RequestUrlResponsePromise extends Promise<RequestUrlResponse> {
  text: Promise<string>;
  json: Promise<unknown>;
  arrayBuffer: Promise<ArrayBuffer>;
}

export function requestUrl(request: RequestUrlParam | string): RequestUrlResponsePromise {
  const response = perform(typeof request === 'string' ? { url: request } : request);
  const parts = {
    text: response.then((answer) => answer.text),
    json: response.then((answer): unknown => answer.json),
    arrayBuffer: response.then((answer) => answer.arrayBuffer),
  };
  for (const part of Object.values(parts)) part.catch(() => undefined); // reported by the response itself
  return Object.assign(response, parts);
}

async function perform(request: RequestUrlParam): Promise<RequestUrlResponse> {
  const { status, headers, body } = await send(request);
  if (status >= 400 && request.throw !== false) throw new Error(`Request failed, status ${status}`);
  const text = new TextDecoder().decode(body);
  return {
    status,
    headers,
    arrayBuffer: body,
    text,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}
