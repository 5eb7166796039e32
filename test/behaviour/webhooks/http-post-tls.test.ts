import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { selfSigned } from './certificate.ts';
import { answer } from './servers.ts';
import { listen } from '../../support/world/loopback.ts';

const BODY = Buffer.from('{}');
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** A TLS receiver with a certificate for `name` that notes which name each connection asked for. */
async function receiver(name: string) {
  const identity = selfSigned(name);
  const asked: unknown[] = [];
  const server = createServer(identity, (socket: TLSSocket) => {
    asked.push((socket as { servername?: unknown }).servername);
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(answer(200, 'private')));
    closers.push(() => socket.destroy());
  });
  const { port, stop } = await listen(server);
  closers.push(() => void stop());
  const target = `${name}:${port}`;
  const post = guardedPost({ allowed: [target], resolve: async () => ['127.0.0.1'], ca: identity.cert });
  return { asked, send: () => post(`https://${target}/`, {}, BODY) };
}

describe('over TLS', () => {
  test('the TLS handshake names the host (SNI)', async () => {
    const { send, asked } = await receiver('hooks.example.com');
    expect(await send()).toMatchObject({ is: 'answered', status: 200, body: 'private' });
    expect(asked).toEqual(['hooks.example.com']);
  });

  test('the TLS handshake names no host where the host is an address', async () => {
    const { send, asked } = await receiver('127.0.0.1');
    expect(await send()).toMatchObject({ is: 'answered', status: 200, body: 'private' });
    expect(asked).toEqual([false]);
  });

  test('connections are kept alive', async () => {
    const { send, asked } = await receiver('hooks.example.com');
    for (let i = 0; i < 5; i++) expect(await send()).toMatchObject({ is: 'answered' });
    expect(asked).toHaveLength(1);
  });
});
