import { describe, expect, it } from 'vitest';
import { cancel as cancelSubscription } from '../../../lib/subscriptions/cancel.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  behave,
  control,
  DAY,
  eventNamesOf,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();
const merchant = `/merchants/${shop.credentials.merchantId}`;

/** What the provider does to the account, and how each request that needs it is refused. */
const OUT = [
  {
    what: 'the key was changed there',
    begin: () => control(world, merchant, { secretKey: 'another' }),
    end: () => control(world, merchant, { secretKey: shop.credentials.secretKey }),
    refused: [502, 'provider_credentials_refused'],
  },
  {
    what: 'subscriptions were switched off there',
    begin: () => behave(world, shop, { featureEnabled: false }),
    end: () => behave(world, shop, { featureEnabled: true }),
    refused: [502, 'provider_configuration'],
  },
] as const;

const cancel = async (body: Record<string, unknown>) => {
  const { status, body: answer } = await shop.call('subscribers/cancel', { body });
  return { refused: [status, answer.errorCode], data: answer.data };
};

const upgrade = async ({ reference }: Member) => {
  const { status, body } = await shop.call('subscribers/change-plan', {
    body: {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': shop.plans.plus!.reference,
    },
  });
  return [status, body.errorCode];
};

describe.each(OUT)(
  'our choice: while the provider refuses the account, for $what',
  ({ begin, end, refused }) => {
    it('a request is refused for that, also where it has to learn first what was charged for a new period', async () => {
      const member = await subscribe(world, shop);
      await world.advance(MINUTE);
      await begin();
      expect(await upgrade(member)).toEqual(refused);
      expect((await cancel({ 'pay-subscriber-reference-code': member.reference })).refused).toEqual(refused);
      await world.clock.advanceTo(world.clock.now() + 32 * DAY);
      expect(await upgrade(member)).toEqual(refused);
      expect((await cancel({ 'pay-subscriber-reference-code': member.reference })).refused).toEqual(refused);
      expect((await cancel({ 'svc-id': member.svcId })).refused).toEqual(refused);
      await end();
      await world.advance(HOUR);
      expect(await upgrade(member)).toEqual([200, undefined]);
    });

    it('a cancellation that is repeated is answered as the first one was, also past the end of the period', async () => {
      const member = await subscribe(world, shop);
      await world.advance(MINUTE);
      const named = { 'pay-subscriber-reference-code': member.reference };
      const first = await cancel(named);
      await begin();
      await world.clock.advanceTo(world.clock.now() + 32 * DAY);
      expect(await cancel(named)).toEqual(first);
      await end();
      await world.advance(31 * DAY); // to the end of what was charged meanwhile
      const heard = eventNamesOf(world, shop, member);
      expect(heard.filter((name) => name.endsWith('/AUTO_RENEW_DISABLED'))).toHaveLength(1);
      expect(heard.at(-1)).toBe('EXPIRED');
    });

    it.for([
      ['in our records alone', 'svc-id', (requestedAt: number) => requestedAt + HOUR],
      [
        'at the provider, which has carried it out',
        'pay-subscriber-reference-code',
        (_: number, end: number) => end - HOUR,
      ],
    ] as const)(
      'a subscription that was cancelled %s ends on time all the same, and is in the list of ended ones',
      async ([, name, lastRead]) => {
        const member = await subscribe(world, shop);
        await world.advance(MINUTE);
        const { svcId, reference } = member;
        const body = name === 'svc-id' ? { 'svc-id': svcId } : { [name]: reference };
        const { accessUntil } = (await cancel(body)).data as { accessUntil: string };
        await world.clock.advanceTo(lastRead(world.clock.now(), Date.parse(accessUntil)));
        await world.advance(2 * MINUTE);
        await begin();
        await world.clock.advanceTo(Date.parse(accessUntil));
        await world.advance(2 * MINUTE);
        expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
        const listed = await shop.call('subscribers/list', { query: { status: 'CANCELLED', limit: '1' } });
        expect(listed.body.data).toMatchObject([{ svcId, subscriptionStatus: 'CANCELLED' }]);
        expect((await cancel(body)).refused).toEqual([409, 'already_ended']);
        await end();
        await world.clock.advanceTo(world.clock.now() + 2 * DAY);
        await world.advance(2 * MINUTE);
        expect(eventNamesOf(world, shop, member).filter((one) => one === 'EXPIRED')).toHaveLength(1);
      },
    );

    it('a cancellation of what it had cancelled already, which was read there, ends on time too', async () => {
      const member = await subscribe(world, shop);
      await world.advance(MINUTE);
      await control(world, `/subscriptions/${member.reference}/cancel`, {});
      const { data } = await cancel({ 'pay-subscriber-reference-code': member.reference });
      await begin();
      await world.clock.advanceTo(Date.parse((data as { accessUntil: string }).accessUntil));
      await world.advance(2 * MINUTE);
      expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
      await end();
      await world.advance(HOUR);
    });

    it('a cancellation that it was not told in time ends nothing before it is told', async () => {
      const member = await subscribe(world, shop);
      await world.advance(MINUTE);
      await cancel({ 'pay-subscriber-reference-code': member.reference });
      await begin();
      await world.clock.advanceTo(world.clock.now() + 32 * DAY);
      await world.advance(2 * MINUTE);
      expect(eventNamesOf(world, shop, member)).not.toContain('EXPIRED');
      await end();
      await world.advance(HOUR);
      await world.clock.advanceTo(world.clock.now() + 31 * DAY);
      await world.advance(2 * MINUTE);
      expect(eventNamesOf(world, shop, member).at(-1)).toBe('EXPIRED');
    });
  },
);

it('our choice: a failure of our own is never answered as an earlier cancellation', async () => {
  const { reference } = await subscribe(world, shop);
  await world.advance(MINUTE);
  await cancel({ 'pay-subscriber-reference-code': reference });
  await world.clock.advanceTo(world.clock.now() + 32 * DAY);
  const pay = () => {
    throw new TypeError('a bug');
  };
  const tenant = await findTenant(shop.app);
  const again = cancelSubscription(
    forTenant({ ...world.app, pay }, tenant),
    { by: 'pay', reference },
    world.clock.now(),
  );
  await expect(again).rejects.toThrow('a bug');
});
