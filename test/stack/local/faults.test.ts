import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultMode } from '../../../local/functions/faults.ts';
import { startStub, type StubCloud } from './stub-cloud.ts';
import { listen, type Loopback } from '../../support/world/loopback.ts';

let cloud: StubCloud;
let outside: Loopback;
let arrived: string[] = [];
let url: string;

beforeAll(async () => {
  cloud = await startStub();
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.end();
  });
  outside = await listen(server);
  url = `${outside.url}/`;
});
afterAll(async () => {
  await outside.stop();
  await cloud.stop();
});
afterEach(async () => {
  arrived = [];
  await cloud.control('DELETE', '/faults');
});

const plan = (call: number | 'any', mode: FaultMode, times = 1) =>
  cloud.control('POST', '/faults', { function: 'api', call, mode, times });
const exists = async (sk: string) => {
  const [result] = await cloud.act({ get: { pk: 'T#a', sk } });
  return result !== undefined && 'gave' in result && result.gave !== undefined;
};
const put = (sk: string) => ({ put: { pk: 'T#a', sk } });

describe('a planned fault at an AWS call', () => {
  it('die-before: nothing happens, the invocation fails, the next one succeeds', async () => {
    await plan(2, 'die-before');
    expect((await cloud.actRaw(put('b1'), put('b2'), put('b3'))).status).toBe(500);
    expect([await exists('b1'), await exists('b2'), await exists('b3')]).toEqual([true, false, false]);
  });

  it('die-after: the call takes effect, and nothing after it', async () => {
    await plan(2, 'die-after');
    expect((await cloud.actRaw(put('a1'), put('a2'), put('a3'))).status).toBe(500);
    expect([await exists('a1'), await exists('a2'), await exists('a3')]).toEqual([true, true, false]);
  });

  it('error-before: the service answers 500 once, which the SDK retries', async () => {
    await plan(1, 'error-before');
    expect(await cloud.act(put('e1'))).toMatchObject([{ gave: {} }]);
    await plan('any', 'error-before', 2);
    expect(await cloud.act(put('e2'))).toEqual([{ error: 'InternalServerError' }]);
    expect([await exists('e1'), await exists('e2')]).toEqual([true, false]);
  });

  it('error-after: the call takes effect, and the connection is closed', async () => {
    await plan('any', 'error-after', 2);
    expect(await cloud.act(put('c1'))).toEqual([{ error: expect.any(String) }]);
    expect(await exists('c1')).toBe(true);
  });
});

describe('a planned fault at a call to any other service', () => {
  it.each<[FaultMode, number, boolean]>([
    ['die-before', 0, false],
    ['die-after', 1, false],
    ['error-before', 0, true],
    ['error-after', 1, true],
  ])('%s: %i requests arrive, and the function survives: %s', async (mode, requests, lives) => {
    await plan(1, mode);
    const answer = await cloud.actRaw({ fetch: url }, put(`after-${mode}`));
    expect(arrived.length).toBe(requests);
    expect(answer.status).toBe(lives ? 200 : 500);
    if (lives) expect(await answer.json()).toMatchObject({ results: [{ error: 'TypeError' }, { gave: {} }] });
  });

  it('counts calls of both kinds together, and records them', async () => {
    await cloud.control('DELETE', '/calls');
    await plan(2, 'error-before');
    await cloud.act(put('x1'), { fetch: url }, { fetch: `${url}second?token=secret` });
    expect(arrived).toEqual(['/second?token=secret']);
    const calls = await cloud.calls('api');
    expect(calls.map(({ service }) => service)).toEqual(['dynamodb', 'http']);
    expect(calls[1]!.resource).toMatch(/\/second$/);
  });
});

describe('planning a fault', () => {
  it.each([
    [{ function: 'nobody', call: 1, mode: 'die-before' }, 'function: there is none called nobody'],
    [{ function: 'api', call: 0, mode: 'die-before' }, 'call: a number from 1, or "any"'],
    [{ function: 'api', call: 1, mode: 'sulk' }, 'mode: one of die-before'],
    [{ function: 'api', call: 1, mode: 'die-after', times: 0 }, 'times: a number from 1'],
    [{ function: 'api', calls: 1, mode: 'die-after' }, 'there is no "calls" here; there is function, call'],
  ])('refuses %j', async (body, words) => {
    await expect(cloud.control('POST', '/faults', body)).rejects.toThrow(words);
  });
});
