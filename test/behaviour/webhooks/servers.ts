import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from '../../support/world/loopback.ts';

/** A server on loopback that does whatever `talk` does with each connection. */
export interface RawServer {
  readonly port: number;
  /** Connections so far. */
  readonly connections: () => number;
  readonly close: () => void;
}

/** A server that calls `talk` once the request's first bytes have arrived. */
export async function serverAnswering(talk: (socket: Socket) => void): Promise<RawServer> {
  return serverTalkingFirst(onceAsked(talk));
}

/** A server that calls `talk` as soon as a client connects. */
export async function serverTalkingFirst(talk: (socket: Socket) => void): Promise<RawServer> {
  return listening(createServer(), 'connection', talk);
}

/** The same as `serverAnswering`, over TLS. */
export async function tlsServerAnswering(
  identity: { key: string; cert: string },
  talk: (socket: Socket) => void,
): Promise<RawServer> {
  return tlsServerTalkingFirst(identity, onceAsked(talk));
}

/** The same as `serverTalkingFirst`, over TLS. */
export async function tlsServerTalkingFirst(
  identity: { key: string; cert: string },
  talk: (socket: Socket) => void,
): Promise<RawServer> {
  return listening(createTlsServer(identity), 'secureConnection', talk);
}

const onceAsked = (talk: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => talk(socket));

async function listening(
  server: Server,
  event: 'connection' | 'secureConnection',
  talk: (socket: Socket) => void,
): Promise<RawServer> {
  let connections = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.on(event, (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    talk(socket);
  });
  const { port } = await listen(server);
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port, connections: () => connections, close };
}

/** A server that writes a text, and then another again and again, as fast as it is taken. */
export function pouring(begin: string, again: string): Promise<RawServer> {
  return serverAnswering((socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(again));
    };
    socket.on('drain', pour);
    socket.write(begin);
    pour();
  });
}

/** A whole answer with a body. */
export function answer(status: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${status} Any\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Writes `text` byte by byte, and then `then` again and again. */
export function drip(socket: Socket, text: string, everyMs: number, then: string): void {
  let i = 0;
  const timer = setInterval(() => socket.write(text[i++] ?? then), everyMs);
  socket.on('close', () => clearInterval(timer));
}
