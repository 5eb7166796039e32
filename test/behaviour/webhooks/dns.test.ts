import { describe, expect, test } from 'vitest';
import { resolveName } from '../../../lib/outgoing/dns.ts';

const V4 = ['93.184.215.14', '1.1.1.1'];
const V6 = ['2606:4700::1111'];
const found = (addresses: string[]) => async () => addresses;
const failing = async () => Promise.reject<string[]>(new Error('no answer'));
const name = 'hooks.example.com';

describe('the addresses of a host', () => {
  test.each([
    [found(V4), found(V6), [...V4, ...V6]],
    [found(V4), failing, V4],
    [failing, found(V6), V6],
    [failing, failing, []],
  ])('are those of both families, or of the one whose look-up succeeds', async (resolve4, resolve6, all) => {
    expect(await resolveName(name, { resolve4, resolve6 })).toEqual(all);
  });

  test('of localhost need no name server', async () => {
    const addresses = await resolveName('localhost', { resolve4: failing, resolve6: failing });
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^(127\.|::1$)/);
  });
});
