import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { selfSigned } from './certificate.ts';
import { answer, tlsServerAnswering } from './servers.ts';
import { listen, onceWhole } from '../../support/world/loopback.ts';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function receiver(status = 200, body = 'received') {
  const seen: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer(
    onceWhole((request, bytes, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: bytes });
      response.writeHead(status).end(body);
    }),
  );
  server.on('connection', () => connections++);
  const { port, stop } = await listen(server);
  onTestFinished(stop);
  return { port, stop, seen, connections: () => connections };
}

describe('a POST', () => {
  test('sends exactly the bytes, to the path and with the headers given', async () => {
    const { port, seen } = await receiver();
    const body = Buffer.from('{"name":"Çağrı \\u0000 🙂"}');
    const post = guardedPost({ allowed: [`127.0.0.1:${port}`] });
    const headers = { 'Content-Type': 'application/json', 'X-Svc-Event': 'EXPIRED' };
    const outcome = await post(`http://127.0.0.1:${port}/hooks/billing?a=b`, headers, body);
    expect(outcome).toMatchObject({ is: 'answered', status: 200, body: 'received' });
    expect(outcome.tookMs).toBeGreaterThanOrEqual(0);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/hooks/billing?a=b',
      headers: {
        host: `127.0.0.1:${port}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
        'x-svc-event': 'EXPIRED',
      },
    });
    expect(seen[0]?.body.equals(body)).toBe(true);
  });

  test('reports any status as an answer', async () => {
    const { port } = await receiver(503, 'busy');
    const post = guardedPost({ allowed: [`127.0.0.1:${port}`] });
    const outcome = await post(`http://127.0.0.1:${port}/`, {}, Buffer.from('{}'));
    expect(outcome).toMatchObject({ is: 'answered', status: 503, body: 'busy' });
  });

  test('keeps connections alive', async () => {
    const { port, seen, connections } = await receiver();
    const post = guardedPost({ allowed: [`127.0.0.1:${port}`] });
    for (let i = 0; i < 20; i++) await post(`http://127.0.0.1:${port}/`, {}, Buffer.from('{}'));
    expect(seen).toHaveLength(20);
    expect(connections()).toBe(1);
  });

  test('resolves the addresses once and connects to those', async () => {
    const { port, seen } = await receiver();
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const post = guardedPost({
      allowed: [`hooks.example.com:${port}`],
      resolve: async () => answers[asked++] ?? [],
    });
    expect(await post(`http://hooks.example.com:${port}/`, {}, Buffer.from('{}'))).toMatchObject({
      status: 200,
    });
    expect(asked).toBe(1);
    expect(seen[0]?.headers.host).toBe(`hooks.example.com:${port}`);
    expect(await post(`http://hooks.example.com:${port}/`, {}, Buffer.from('{}'))).toMatchObject({
      is: 'failed',
      why: 'forbidden: the host has an address that is not a public one',
    });
    expect(seen).toHaveLength(1);
  });

  test('resolves localhost without a name server', async () => {
    const { port } = await receiver(204, '');
    const post = guardedPost({ allowed: [`localhost:${port}`] });
    expect(await post(`http://localhost:${port}/`, {}, Buffer.from('{}'))).toMatchObject({ status: 204 });
  });

  test.each([
    ['hooks.example.com', 'hooks.example.com'],
    ['127.0.0.1', false],
  ])('goes over TLS to %s, whose certificate is good, and asks for the name %s', async (name, wanted) => {
    const identity = selfSigned(name);
    const asked: unknown[] = [];
    const server = await tlsServerAnswering(identity, (socket) => {
      asked.push((socket as { servername?: unknown }).servername);
      socket.end(answer(200, 'private'));
    });
    const allowed = [`${name}:${server.port}`];
    const post = guardedPost({ allowed, resolve: async () => ['127.0.0.1'], ca: identity.cert });
    const outcome = await post(`https://${allowed[0] ?? ''}/`, {}, Buffer.from('{}'));
    server.close();
    expect(outcome).toMatchObject({ is: 'answered', status: 200, body: 'private' });
    expect(asked).toEqual([wanted]);
  });

  test('reports by a code why there was no answer', async () => {
    const { port, stop } = await receiver();
    await stop();
    const post = guardedPost({ allowed: [`127.0.0.1:${port}`] });
    const outcome = await post(`http://127.0.0.1:${port}/`, {}, Buffer.from('{}'));
    expect(outcome).toMatchObject({ is: 'failed', why: 'ECONNREFUSED' });
  });
});
