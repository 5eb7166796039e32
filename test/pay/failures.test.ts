import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Sealed } from '../../lib/sealed.ts';
import {
  card,
  customer,
  got,
  openProvider,
  payOf,
  POOR_CARD,
  serve,
  startWith,
  type Provider,
} from './provider.ts';

const someone = { apiKey: 'k', secretKey: 's', merchantId: '1' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How many charges the sandbox has seen, which tells whether work was done behind a failure. */
async function charges(provider: Provider): Promise<number> {
  return (await provider.control<unknown[]>('GET', '/ledger')).length;
}

describe('a provider that cannot be reached', () => {
  it('is unreachable where nothing listens', async () => {
    const server = createServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await payOf(url, someone).cancel('r')).toEqual({ ok: false, is: 'unreachable' });
    expect(await payOf(url, someone).readSubscription('r')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is unreachable where its name cannot be found or its address is none', async () => {
    expect(await payOf('http://nowhere.invalid', someone).cancel('r')).toEqual({
      ok: false,
      is: 'unreachable',
    });
    expect(await payOf('not an address', someone).cancel('r')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('is unreachable where TLS never comes about, since nothing was sent', async () => {
    const silent = await listen(createServer((socket) => onTestFinished(() => void socket.destroy())));
    const refusing = await listen(createServer((socket) => socket.end('no TLS here')));
    for (const url of [silent, refusing]) {
      const pay = payOf(url.replace('http:', 'https:'), someone, { money: 150 });
      expect(await pay.cancel('r')).toEqual({ ok: false, is: 'unreachable' });
    }
  });
});

describe('a provider that does not answer', () => {
  it('is a timeout for calls that move money and for those that read, each by its own deadline', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { hangNext: 2 });
    const pay = payOf(provider.sandbox.url, provider.merchant, { money: 120, read: 80 });
    expect(await pay.cancel('r')).toEqual({ ok: false, is: 'timeout' });
    expect(await pay.readSubscription('r')).toEqual({ ok: false, is: 'timeout' });
  });

  it('is a timeout where an answer begins and never ends', async () => {
    const url = await listen(
      createServer((socket) => {
        onTestFinished(() => void socket.destroy());
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status"');
      }),
    );
    expect(await payOf(url, someone, { money: 100 }).cancel('r')).toEqual({ ok: false, is: 'timeout' });
  });

  it('is broken where the connection is lost, though the work was done', async () => {
    const provider = await openProvider();
    const plan = await provider.plan();
    await provider.control('POST', '/behaviour', { loseAnswerNext: 1, path: '/initialize' });
    expect(await startWith(provider, plan)).toEqual({ ok: false, is: 'broken' });
    expect(await charges(provider)).toBe(1);
    expect(got(await provider.pay.search({ planReference: plan }))).toHaveLength(1);
  });

  it('is broken where the answer stops short', async () => {
    const url = await listen(
      createServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')),
      ),
    );
    expect(await payOf(url, someone).cancel('r')).toEqual({ ok: false, is: 'broken' });
  });

  it('is never asked twice', async () => {
    let asked = 0;
    const url = await listen(
      createServer((socket) => socket.once('data', () => (asked++, socket.destroy()))),
    );
    await payOf(url, someone).cancel('r');
    await payOf(url, someone).readSubscription('r');
    expect(asked).toBe(2);
  });
});

describe('an answer that is not of the contract', () => {
  it('is nonsense with HTTP 500, and nothing was charged', async () => {
    const provider = await openProvider();
    const plan = await provider.plan();
    await provider.control('POST', '/behaviour', { failNext: 1 });
    expect(await startWith(provider, plan)).toEqual({ ok: false, is: 'nonsense', httpStatus: 500 });
    expect(await charges(provider)).toBe(0);
  });

  it.each([
    ['no JSON', 200, '<html></html>'],
    ['empty', 200, ''],
    ['a list', 200, '[]'],
    ['without a status', 200, '{"data":{}}'],
    ['a success without its fields', 200, '{"status":"success","data":{"referenceCode":"r"}}'],
    ['a success with a redirect', 302, '{"status":"success"}'],
    ['a success with HTTP 422', 422, '{"status":"success"}'],
    ['a failure with HTTP 503', 503, '{"status":"failure","errorCode":"201400"}'],
    ['an unknown page with HTTP 404', 404, 'not found'],
    ['larger than two megabytes', 200, `{"status":"success","x":"${'x'.repeat(2_000_001)}"}`],
  ])('is nonsense when %s', async (_, status, body) => {
    const url = await serve((_request, answer) => answer(status, body));
    const answer = await payOf(url, someone).readSubscription('r');
    expect(answer).toEqual({ ok: false, is: 'nonsense', httpStatus: status });
  });
});

describe('a refusal', () => {
  it.each([
    ['1001 of the general services', 422, '1001', 'api bilgileri bulunamadı', 'credentials'],
    ['8 with HTTP 401', 401, '8', 'x', 'credentials'],
    [
      '8 for a wrong signature with HTTP 422',
      422,
      '8',
      'Authentication token is not verified',
      'credentials',
    ],
    ['8 for a missing identity number', 422, '8', 'identityNumber gönderilmesi zorunludur', 'refused'],
    ['50000', 422, '50000', 'Request Limit Exceeded', 'limited'],
    ['any with HTTP 429', 429, '1', 'x', 'limited'],
    ['201600', 422, '201600', 'x', 'notFound'],
    ['201400', 200, '201400', 'x', 'notFound'],
    ['any with HTTP 404', 404, '1', 'Sistem hatası', 'notFound'],
    ['201601', 422, '201601', 'x', 'notFinished'],
    ['an unknown code', 422, '999999', 'x', 'refused'],
  ])('with code %s is understood', async (_, status, errorCode, errorMessage, is) => {
    const url = await serve((_request, answer) =>
      answer(status, JSON.stringify({ status: 'failure', errorCode, errorMessage })),
    );
    const wanted = { ok: false, is, providerCode: errorCode, message: errorMessage };
    expect(await payOf(url, someone).readForm('t')).toEqual(wanted);
  });

  it('for a wrong secret or an unknown key concerns the credentials', async () => {
    const { sandbox, merchant } = await openProvider();
    const wrong = payOf(sandbox.url, { ...merchant, secretKey: 'wrong' });
    expect(await wrong.cancel('r')).toMatchObject({ is: 'credentials', providerCode: '8' });
    const unknown = payOf(sandbox.url, { ...merchant, apiKey: 'unknown' });
    expect(await unknown.cancel('r')).toMatchObject({ is: 'credentials', providerCode: '1001' });
  });

  it('of an account without the subscription feature carries 100001', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { featureEnabled: false });
    expect(await provider.pay.listProducts()).toMatchObject({ is: 'refused', providerCode: '100001' });
  });

  it('of too many calls is a limit', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { limitNext: 1 });
    expect(await provider.pay.listProducts()).toMatchObject({ is: 'limited', providerCode: '50000' });
  });

  it('of an unknown form or subscription is told apart from others', async () => {
    const { pay } = await openProvider();
    expect(await pay.readForm('unknown')).toMatchObject({ is: 'notFound', providerCode: '201600' });
    expect(await pay.readSubscription('unknown')).toMatchObject({ is: 'notFound', providerCode: '201400' });
  });

  it.each([
    ['4111111111111129', '10051'],
    ['4129111111111111', '10005'],
    ['4128111111111112', '10012'],
    ['4127111111111113', '10041'],
    ['4126111111111114', '10043'],
    ['4125111111111115', '10054'],
    ['4124111111111116', '10084'],
    ['4123111111111117', '10057'],
    ['4122111111111118', '10058'],
    ['4121111111111119', '10034'],
    ['5890040000000016', '10217'],
  ])('of the card %s carries the code %s', async (number, code) => {
    const provider = await openProvider();
    const answer = await startWith(provider, await provider.plan(), number);
    expect(answer).toMatchObject({ ok: false, is: 'refused', providerCode: code });
  });
});

describe('card data', () => {
  it('shows in no failure', async () => {
    const { pay } = await openProvider();
    const secret = card(POOR_CARD);
    const answer = await pay.startDirect({
      planReference: 'unknown',
      customer: customer(),
      card: new Sealed(secret),
      initialStatus: 'ACTIVE',
      correlationId: 'c',
    });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toMatch(/4111111111111129|11111111111/);
  });
});
