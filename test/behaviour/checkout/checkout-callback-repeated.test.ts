import { afterEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { refreshIn } from '../../support/world/refreshing.ts';
import { behave, comeBack, ledger, paidIn, locationOf } from '../../support/world/shop.ts';
import { makeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();
/** What the provider was asked on behalf of browsers, by method. */
const asked: string[] = [];
/** Holds up each answer of the provider for as long as there is a promise. */
let holdUp: Promise<void> | undefined;
let release = () => {};
function goOn(): void {
  release();
  holdUp = undefined;
}
const counting = () =>
  instanceOf(
    throughPorts(world.app, async ({ port, method }, effect) => {
      if (port !== 'pay') return effect();
      asked.push(method);
      await holdUp;
      return effect();
    }),
  );
const instances = [counting(), counting(), counting()];
afterEach(goOn);

const start = () => startCheckout(shop);

let arrivals = 0;
/** A browser comes back to one instance after the other. */
const arrive = (token: string, more: Record<string, string> = {}) =>
  instances[arrivals++ % instances.length]!.call('checkout/callback', {
    method: 'GET',
    query: { token, ...more },
  });
const pass = (ms: number) => world.clock.advanceTo(world.clock.now() + ms);
const statusIn = (answer: { headers: Record<string, string> }) =>
  locationOf(answer).searchParams.get('status');

describe('spec: GET /checkout/callback, again and again', () => {
  it('our choice: the provider is read at most once in three seconds per token', async () => {
    const { token } = await start();
    asked.length = 0;
    for (let second = 0; second < 12; second++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => arrive(token)));
      for (const { status } of answers) expect(status).toBe(202);
      await pass(1000);
    }
    expect(asked).toEqual(['readForm', 'readForm', 'readForm', 'readForm']);
  });

  it('our choice: a browser that arrives while the provider is being read gets a page that reloads itself, then the outcome', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    asked.length = 0;
    holdUp = new Promise((done) => (release = done));
    const first = arrive(token);
    while (!asked.includes('readForm')) await new Promise((soon) => setTimeout(soon, 1));
    await pass(1500);
    const second = await arrive(token);
    expect(second.status).toBe(202);
    expect(second.text).toContain('Ödemeniz kontrol ediliyor');
    expect(second.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const refresh = refreshIn(second.headers.refresh)!;
    expect(refresh).toEqual({ seconds: 2, query: { token, again: '1' } });
    goOn();
    expect(statusIn(await first)).toBe('success');
    const third = await arrive(token, refresh.query);
    expect(third.headers.location).toBe((await first).headers.location);
    await world.settle();
    const chargedOnce = paidIn(await ledger(world, shop)).filter(
      ({ customerEmail }) => customerEmail === email,
    );
    expect(chargedOnce).toHaveLength(1);
  });

  it('our choice: an outcome on record is returned without a provider call', async () => {
    const { token } = await start();
    await payForm(world, token);
    await comeBack(world, token);
    asked.length = 0;
    expect(statusIn(await arrive(token))).toBe('success');
    expect(asked).toEqual([]);
  });

  it('our choice: a form reported as unfinished just after payment is read once more', async () => {
    const { token } = await start();
    await payForm(world, token);
    await behave(world, shop, { completionLagMs: 2500 });
    const first = await arrive(token);
    expect(refreshIn(first.headers.refresh)).toEqual({ seconds: 3, query: { token, again: '1' } });
    await pass(3000);
    expect(statusIn(await arrive(token, { again: '1' }))).toBe('success');
    await behave(world, shop, { completionLagMs: 0 });
  });

  it('our choice: the provider is read at most 600 times a minute per tenant', async () => {
    const other = await makeTenant(world);
    const tokens: string[] = [];
    const { item, token: first } = await checkoutOf(other);
    for (let n = 0; n < RATE_LIMITS_PER_MINUTE.callbacks + 30; n++) {
      const token = `${first}${n}`;
      await world.table.apply({ put: { ...item, pk: item.pk + String(n), token } });
      tokens.push(token);
    }
    asked.length = 0;
    const answers = await Promise.all(tokens.map((token) => arrive(token)));
    expect(asked).toHaveLength(RATE_LIMITS_PER_MINUTE.callbacks);
    const waits = answers.map(({ headers }) => refreshIn(headers.refresh)!.seconds);
    expect(waits.filter((seconds) => seconds === 60)).toHaveLength(30);
    expect(world.log.join()).toMatch(/RateLimited.*callbacks/);
  });
});

async function checkoutOf(tenant: TestTenant) {
  const { token } = await startCheckout(tenant);
  const item = await world.table.get({ pk: `C#${token}`, sk: 'CHECKOUT' }, { consistent: true });
  return { token, item: item! };
}
