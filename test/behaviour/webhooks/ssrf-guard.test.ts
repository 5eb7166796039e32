import { describe, expect, test } from 'vitest';
import { checkLink, checkUrl, findTarget } from '../../../lib/outgoing/guard.ts';

const PUBLIC = '93.184.215.14';
const answering =
  (...addresses: string[]) =>
  async () =>
    addresses;

describe('a refusal says in words', () => {
  test.each([
    ['https://hooks.example.com./', 'the host must not end with a dot'],
    ['https://intranet/', 'the host must be a full domain name'],
    ['https://hooks..example.com/', 'the host must be a full domain name'],
    ['https://hooks.internal/', 'the host must be a public name'],
    ['https://[::1]/', 'the address is not a public one'],
    ['https://user@hooks.example.com/', 'the URL must not carry a user name or a password'],
  ])('what is wrong with %s', (url, words) => {
    expect(checkUrl(url, [])).toBe(words);
  });

  test('that a host has no address', async () => {
    await expect(findTarget('https://hooks.example.com/', [], answering())).rejects.toMatchObject({
      name: 'Forbidden',
      message: 'the host has no address',
    });
  });

  test('only what is wrong with the URL, never what went wrong on our side', () => {
    class Broken extends Array<string> {
      override includes(): boolean {
        throw new TypeError('broken');
      }
    }
    expect(() => checkLink('https://shop.example/', new Broken())).toThrow(TypeError);
  });
});

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
});

describe('an allowed place on loopback', () => {
  test('may use the default port of its protocol', () => {
    expect(checkUrl('http://localhost/', ['localhost:80'])).toBeUndefined();
    expect(checkUrl('https://localhost/', ['localhost:443'])).toBeUndefined();
    expect(checkUrl('http://localhost/', ['localhost:443'])).toBeDefined();
    expect(checkUrl('https://localhost/', ['localhost:80'])).toBeDefined();
  });

  test('permits peers on loopback only, as any other permits public ones only', async () => {
    const local = await findTarget('http://localhost:9000/', ['localhost:9000'], answering('127.0.0.1'));
    expect([local.permits('::1'), local.permits(PUBLIC)]).toEqual([true, false]);
    const other = await findTarget('https://hooks.example.com/', ['localhost:9000'], answering(PUBLIC));
    expect([other.permits('::1'), other.permits(PUBLIC)]).toEqual([false, true]);
  });
});
