/** A receiver on loopback: answers as a test decides, and keeps what it was sent. */

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceiverAnswer, SeenRequest } from './http.contract';

export interface LoopbackReceiver {
  /** `127.0.0.1:8080` */
  readonly host: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  answerWith(answer: (request: SeenRequest) => ReceiverAnswer): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<LoopbackReceiver> {
  const seen: SeenRequest[] = [];
  let answer: (request: SeenRequest) => ReceiverAnswer = () => ({ status: 200 });
  const server = http.createServer((request, response) => {
    void seenOf(request).then((each) => {
      seen.push(each);
      give(response, answer(each));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    seen,
    answerWith: (next) => void (answer = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function seenOf(request: http.IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = Buffer.concat(pieces).toString('utf8');
  return { method: request.method ?? '', path: request.url ?? '', headers, body };
}

function give(response: http.ServerResponse, answer: ReceiverAnswer): void {
  if (answer === 'silence') return;
  if (answer === 'break') return void response.destroy();
  response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
}

/** A port of loopback at which nobody listens. */
export async function deadHost(): Promise<string> {
  const receiver = await startReceiver();
  await receiver.close();
  return receiver.host;
}
