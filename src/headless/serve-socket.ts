/** The socket of `notedb serve`. It listens while the vault is still being read, so that the page can say so. docs/http.md#address-and-port */

import http from 'node:http';
import type { LoggerPort } from '../engine/index';
import type { RequestHandler } from '../hosts/node/process/http-exchanges';
import { type RunningHttpServer, startHttpServer } from '../hosts/node/process/http-server';
import { ProgramError } from './usage';

interface SocketPlace {
  readonly host: string;
  /** Null: one of the usual ports. */
  readonly port: number | null;
}

export class ServeSocket {
  private running: RunningHttpServer | null = null;

  /** `answering` answers until another one does. */
  constructor(
    private readonly place: SocketPlace,
    private readonly logger: LoggerPort,
    private answering: RequestHandler,
  ) {}

  /** Throws ProgramError when no port is free. */
  async listen(): Promise<void> {
    const { host, port } = this.place;
    const handler: RequestHandler = {
      handle: (request) => this.answering.handle(request),
      refuse: (reason) => this.answering.refuse(reason),
    };
    const options = { http, handler, host, logger: this.logger };
    try {
      this.running = await startHttpServer({ ...options, ...(port === null ? {} : { port }) });
    } catch (error) {
      throw new ProgramError(error instanceof Error ? error.message : String(error));
    }
  }

  /** From now on requests are answered by `handler`. Returns the address. */
  serve(handler: RequestHandler): string {
    this.answering = handler;
    return this.running?.address ?? '';
  }

  /** Resolves when the port is free. */
  async close(): Promise<void> {
    await this.running?.close();
    this.running = null;
  }
}
