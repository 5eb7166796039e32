import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import { selfSigned } from './certificate.ts';
import { answer, serverAnswering, serverTalkingFirst, tlsServerAnswering } from './servers.ts';
import type { RawServer } from './servers.ts';

const BODY = Buffer.from('{}');
/** Shorter than the deadline, and long enough for a busy machine. */
const PATIENCE = { timeout: 9_000 };

const open: RawServer[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** Lets `talk` answer every request, and posts to it. */
async function receiver(talk: (socket: Socket) => void, deadlineMs?: number) {
  let requests = 0;
  const server = await serverAnswering((socket) => {
    const next = () => {
      requests++;
      talk(socket);
    };
    socket.on('data', next);
    next();
  });
  open.push(server);
  const address = `127.0.0.1:${server.port}`;
  const post = guardedPost({ allowed: [address], ...(deadlineMs !== undefined && { deadlineMs }) });
  return { send: () => post(`http://${address}/`, {}, BODY), requests: () => requests, server };
}

const says = (text: string) => (socket: Socket) => void socket.write(text);

describe('an answer', () => {
  test('whose body is cut off by a reset counts with what has arrived', PATIENCE, async () => {
    const { send } = await receiver((socket) =>
      socket.write('HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\nhalf', () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      ),
    );
    expect(await send()).toMatchObject({ is: 'answered', status: 500, body: 'half' });
  });

  test('whose body becomes invalid counts with what has arrived', PATIENCE, async () => {
    const { send } = await receiver(
      says('HTTP/1.1 503 No\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nnot a size\r\n'),
    );
    expect(await send()).toMatchObject({ is: 'answered', status: 503, body: 'half' });
  });

  test('that switches the protocol counts as no answer', PATIENCE, async () => {
    const { send } = await receiver(
      says('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
    expect(await send()).toMatchObject({ is: 'failed', why: 'connection closed' });
  });
});

describe('no answer', () => {
  const posted = (resolve: () => Promise<string[]>) =>
    guardedPost({ allowed: [], resolve, deadlineMs: 30 })('https://hooks.example.com/', {}, BODY);

  test('is there of a DNS look-up that fails, or is not over at the deadline', PATIENCE, async () => {
    const failing = async () =>
      Promise.reject<string[]>(Object.assign(new Error('no'), { code: 'ESERVFAIL' }));
    expect(await posted(failing)).toMatchObject({ is: 'failed', why: 'ESERVFAIL' });
    const endless = async () => new Promise<string[]>(() => undefined);
    expect(await posted(endless)).toMatchObject({ is: 'failed', why: 'timeout' });
  });

  test('is in informational answers without end', PATIENCE, async () => {
    const { send } = await receiver(says('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_001)));
    expect(await send()).toMatchObject({ is: 'failed', why: 'forbidden: too many interim answers' });
  });

  const [own, others] = [selfSigned('localhost'), selfSigned('other.example')];
  const says200 = (socket: Socket) => void socket.end(answer(200, 'ok'));
  test.each([
    ['before the TLS handshake is', () => serverTalkingFirst(() => undefined), undefined, 'timeout'],
    [
      'by a certificate signed by nobody',
      () => tlsServerAnswering(own, says200),
      undefined,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    [
      'by a certificate for another host',
      () => tlsServerAnswering(others, says200),
      others.cert,
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
  ])('is taken %s', PATIENCE, async (_how, start, ca, why) => {
    const server = await start();
    open.push(server);
    const allowed = [`localhost:${server.port}`];
    const post = guardedPost({
      ...{ allowed, resolve: async () => ['127.0.0.1'], deadlineMs: 1_000 },
      ...(ca !== undefined && { ca }),
    });
    expect(await post(`https://${allowed[0]!}/`, {}, BODY)).toMatchObject({ is: 'failed', why });
  });
});

describe('the deadline', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** Waits in turns of the event loop: `vi.waitUntil` would let the deadline's time pass, as much as the machine is slow. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await turn();
  };

  test(
    'of a silent receiver is ten seconds, and then the connection is closed',
    async () => {
      let closed = false;
      const { send, requests } = await receiver((socket) => socket.on('close', () => (closed = true)));
      let outcome: unknown;
      const ended = send().then((came) => (outcome = came));
      await until(() => requests() > 0);
      vi.advanceTimersByTime(9_999);
      expect(vi.getTimerCount()).toBe(1);
      await turn();
      expect(outcome).toBeUndefined();
      vi.advanceTimersByTime(1);
      expect(await ended).toMatchObject({ is: 'failed', why: 'timeout' });
      await until(() => closed);
    },
    PATIENCE.timeout,
  );

  test('ends a body that never ends; the status counts', PATIENCE, async () => {
    const { send, requests } = await receiver(says('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf'));
    const ended = send();
    await until(() => requests() > 0);
    await turn();
    vi.advanceTimersByTime(10_000);
    expect((await ended).is).toBe('answered');
  });
});

describe('the connected address', () => {
  const sockets: Socket[] = [];
  let lie: { readonly address: string | undefined } | undefined;
  const opened = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    sockets.push(socket);
    if (lie) pretend(socket, lie.address);
  };
  const pretend = (socket: Socket, address: string | undefined) =>
    Object.defineProperty(socket, 'remoteAddress', { get: () => address, configurable: true });

  beforeEach(() => {
    lie = undefined;
    sockets.splice(0);
    diagnostics.subscribe('net.client.socket', opened);
  });
  afterEach(() => void diagnostics.unsubscribe('net.client.socket', opened));

  const refused = { is: 'failed', why: 'forbidden: the peer is not permitted' };

  test.each([
    ['is not permitted', '10.0.0.1'],
    ['cannot be told', undefined],
  ])('that %s is sent nothing, whatever the look-up answered', PATIENCE, async (_why, address) => {
    const { send, requests } = await receiver(says(answer(200, '')));
    lie = { address };
    expect(await send()).toMatchObject(refused);
    expect(sockets).toHaveLength(1);
    expect(requests()).toBe(0);
  });

  test('is checked again on a reused connection', PATIENCE, async () => {
    const { send, requests, server } = await receiver(says(answer(200, '')));
    expect(await send()).toMatchObject({ is: 'answered' });
    for (const socket of sockets) pretend(socket, '10.0.0.1');
    expect(await send()).toMatchObject(refused);
    expect(requests()).toBe(1);
    expect(server.connections()).toBe(1);
  });
});
