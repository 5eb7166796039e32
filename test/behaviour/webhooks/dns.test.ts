import { describe, expect, test } from 'vitest';
import { resolveName } from '../../../lib/outgoing/dns.ts';

const V4 = ['93.184.215.14', '1.1.1.1'];
const V6 = ['2606:4700::1111'];
const found = (addresses: string[]) => async () => addresses;
const failing = async () => Promise.reject<string[]>(new Error('no answer'));
const name = 'hooks.example.com';

describe('the addresses of a host', () => {
  test('are those of both families', async () => {
    expect(await resolveName(name, { resolve4: found(V4), resolve6: found(V6) })).toEqual([...V4, ...V6]);
  });

  test('are those of one family if the other’s look-up fails', async () => {
    expect(await resolveName(name, { resolve4: found(V4), resolve6: failing })).toEqual(V4);
    expect(await resolveName(name, { resolve4: failing, resolve6: found(V6) })).toEqual(V6);
  });

  test('are none if both look-ups fail', async () => {
    expect(await resolveName(name, { resolve4: failing, resolve6: failing })).toEqual([]);
  });

  test('are looked up by exactly that name', async () => {
    const asked: string[] = [];
    const note = async (host: string) => (asked.push(host), []);
    await resolveName(name, { resolve4: note, resolve6: note });
    expect(asked).toEqual([name, name]);
  });

  test('of localhost need no name server', async () => {
    const addresses = await resolveName('localhost', { resolve4: failing, resolve6: failing });
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^(127\.|::1$)/);
  });
});
