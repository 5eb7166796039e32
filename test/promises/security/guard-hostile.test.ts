import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { selfSigned } from '../../behaviour/webhooks/certificate.ts';
import {
  answer,
  drip,
  pouring,
  serverTalkingFirst,
  serverAnswering,
  tlsServerAnswering,
} from '../../behaviour/webhooks/servers.ts';
import { BODY, SHORT, LATE_MS, servers, late, postTo, timeout } from './rogues.ts';

const KB = 1024;
afterAll(() => {
  servers.forEach((server) => server.close());
  const violations = late.filter((ms) => ms >= LATE_MS).length;
  const latest = Math.round(Math.max(...late));
  console.log(
    `hostile receivers: seed none, ${late.length} cases, ${latest} ms late at most, ${violations} violations`,
  );
  expect(late.length).toBeGreaterThanOrEqual(12);
  expect(violations).toBe(0);
});

describe.concurrent('a hostile receiver', () => {
  test('that drips its headers', async () => {
    const dripping = serverAnswering((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: ', 20, 'x'));
    const { outcome, lateMs } = await postTo(dripping, SHORT);
    expect(outcome).toMatchObject(timeout);
    expect(lateMs).toBeLessThan(LATE_MS);
  });

  test('that never answers, and the real deadline', async () => {
    const { outcome, lateMs } = await postTo(serverAnswering(() => undefined));
    expect(outcome).toMatchObject(timeout);
    expect(lateMs).toBeLessThan(LATE_MS);
  });

  test('that drips its body: the status counts, and the body is cut at the deadline', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n';
    const dripping = serverAnswering((socket) => {
      socket.write(head);
      drip(socket, '', 20, 'x');
    });
    const { outcome, lateMs } = await postTo(dripping, SHORT);
    expect(outcome).toMatchObject({
      is: 'answered',
      status: 200,
      body: expect.stringMatching(/^x+$/) as string,
    });
    expect(lateMs).toBeLessThan(LATE_MS);
  });

  test('whose body never ends: 16 KB are read', async () => {
    const { outcome, ms } = await postTo(pouring('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(64 * KB)));
    expect(outcome).toMatchObject({ is: 'answered', status: 200, body: 'x'.repeat(16 * KB) });
    expect(ms).toBeLessThan(5_000);
  });

  test('whose body is in a thousand tiny chunks, each with kilobytes that are no body', async () => {
    const chunk = `1;${'x'.repeat(10 * KB)}\r\nx\r\n`;
    const { outcome } = await postTo(pouring('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', chunk));
    expect(outcome).toMatchObject({ is: 'answered', status: 200, body: 'x'.repeat(KB) });
  });

  test('that pours informational answers', async () => {
    const { outcome } = await postTo(pouring('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)));
    expect(outcome).toMatchObject({ is: 'failed', why: 'forbidden: too many interim answers' });
  });

  test('that floods us with headers', async () => {
    const flood = `HTTP/1.1 200 OK\r\n${`X-Flood: ${'x'.repeat(1_000)}\r\n`.repeat(17)}\r\n`;
    const { outcome } = await postTo(serverAnswering((socket) => socket.write(flood)));
    expect(outcome).toMatchObject({ is: 'failed', why: 'HPE_HEADER_OVERFLOW' });
  });

  test('that never gets past informational answers', async () => {
    const informing = serverAnswering((socket) => drip(socket, '', 5, 'HTTP/1.1 102 Processing\r\n\r\n'));
    const { outcome, lateMs } = await postTo(informing, SHORT);
    expect(outcome).toMatchObject(timeout);
    expect(lateMs).toBeLessThan(LATE_MS);
  });

  test('that resets the connection', async () => {
    const { outcome } = await postTo(serverTalkingFirst((socket) => socket.resetAndDestroy()));
    expect(outcome).toMatchObject({ is: 'failed', why: 'ECONNRESET' });
  });

  test('that resets the connection within its body', async () => {
    const { outcome } = await postTo(
      serverAnswering((socket) => {
        socket.write('HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\nhalf', () => socket.resetAndDestroy());
      }),
    );
    expect(outcome).toMatchObject({ is: 'answered', status: 500 });
  });

  test('that answers before it is asked: it is not asked again', async () => {
    const server = await serverTalkingFirst((socket) => socket.end(answer(599, 'whatever it is')));
    await postTo(Promise.resolve(server));
    expect(server.connections()).toBe(1);
  });

  test('that answers garbage', async () => {
    const { outcome } = await postTo(
      serverAnswering((socket) => socket.end('\x00\x01\x02 this is not HTTP\r\n\r\n')),
    );
    expect(outcome).toMatchObject({ is: 'failed', why: expect.stringMatching(/^HPE_/) as string });
  });

  test('that redirects: nothing follows', async () => {
    const elsewhere = await serverAnswering((socket) => socket.end(answer(200, 'followed')));
    servers.push(elsewhere);
    const redirect = answer(307, '', `Location: http://127.0.0.1:${elsewhere.port}/\r\n`);
    const { outcome } = await postTo(serverAnswering((socket) => socket.end(redirect)));
    expect(outcome).toMatchObject({ is: 'answered', status: 307 });
    expect(elsewhere.connections()).toBe(0);
  });

  test('that upgrades the protocol', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const { outcome, ms } = await postTo(serverAnswering((socket) => socket.write(upgrade)));
    expect(outcome.is).toBe('failed');
    expect(ms).toBeLessThan(5_000);
  });

  test('that answers too late', async () => {
    const tooLate = serverAnswering(
      (socket) => void setTimeout(() => socket.end(answer(200, 'late')), 4_000),
    );
    expect((await postTo(tooLate, SHORT)).outcome).toMatchObject(timeout);
  });

  test('that closes its side without a word', async () => {
    const { outcome } = await postTo(serverAnswering((socket) => socket.end()));
    expect(outcome).toMatchObject({ is: 'failed', why: 'ECONNRESET' });
  });

  test('that sends a gzip bomb: it stays packed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * KB * KB));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const { outcome } = await postTo(
      serverAnswering((socket) => socket.end(Buffer.concat([Buffer.from(head), bomb]))),
    );
    expect(outcome).toMatchObject({ is: 'answered', status: 200 });
    expect(outcome.is === 'answered' && outcome.body.length).toBeLessThanOrEqual(16 * KB);
  });

  test('that never answers the TLS handshake', async () => {
    const silent = serverTalkingFirst(() => undefined);
    expect((await postTo(silent, { ...SHORT, scheme: 'https' })).outcome).toMatchObject(timeout);
  });

  test('whose certificate is signed by nobody', async () => {
    const server = tlsServerAnswering(selfSigned('localhost'), (socket) => socket.end(answer(200, 'ok')));
    const { outcome } = await postTo(server, { scheme: 'https', host: 'localhost' });
    expect(outcome).toMatchObject({ is: 'failed', why: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  test('whose certificate is for another host', async () => {
    const identity = selfSigned('other.example');
    const server = tlsServerAnswering(identity, (socket) => socket.end(answer(200, 'ok')));
    const { outcome } = await postTo(server, { scheme: 'https', host: 'localhost', ca: identity.cert });
    expect(outcome).toMatchObject({ is: 'failed', why: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('whose name server never answers', async () => {
    const post = guardedPost({ allowed: [], resolve: () => new Promise(() => undefined), deadlineMs: 300 });
    expect(await post('https://hooks.example.com/', {}, BODY)).toMatchObject(timeout);
  });

  test('whose name server fails', async () => {
    const failing = Promise.reject<string[]>(Object.assign(new Error('no'), { code: 'ESERVFAIL' }));
    const post = guardedPost({ allowed: [], resolve: () => failing });
    expect(await post('https://hooks.example.com/', {}, BODY)).toMatchObject({
      is: 'failed',
      why: 'ESERVFAIL',
    });
  });
});
