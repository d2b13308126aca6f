/** The programs outside, in memory: names, addresses and receivers as a test decides. */

import type { SchedulerPort } from '../../src/engine/ports/host';
import { HttpFailure, type HttpPort, type HttpRequest, type HttpResponse } from '../../src/engine/ports/http-port';
import { addressIn, targetOf } from '../../src/hosts/url-address';
import type { CallGate } from './call-gate';

/** What a receiver does with a request: answers, is silent, or breaks off. */
export type NetworkAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'silence'
  | 'break';

type Receiver = (request: HttpRequest) => NetworkAnswer;

const encoder = new TextEncoder();

/** Names without addresses of their own are 203.0.113.1, a public one. A host without a receiver is unreachable. */
export class MemoryNetwork {
  private readonly receivers = new Map<string, Receiver>();
  private readonly addresses = new Map<string, () => readonly string[]>();

  /** `host` as in a URL: `hooks.test`, `127.0.0.1:8080`. */
  receive(host: string, receiver: Receiver): void {
    this.receivers.set(host, receiver);
  }

  /** Asked at every request, so that a name may change its address. None: the name does not resolve. */
  resolve(name: string, addresses: () => readonly string[]): void {
    this.addresses.set(name, addresses);
  }

  client(gate: CallGate, scheduler: SchedulerPort): HttpPort {
    return {
      locate: (url) => targetOf(url, (name) => Promise.resolve(this.addressesOf(name))),
      request: (request) => this.send(request, gate, scheduler),
    };
  }

  private async send(request: HttpRequest, gate: CallGate, scheduler: SchedulerPort): Promise<HttpResponse> {
    const { host } = new URL(request.url);
    return await gate.pass<HttpResponse | Promise<HttpResponse>>(
      { port: 'network', method: 'request', path: host, mutates: true },
      {
        run: () => this.answer(request, scheduler),
        half: () => undefined,
        failure: (code) => new HttpFailure('unreachable', `nothing answers at ${host} (${code})`),
      },
    );
  }

  private answer(request: HttpRequest, scheduler: SchedulerPort): HttpResponse | Promise<HttpResponse> {
    const url = new URL(request.url);
    this.checkAddresses(url, request);
    const receiver = this.receivers.get(url.host);
    if (receiver === undefined) throw new HttpFailure('unreachable', `nothing answers at ${url.host} (ECONNREFUSED)`);
    const answer = receiver(request);
    if (answer === 'break') throw new HttpFailure('broken', `${url.host} gave no whole answer (ECONNRESET)`);
    if (answer === 'silence') return silence(request, url, scheduler);
    const { status, headers = {}, body = '' } = answer;
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    return { status, headers: Object.fromEntries(named), bytes: encoder.encode(body).slice(0, request.mostBytes) };
  }

  private addressesOf(name: string): readonly string[] {
    return this.addresses.get(name)?.() ?? ['203.0.113.1'];
  }

  private checkAddresses(url: URL, { refuseAddress }: HttpRequest): void {
    const literal = addressIn(url);
    const addresses = literal === null ? this.addressesOf(url.hostname) : [literal];
    if (addresses.length === 0) throw new HttpFailure('unreachable', `the name ${url.hostname} does not resolve`);
    for (const address of addresses) {
      const reason = refuseAddress?.(address) ?? null;
      if (reason !== null) throw new HttpFailure('address_refused', `${address} ${reason}`);
    }
  }
}

function silence({ timeout }: HttpRequest, { host }: URL, scheduler: SchedulerPort): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(new HttpFailure('timeout', `${host} did not answer within ${timeout / 1000} s`));
    scheduler.after(timeout, fail);
  });
}
