import { describe, expect } from 'vitest';
import { markAccount, payHealth, probePayAccount } from '../../../lib/pay/health.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { PAY_HEALTH } from '../../../lib/limits.ts';
import type { exchange as exchangeOnce } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { RECORDING_MS } from '../../../lib/pay/iyzico/limits.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { it } from '../../support/world/fixtures.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const MINUTE = 60_000;
const REFUSED = { ok: false, is: 'credentials', providerCode: '1001', message: 'no' } as const;
const SILENT = { ok: false, is: 'timeout' } as const;

/** An app whose provider answers a probe like this. */
const answering = (world: World, answer: PayAnswer<never[]>): App => ({
  ...world.app,
  pay: (account) => ({ ...world.app.pay(account), listProducts: () => Promise.resolve(answer) }),
});

/** How often an account was reported to operators in this state. */
const reports = (world: World, state: 'refused' | 'silent') =>
  world.log.filter((line) =>
    line.includes(state === 'refused' ? '"PayAccountRefused":' : '"PayAccountSilent":'),
  ).length;

describe('a probe of a marked payment account', () => {
  it('that is refused after silence is reported to operators once, because a refusal needs a person', async ({
    world,
    shop,
  }) => {
    const { id } = shop.tenant;
    await markAccount(forTenant(world.app, id), 'silent');
    expect([reports(world, 'silent'), reports(world, 'refused')]).toEqual([1, 0]);
    for (let nth = 0; nth < 3; nth++) await probePayAccount(forTenant(answering(world, REFUSED), id));
    expect([reports(world, 'silent'), reports(world, 'refused')]).toEqual([1, 1]);
    expect(await payHealth(forTenant(world.app, id))).toMatchObject({
      state: 'refused',
      lastProbeAt: world.app.clock(),
    });
  });

  it('that gets no answer leaves a refused account marked, and is repeated soon', async ({ world, shop }) => {
    const { id } = shop.tenant;
    await markAccount(forTenant(world.app, id), 'refused');
    const { since } = await payHealth(forTenant(world.app, id));
    await probePayAccount(forTenant(answering(world, SILENT), id));
    expect(await payHealth(forTenant(world.app, id))).toMatchObject({ state: 'refused', since });
    expect(reports(world, 'silent')).toBe(0);
    await world.advance(3 * MINUTE); // the world's own provider answers
    expect((await payHealth(forTenant(world.app, id))).state).toBe('healthy');
  });

  it('that has no time left asks nobody, leaves the account marked, and is repeated soon', async ({
    world,
    shop,
  }) => {
    const { id } = shop.tenant;
    const asked: string[] = [];
    const exchange: typeof exchangeOnce = async ({ url }) => (asked.push(url.pathname), { is: 'timeout' });
    const outside = { now: () => world.clock.now(), randomKey: () => 'a key', exchange };
    const app: App = {
      ...world.app,
      timeLeft: () => RECORDING_MS,
      pay: (account, timeLeft) => iyzico(account, { ...outside, timeLeft }),
    };
    await markAccount(forTenant(world.app, id), 'refused');
    await probePayAccount(forTenant(app, id));
    expect(asked).toEqual([]);
    expect((await payHealth(forTenant(world.app, id))).state).toBe('refused');
    const mark = await world.table.get(key.payHealth(id), { consistent: true });
    expect(mark?.dueAt).toBe(world.app.clock() + PAY_HEALTH.probeAfterMs.silent);
  });

  it('that is answered removes the mark', async ({ world, shop }) => {
    const { id } = shop.tenant;
    for (const trouble of ['silent', 'refused'] as const) {
      await markAccount(forTenant(world.app, id), trouble);
      await probePayAccount(forTenant(answering(world, { ok: true, value: [] }), id));
      expect((await payHealth(forTenant(world.app, id))).state).toBe('healthy');
    }
  });

  it('without an account, because it was removed, counts as refused and is repeated as rarely', async ({
    world,
    shop,
  }) => {
    const { id } = shop.tenant;
    await world.table.apply({ put: tenantItem({ ...shop.tenant, pay: null }) });
    await markAccount(forTenant(world.app, id), 'silent');
    await probePayAccount(forTenant({ ...world.app, memory: {} }, id));
    expect(await payHealth(forTenant(world.app, id))).toMatchObject({
      ...{ state: 'refused', lastProbeAt: world.app.clock() },
    });
    const mark = await world.table.get(key.payHealth(id), { consistent: true });
    expect(mark?.dueAt).toBe(world.app.clock() + PAY_HEALTH.probeAfterMs.refused);
  });
});

it('an account that cannot be marked fails nobody, and is logged', async ({ world, shop }) => {
  const apply = () => Promise.reject(new Error('throttled'));
  const app = { ...world.app, table: { ...world.table, apply } };
  await markAccount(forTenant(app, shop.tenant.id), 'refused');
  expect(world.log.at(-1)).toContain('payment account not marked');
  expect(reports(world, 'refused')).toBe(0);
});
