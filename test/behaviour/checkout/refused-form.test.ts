import { expect, describe, it } from 'vitest';
import { importSubscriptions } from '../../../lib/checkout/import.ts';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { key } from '../../../lib/table/schema.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  check,
  comeBack,
  control,
  DAY,
  eventsAbout,
  HOUR,
  locationOf,
  MINUTE,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { paying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();
const served = instanceOf(world.app);

/** An instance to whose every question about a form the provider gives this answer. */
function whereFormsAre(is: 'refused' | 'planNotFound' | 'declined' | 'notFound'): Instance {
  const failure: { ok: false } & PayFailure = { ok: false, is, providerCode: '10051', message: 'No' };
  return instanceOf(paying(world.app, () => ({ readForm: async () => failure })));
}

describe('a paid form of which the provider refuses to tell', () => {
  it.each(['refused', 'planNotFound'] as const)(
    'is polled beyond its day, ever more seldom, with a word to operators each time (%s)',
    async (is) => {
      const { token, email } = await startCheckout(shop);
      const reference = (await lookUpCheckout(world.app, token))!.clientReferenceId;
      await payForm(world, token);
      await control(world, '/behaviour', { dropNotifications: true });
      world.serve(whereFormsAre(is));
      const counted = () =>
        world.log.filter((line) => line.includes('"OutcomesUnknown":1') && line.includes(reference));
      const countedIn = async (days: number) => {
        const earlier = counted().length;
        await world.advance(days * DAY);
        return counted().length - earlier;
      };
      const times = [await countedIn(2), await countedIn(2), await countedIn(4), await countedIn(8)];
      expect(times).toEqual([4, 3, 3, 3]);
      expect(JSON.parse(counted()[0]!)).toMatchObject({ tenant: shop.tenant.id, reference });
      expect(counted().join()).not.toContain(token);
      world.serve(served);
      await world.advance(5 * DAY);
      await control(world, '/behaviour', { dropNotifications: false });
      expect(eventsAbout(world, shop, email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
    },
  );

  it('can be imported after its day, and leads to what was imported once the provider tells of it', async () => {
    const { token, email } = await startCheckout(shop);
    await payForm(world, token);
    await control(world, '/behaviour', { dropNotifications: true });
    world.serve(whereFormsAre('refused'));
    const imported = async () => {
      await importSubscriptions(shop.app, { dryRun: false, announce: true }, () => undefined);
      await world.settle();
      return eventsAbout(world, shop, email).map(({ type }) => type);
    };
    expect(await imported()).toEqual([]);
    await world.advance(DAY + HOUR);
    expect(await imported()).toEqual(['SUBSCRIBED']);
    world.serve(served);
    await control(world, '/behaviour', { dropNotifications: false });
    const { searchParams } = locationOf(await comeBack(world, token));
    const { data } = await check(shop, email);
    expect(searchParams.get('svcSubscriptionId')).toBe(data?.subscription?.svcId);
    await world.advance(DAY);
    expect(await imported()).toEqual(['SUBSCRIBED']);
  });

  it('is given up with the record of it, and its customer is no longer kept', async () => {
    const { token } = await startCheckout(shop);
    world.serve(whereFormsAre('refused'));
    await world.advance(30 * DAY);
    world.serve(served);
    const item = await world.table.get(key.checkout(token), { consistent: true });
    expect([item?.dueAt, item?.customer]).toEqual([undefined, undefined]);
  });

  it.each(['declined', 'notFound'] as const)('is not, where it says that nobody paid (%s)', async (is) => {
    const { token } = await startCheckout(shop);
    world.serve(whereFormsAre(is));
    await world.advance(DAY + HOUR);
    world.serve(served);
    expect((await world.table.get(key.checkout(token), { consistent: true }))?.dueAt).toBeUndefined();
  });

  it('is unpaid where the provider does not have it any more after its expiry, and not before', async () => {
    const { token } = await startCheckout(shop);
    const told = () => whereFormsAre('notFound').call('checkout/callback', { query: { token } });
    expect((await told()).status).toBe(202);
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
    expect(locationOf(await told()).searchParams.get('status')).toBe('error');
  });
});
