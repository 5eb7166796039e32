import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../lib/http/call.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { bucketsOf, rateLimits } from '../../lib/http/limits.ts';
import { routeNamed, type RouteName } from '../../lib/routes.ts';
import { addShop, call, failure, stage, START, type Shop, type Stage } from './stage.ts';

let on: Stage;
let shop: Shop;
beforeEach(async () => {
  on = stage();
  shop = await addShop(on);
});

async function ask(name: RouteName = 'checkout/initialize-direct', { headers } = shop) {
  const handler = endpoint(name, { input: () => undefined, run: async () => ({}) });
  const { status, ...answer } = await call(handler(on.app), name, { headers, body: {} });
  const { 'ratelimit-limit': limit, 'ratelimit-remaining': remaining } = answer.headers;
  const { 'ratelimit-reset': reset, 'retry-after': retry } = answer.headers;
  return { status, limit, remaining, reset, ...(retry !== undefined && { retry }) };
}

async function askTimes(times: number, name?: RouteName) {
  const statuses = new Set<number>();
  for (let i = 0; i < times; i++) statuses.add((await ask(name)).status);
  return [...statuses];
}

describe('The limit of a tenant', () => {
  it.each([
    ['plans/list', '6000', '1'],
    ['subscribers/cancel', '1500', '1'],
    ['checkout/initialize', '100', '1'],
    ['checkout/initialize-direct', '50', '2'],
  ] as const)('is told with every answer: %s, %s a minute', async (name, limit, reset) => {
    expect(await ask(name)).toEqual({ status: 200, limit, remaining: String(Number(limit) - 1), reset });
  });

  it('holds a minute’s worth, and beyond it a call is refused until the next one has come in', async () => {
    expect(await askTimes(49)).toEqual([200]);
    expect(await ask()).toEqual({ status: 200, limit: '50', remaining: '0', reset: '60' });
    expect(await ask()).toEqual({ status: 429, limit: '50', remaining: '0', reset: '60', retry: '2' });
  });

  it('is refused in the one failure body', async () => {
    await askTimes(50);
    const run = async () => ({});
    const handler = endpoint('checkout/initialize-direct', { input: () => undefined, run });
    const { headers } = shop;
    const { body } = await call(handler(on.app), 'checkout/initialize-direct', { headers, raw: 'not JSON' });
    expect(body).toEqual(failure('rate_limited', 'Too many requests; try again later.'));
  });

  it('fills evenly, whether or not calls are refused meanwhile', async () => {
    await askTimes(50);
    on.clock.now = START + 600;
    expect(await ask()).toEqual({ status: 429, limit: '50', remaining: '0', reset: '60', retry: '1' });
    on.clock.now = START + 1_199;
    expect(await ask()).toEqual({ status: 429, limit: '50', remaining: '0', reset: '59', retry: '1' });
    on.clock.now = START + 1_200;
    expect(await ask()).toEqual({ status: 200, limit: '50', remaining: '0', reset: '60' });
    expect((await ask()).status).toBe(429);
  });

  it('counts whole calls: half of one is not told', async () => {
    await ask();
    on.clock.now = START + 600;
    expect(await ask()).toEqual({ status: 200, limit: '50', remaining: '48', reset: '2' });
  });

  it('never holds more than a minute’s worth', async () => {
    await askTimes(10);
    on.clock.now = START + 600_000;
    expect((await ask()).remaining).toBe('49');
  });

  it('is shared by calls of one kind and not by those of another', async () => {
    await ask('checkout/initialize');
    expect((await ask('checkout/update-card')).remaining).toBe('98');
    expect((await ask('checkout/initialize-direct')).remaining).toBe('49');
  });

  it('is no other tenant’s, and no other process’s', async () => {
    const other = await addShop(on, { id: 'b'.repeat(32) });
    await askTimes(51);
    expect((await ask(undefined, other)).remaining).toBe('49');
    on = stage();
    await addShop(on);
    expect((await ask()).remaining).toBe('49');
  });

  it('is not counted where no tenant is known', () => {
    const request = { context: { found: {} } } as unknown as HttpRequest;
    rateLimits(on.app, routeNamed('plans/list')).before(request);
    expect(request.context.found).toEqual({});
    expect(bucketsOf(on.app).size).toBe(0);
  });
});

describe('What is kept to count with', () => {
  const take = (id: string) =>
    rateLimits(on.app, routeNamed('checkout/initialize-direct')).before({
      context: { found: { tenant: { id } } },
    } as unknown as HttpRequest);
  function takeAll(from: number, to: number): void {
    for (let tenant = from; tenant < to; tenant++) take(`tenant ${tenant}`);
  }
  const kept = () => bucketsOf(on.app).size;

  it('is let go where there are ten thousand others and a minute has passed without a call', () => {
    takeAll(0, 9_999);
    on.clock.now = START + 1;
    take('tenant 9999');
    on.clock.now = START + 60_000;
    take('newcomer');
    expect(kept()).toBe(2);
  });

  it('is not let go as long as there are fewer', () => {
    takeAll(0, 9_999);
    on.clock.now = START + 600_000;
    take('newcomer');
    expect(kept()).toBe(10_000);
  });

  it('is not let go within a minute, so that a tenant beyond its limit stays there', () => {
    takeAll(0, 10_000);
    for (let i = 0; i < 49; i++) take('tenant 1');
    on.clock.now = START + 1_000;
    expect(() => take('tenant 1')).toThrow('Too many requests');
    take('newcomer');
    expect(() => take('tenant 1')).toThrow('Too many requests');
    expect(kept()).toBe(10_001);
  });
});
