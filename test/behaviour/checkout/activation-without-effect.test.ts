import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import {
  comeBack,
  control,
  DAY,
  eventNamesOf,
  HOUR,
  locationOf,
  read,
  statusOf,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();
afterEach(() => world.serve(instanceOf(world.app)));

/** A subscription begun as PENDING, whose activation the provider reports as done without doing it. */
async function neverActivated(): Promise<Member> {
  const pay: App['pay'] = (...asked) => ({
    ...world.app.pay(...asked),
    activate: async () => ({ ok: true, value: undefined }),
  });
  world.serve(instanceOf({ ...world.app, pay }));
  return subscribe(world, shop, { more: { subscriptionInitialStatus: 'PENDING' } });
}

async function differencesOf({ svcId }: Member) {
  const { body } = await shop.call('reports/differences');
  const all = body.data as { kind: string; ours: string; theirs: string; subscriber: { svcId: string } }[];
  return all
    .filter(({ subscriber }) => subscriber.svcId === svcId)
    .map(({ kind, ours, theirs }) => [kind, ours, theirs]);
}

describe('an activation that the provider reports and has not made', () => {
  it('is taken back and listed as a difference by a later reconciliation', async () => {
    const member = await neverActivated();
    await world.advance(DAY + HOUR);
    expect(await statusOf(shop, member)).toBe('PENDING');
    expect(await differencesOf(member)).toEqual([['status_differs', 'ACTIVE', 'PENDING']]);
    expect((await control(world, `/subscriptions/${member.reference}`)).subscriptionStatus).toBe('PENDING');
  });

  it('is given the time in which the provider’s answers may lag behind', async () => {
    const member = await neverActivated();
    expect(await statusOf(shop, member)).toBe('ACTIVE');
    expect(await differencesOf(member)).toEqual([]);
  });

  it('leaves the subscriber ACTIVE again, announced once, as soon as it is made', async () => {
    const member = await neverActivated();
    await world.advance(DAY + HOUR);
    world.serve(instanceOf(world.app));
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    expect((await pay.activate(member.reference)).ok).toBe(true);
    await world.advance(HOUR);
    expect((await read(shop, member)).data.subscriptionStatus).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, member)).toEqual(['SUBSCRIBED/INITIAL_BUY']);
  });
});

describe('an activation that the provider refuses', () => {
  it.each(['declined', 'refused', 'planNotFound'] as const)(
    'is an error with its code to the browser that came back, also where it is %s',
    async (is) => {
      const refused = { ok: false, is, providerCode: '201050', message: 'Not there' } as const;
      const pay: App['pay'] = (...asked) => ({ ...world.app.pay(...asked), activate: async () => refused });
      world.serve(instanceOf({ ...world.app, pay }));
      const { token } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
      await payForm(world, token);
      for (const _arrival of ['first', 'again'])
        expect(Object.fromEntries(locationOf(await comeBack(world, token)).searchParams)).toMatchObject({
          status: 'error',
          errorCode: '201050',
        });
    },
  );
});
