import { Server as HttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server of a test's own, at a port of this machine that was free. */
export interface Loopback {
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly url: string;
  /** Ends it, and cuts the connections of its HTTP clients. */
  readonly stop: () => Promise<void>;
}

/** Has a server listen on this machine alone. */
export async function listen(server: Server): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if (server instanceof HttpServer) server.closeAllConnections();
    });
  return { port, host, url: `http://${host}`, stop };
}

/** Answers each request once all of its body has arrived; one that breaks off is never answered. */
export const onceWhole =
  (answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), response));
  };
