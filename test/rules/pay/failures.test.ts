import { createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { got, openProvider, payOf, someone, startWith, type Provider } from './provider.ts';
import { serve } from './receiver.ts';
import { listen } from '../../support/world/loopback.ts';

async function urlOf(server: Server): Promise<string> {
  const { url, stop } = await listen(server);
  onTestFinished(() => void stop());
  return url;
}

/** How many charges the sandbox has seen, which tells whether work was done behind a failure. */
async function charges(provider: Provider): Promise<number> {
  return (await provider.control<unknown[]>('GET', '/ledger')).length;
}

describe('a provider that cannot be reached', () => {
  it('is unreachable where nothing listens', async () => {
    const url = 'http://127.0.0.1:1';
    expect(await payOf(url, someone).cancel('r')).toEqual({ ok: false, is: 'unreachable' });
    expect(await payOf(url, someone).readSubscription('r')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is unreachable where its name does not resolve or its address is invalid', async () => {
    expect(await payOf('http://nowhere.invalid', someone).cancel('r')).toEqual({
      ok: false,
      is: 'unreachable',
    });
    expect(await payOf('not an address', someone).cancel('r')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is unreachable where the TLS handshake fails, since nothing was sent', async () => {
    const silent = await urlOf(createServer((socket) => onTestFinished(() => void socket.destroy())));
    const refusing = await urlOf(createServer((socket) => socket.end('no TLS here')));
    for (const url of [silent, refusing]) {
      const pay = payOf(url.replace('http:', 'https:'), someone, { money: 150 });
      expect(await pay.cancel('r')).toEqual({ ok: false, is: 'unreachable' });
    }
  });
});

describe('a provider that does not answer', () => {
  it('is a timeout for calls that move money and for reads, each with its own deadline', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { hangNext: 2 });
    const pay = payOf(provider.sandbox.url, provider.merchant, { money: 1_500, read: 1_000 });
    expect(await pay.cancel('r')).toEqual({ ok: false, is: 'timeout' });
    expect(await pay.readSubscription('r')).toEqual({ ok: false, is: 'timeout' });
  });

  it('is a timeout where an answer begins and never ends', async () => {
    const url = await urlOf(
      createServer((socket) => {
        onTestFinished(() => void socket.destroy());
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status"');
      }),
    );
    expect(await payOf(url, someone, { money: 100 }).cancel('r')).toEqual({ ok: false, is: 'timeout' });
  });

  it('is connectionLost where the connection is closed, though the work was done', async () => {
    const provider = await openProvider();
    const plan = await provider.plan();
    await provider.control('POST', '/behaviour', { loseAnswerNext: 1, path: '/initialize' });
    expect(await startWith(provider, plan)).toEqual({ ok: false, is: 'connectionLost' });
    expect(await charges(provider)).toBe(1);
    expect(got(await provider.pay.search({ planReference: plan }))).toHaveLength(1);
  });

  it('is connectionLost where the answer is truncated', async () => {
    const url = await urlOf(
      createServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')),
      ),
    );
    expect(await payOf(url, someone).cancel('r')).toEqual({ ok: false, is: 'connectionLost' });
  });

  it('is never called twice', async () => {
    let asked = 0;
    const url = await urlOf(createServer((socket) => socket.once('data', () => (asked++, socket.destroy()))));
    await payOf(url, someone).cancel('r');
    await payOf(url, someone).readSubscription('r');
    expect(asked).toBe(2);
  });
});

describe('an answer that violates the contract', () => {
  it('is an invalid response with HTTP 500, and nothing was charged', async () => {
    const provider = await openProvider();
    const plan = await provider.plan();
    await provider.control('POST', '/behaviour', { failNext: 1 });
    expect(await startWith(provider, plan)).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 500 });
    expect(await charges(provider)).toBe(0);
  });

  it.each([
    ['no JSON', 200, '<html></html>'],
    ['empty', 200, ''],
    ['a list', 200, '[]'],
    ['without a status', 200, '{"data":{}}'],
    ['a success with a redirect', 302, '{"status":"success"}'],
    ['a success with HTTP 422', 422, '{"status":"success"}'],
    ['a failure with HTTP 503', 503, '{"status":"failure","errorCode":"201400"}'],
    ['an unknown page with HTTP 404', 404, 'not found'],
    ['larger than two megabytes', 200, `{"status":"success","x":"${'x'.repeat(2_000_001)}"}`],
  ])('is an invalid response when %s', async (_, status, body) => {
    const url = await serve((_request, answer) => answer(status, body));
    expect(await payOf(url, someone).cancel('r')).toEqual({
      ok: false,
      is: 'invalidResponse',
      httpStatus: status,
    });
  });

  it('is an invalid response when a success lacks its fields', async () => {
    const body = '{"status":"success","data":{"referenceCode":"r"}}';
    const url = await serve((_request, answer) => answer(200, body));
    const answer = await payOf(url, someone).readSubscription('r');
    expect(answer).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 200 });
  });
});
