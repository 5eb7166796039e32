import { describe, expect } from 'vitest';
import { markAccount, payHealth, probePayAccount } from '../../../lib/pay/health.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { PAY_HEALTH } from '../../../lib/limits.ts';
import type { exchange as exchangeOnce } from '../../../lib/pay/iyzico/exchange.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { RECORDING_MS } from '../../../lib/pay/iyzico/limits.ts';
import { type PayAnswer, isAccountRefusal, type PayFailure } from '../../../lib/pay/pay.ts';
import { key } from '../../../lib/table/schema.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { refusalOf } from '../../../lib/pay/client.ts';
import { againOf, effectOf, isAnswer, neverArrived } from '../../../lib/pay/failure.ts';
import { it } from '../../support/world/fixtures.ts';
import type { World } from '../../support/world/world.ts';
import { paying } from '../../support/world/paying.ts';

const MINUTE = 60_000;
const REFUSED = { ok: false, is: 'credentials', providerCode: '1001', message: 'no' } as const;
const SILENT = { ok: false, is: 'timeout' } as const;

/** An app whose provider answers a probe like this. */
const answering = (world: World, answer: PayAnswer<never[]>): App =>
  paying(world.app, () => ({ listProducts: async () => answer }));

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

const reason = { providerCode: '12', message: 'Not so.' };

const answered = (...failed: Parameters<typeof refusalOf>) => {
  const { code, status, message, more } = refusalOf(...failed);
  return { code, status, message, providerErrorCode: more.providerErrorCode, details: more.details };
};

describe('what the payment provider says no to', () => {
  it('is 402 where a bank or a card refused what was to be charged', () => {
    expect(answered({ is: 'declined', ...reason }, { declined: 'payment_refused' })).toEqual({
      code: 'payment_refused',
      status: 402,
      message: 'Not so.',
      providerErrorCode: '12',
      details: undefined,
    });
  });

  it.each([
    ['gsmNumber', 'gsmNumber'],
    ['identityNumber', 'identityNumber'],
    ['callbackUrl', 'callbackUrl'],
    ['cardNumber', 'paymentCard.cardNumber'],
    ['cvc', 'paymentCard.cvc'],
  ] as const)('is 400 and names the field of the request: %s', (field, named) => {
    expect(answered({ is: 'invalidInput', field, ...reason })).toEqual({
      code: 'invalid_request',
      status: 400,
      message: 'Not so.',
      providerErrorCode: '12',
      details: [{ field: named, message: 'Not so.' }],
    });
  });

  it('says nothing about what was asked where it concerns the account', () => {
    const concerning = (['credentials', 'switchedOff', 'declined', 'refused', 'notFound'] as const).filter(
      (is) => isAccountRefusal({ is, ...reason }),
    );
    expect(concerning).toEqual(['credentials', 'switchedOff']);
    expect(isAccountRefusal({ is: 'timeout' })).toBe(false);
  });

  it('leaves it open whether money has moved where an answer was on its way, and only there', () => {
    const answers: PayFailure[] = [
      { is: 'timeout' },
      { is: 'connectionLost' },
      { is: 'invalidResponse', httpStatus: 502 },
      { is: 'unreachable' },
      { is: 'outOfTime' },
      { is: 'rateLimited', ...reason },
      { is: 'declined', ...reason },
      { is: 'refused', ...reason },
      { is: 'notFound', ...reason },
      { is: 'notFinished', ...reason },
      { is: 'credentials', ...reason },
      { is: 'switchedOff', ...reason },
      { is: 'invalidInput', field: undefined, ...reason },
    ];
    const kindsWhere = (holds: (answer: PayFailure) => boolean) => answers.filter(holds).map(({ is }) => is);
    const open = ['timeout', 'connectionLost', 'invalidResponse'];
    const turnedAway = ['unreachable', 'outOfTime', 'rateLimited'];
    expect(kindsWhere((one) => effectOf(one) === 'unknown')).toEqual(open);
    expect(kindsWhere((one) => againOf(one) === 'later')).toEqual([...open, ...turnedAway]);
    expect(kindsWhere(neverArrived)).toEqual([...turnedAway, 'credentials', 'switchedOff']);
    expect(kindsWhere(isAnswer)).toEqual(['declined', 'refused', 'notFound', 'notFinished', 'invalidInput']);
  });

  it('says the same again where an answer could not be read, and nothing of what was done', () => {
    const unreadable = { is: 'invalidResponse', httpStatus: 200 } as const;
    expect([effectOf(unreadable), againOf(unreadable), isAnswer(unreadable)]).toEqual([
      'unknown',
      'same',
      false,
    ]);
  });
});
