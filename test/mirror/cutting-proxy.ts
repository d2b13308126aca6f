/** A way to a server that breaks when it is told to: the bytes are real, and so is the end of the connection. */

import net from 'node:net';

export class CuttingProxy {
  /** So many pieces of the client pass; the next one passes too, and its answer does not. Infinity: all. */
  passes = Infinity;
  private readonly sockets = new Set<net.Socket>();

  private constructor(
    private readonly server: net.Server,
    readonly port: number,
  ) {}

  static async start(target: number): Promise<CuttingProxy> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, (server.address() as net.AddressInfo).port);
    server.on('connection', (near) => proxy.join(near, net.connect(target, '127.0.0.1')));
    return proxy;
  }

  private join(near: net.Socket, far: net.Socket): void {
    const cut = (): void => {
      for (const socket of [near, far]) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    far.on('data', (bytes) => {
      if (this.passes >= 0) near.write(bytes);
    });
    near.on('data', (bytes) => {
      this.passes -= 1;
      far.write(bytes, () => {
        if (this.passes < 0) cut();
      });
    });
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
