import diagnostics from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLoopback, isPublic } from '../../../lib/outgoing/special-addresses.ts';
import { checkLink, checkUrl, findTarget } from '../../../lib/outgoing/guard.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import {
  PUBLIC_V4,
  PUBLIC_V6,
  SPECIAL_V4,
  SPECIAL_V6,
  WRONG_URLS,
  spellings,
  wrapped,
} from '../../behaviour/webhooks/forbidden.ts';
import { answer, serverAnswering } from '../../behaviour/webhooks/servers.ts';

let sockets = 0;
const count = () => {
  sockets++;
};
beforeAll(() => diagnostics.subscribe('net.client.socket', count));
afterAll(() => diagnostics.unsubscribe('net.client.socket', count));

const BODY = Buffer.from('{}');
let [refused, accepted] = [0, 0];

/** How the guard refuses to POST to a URL whose host has these addresses. */
async function refusal(url: string, addresses: readonly string[] = ['1.1.1.1']): Promise<string> {
  const outcome = await guardedPost({ allowed: [], resolve: async () => addresses })(url, {}, BODY);
  return outcome.is === 'failed' ? outcome.why : `answered ${outcome.status}`;
}

async function expectRefused(url: string, addresses?: readonly string[]): Promise<void> {
  const why = await refusal(url, addresses);
  if (why.startsWith('forbidden: ')) refused++;
  else accepted++;
  expect(why, url).toMatch(/^forbidden: /);
}

describe('a forbidden target is refused', () => {
  test.each(SPECIAL_V4)('%s, however it is spelt', async (address) => {
    for (const host of spellings(address)) {
      await expectRefused(`https://${host}/hook`);
      expect(checkUrl(`https://${host}/hook`, []), host).toBeDefined();
      await expectRefused(`https://${host}:8443/hook`);
    }
  });

  test.each(SPECIAL_V4)('%s, wrapped into IPv6', async (address) => {
    for (const host of wrapped(address)) {
      await expectRefused(`https://[${host}]/hook`);
      expect(checkUrl(`https://[${host}]/hook`, []), host).toBeDefined();
      await expectRefused('https://hooks.example.com/', [host]);
    }
  });

  test.each(SPECIAL_V6)('%s', async (address) => {
    await expectRefused(`https://[${address}]/`);
    await expectRefused(`https://[${address.toUpperCase()}]:8443/`);
    expect(checkUrl(`https://[${address}]/`, [])).toBeDefined();
  });

  test.each([...SPECIAL_V4, ...SPECIAL_V6])('a name with %s among its addresses', async (address) => {
    for (const addresses of [
      [address],
      [address, '1.1.1.1'],
      ['1.1.1.1', address],
      ['1.1.1.1', '2606:4700::1111', '8.8.8.8', address, '9.9.9.9'],
      [...Array.from({ length: 60 }, (_, i) => `93.184.215.${i}`), address],
    ])
      await expectRefused('https://hooks.example.com/', addresses);
  });

  test.each([[], [''], ['not an address'], ['1.1.1.1', ''], ['1.1.1'], ['2606:4700::1111%eth0']])(
    'a name that resolves to %j',
    async (...addresses) => {
      await expectRefused('https://hooks.example.com/', addresses);
    },
  );

  test.each(WRONG_URLS)('the URL %s', async (url) => {
    await expectRefused(url);
    expect(checkUrl(url, [])).toBeDefined();
  });

  test('loopback, unless exactly that host and port are allowed', async () => {
    const allowed = ['localhost:9000', '127.0.0.1:9001'];
    const post = guardedPost({ allowed, resolve: async () => ['10.0.0.1'] });
    for (const url of [
      'http://localhost:9001/',
      'http://127.0.0.1:9000/',
      'http://localhost/',
      'http://other.example:9000/',
      'http://user@localhost:9000/',
      'http://localhost:9000/', // resolves to an address that is not loopback
    ])
      expect(await post(url, {}, BODY), url).toMatchObject({
        why: expect.stringMatching(/^forbidden/) as string,
      });
  });

  test('at least 390 times, and no socket was opened', () => {
    console.log(
      `forbidden targets: seed none, ${refused + accepted} cases, ${refused} refused, ${accepted + sockets} violations`,
    );
    expect(refused).toBeGreaterThanOrEqual(390);
    expect(sockets).toBe(0);
  });

  test('and a socket that is opened would have been counted', async () => {
    const server = await serverAnswering((socket) => socket.end(answer(200, 'ok')));
    const address = `127.0.0.1:${server.port}`;
    await guardedPost({ allowed: [address] })(`http://${address}/`, {}, BODY);
    server.close();
    expect(sockets).toBe(1);
  });
});

describe('an address', () => {
  test.each([...PUBLIC_V4, ...PUBLIC_V6])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
    expect(isLoopback(address)).toBe(false);
    expect(checkUrl(`https://${address.includes(':') ? `[${address}]` : address}/hook`, [])).toBeUndefined();
  });

  test.each([...SPECIAL_V4, ...SPECIAL_V6])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])('%s is loopback', (address) => {
    expect(isLoopback(address)).toBe(true);
  });

  test.each(['126.255.255.255', '128.0.0.1', '10.0.0.1', '::2', '::1%lo', ''])(
    '%j is not loopback',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});

describe('the check when an address is saved', () => {
  test.each([
    'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:8443/',
    'HTTPS://Hooks.Example.com:443',
    'https://internal.example.com/',
    'https://kancalar.örnek.com/',
    `https://${'a'.repeat(63)}.my_hooks.example.com/`,
  ])('%s is fine', (url) => expect(checkUrl(url, [])).toBeUndefined());

  test.each([
    ['http://hooks.example.com/', 'the URL must begin with https://'],
    ['https://hooks.example.com:81/', 'the port must be 443 or 8443'],
    ['https://10.0.0.1/', 'the address is not a public one'],
    ['https://[::1]/', 'the address is not a public one'],
    ['invalidResponse', 'this is not a URL'],
    ['https://hooks.example.com./', 'the host must not end with a dot'],
    ['https://intranet/', 'the host must be a full domain name'],
    ['https://hooks..example.com/', 'the host must be a full domain name'],
    ['https://hooks.internal/', 'the host must be a public name'],
    ['https://user@hooks.example.com/', 'the URL must not carry a user name or a password'],
    [`https://a.example/${'x'.repeat(2_031)}`, 'the URL is longer than 2048 characters'],
    [`https://a.example/${'x'.repeat(2_030)}`, undefined],
  ])('says in words what is wrong with %s', (url, words) => expect(checkUrl(url, [])).toBe(words));

  test('allows plain http on an allowed loopback port only', () => {
    expect(checkUrl('http://localhost:9000/hook', ['localhost:9000'])).toBeUndefined();
    expect(checkUrl('http://127.0.0.1:9000/hook', ['127.0.0.1:9000'])).toBeUndefined();
    expect(checkUrl('http://[::1]:9000/hook', ['[::1]:9000'])).toBeUndefined();
    expect(checkUrl('http://10.0.0.1:9000/hook', ['10.0.0.1:9000'])).toBeDefined();
    expect(checkUrl('ftp://localhost:9000/hook', ['localhost:9000'])).toBeDefined();
    expect(checkUrl('http://localhost/', ['localhost:80'])).toBeUndefined();
    expect(checkUrl('https://localhost/', ['localhost:443'])).toBeUndefined();
    expect(checkUrl('http://localhost/', ['localhost:443'])).toBeDefined();
    expect(checkUrl('https://localhost/', ['localhost:80'])).toBeDefined();
  });

  test('tells what is wrong with the URL alone, never what went wrong on our side', () => {
    class Broken extends Array<string> {
      override includes(): boolean {
        throw new TypeError('broken');
      }
    }
    expect(() => checkLink('https://shop.example/', new Broken())).toThrow(TypeError);
  });

  test('of a page for browsers leaves port and host to the browser', () => {
    expect(checkLink('https://shop.example:9443/done', [])).toBeUndefined();
    expect(checkLink('http://shop.example/done', [])).toBeDefined();
    expect(checkLink('http://localhost:3000/done', ['localhost:3000'])).toBeUndefined();
    expect(checkLink('https://user@shop.example/done', [])).toBeDefined();
  });
});

const PUBLIC = '93.184.215.14';
const answering =
  (...addresses: string[]) =>
  async () =>
    addresses;

describe('a target', () => {
  test('has all the addresses of its host', async () => {
    const found = findTarget('https://hooks.example.com/a?b', [], answering(PUBLIC, '2606:4700::1111'));
    expect(await found).toMatchObject({ host: 'hooks.example.com', addresses: [PUBLIC, '2606:4700::1111'] });
  });

  test('that is a literal address is not looked up, and has no brackets', async () => {
    const never = async () => Promise.reject<string[]>(new Error('asked a name server'));
    const literal = findTarget('https://[2606:4700::1111]:8443/', [], never);
    expect(await literal).toMatchObject({ host: '2606:4700::1111', addresses: ['2606:4700::1111'] });
  });

  test('is none where its host has no address', async () => {
    await expect(findTarget('https://hooks.example.com/', [], answering())).rejects.toMatchObject({
      name: 'Forbidden',
      message: 'the host has no address',
    });
  });

  test('permits peers on loopback only, as any other permits public ones only', async () => {
    const local = await findTarget('http://localhost:9000/', ['localhost:9000'], answering('127.0.0.1'));
    expect([local.permits('::1'), local.permits(PUBLIC)]).toEqual([true, false]);
    const other = await findTarget('https://hooks.example.com/', ['localhost:9000'], answering(PUBLIC));
    expect([other.permits('::1'), other.permits(PUBLIC)]).toEqual([false, true]);
  });
});
