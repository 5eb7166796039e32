import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import { key } from '../../../lib/table/schema.ts';
import { isWrite, mortal } from '../../faults/ports.ts';
import { openShop } from '../../support/world/opened.ts';
import { control, DAY, MINUTE, someone, subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const PERSONAL = /@example\.com|Ayşe|Yılmaz/;

/** A customer whose subscription has ended at the provider; the first delivery failed, and all were answered by an echo. */
async function former(): Promise<{ email: string; customerId: string; events: string[] }> {
  const email = someone();
  world.receiver.echo(shop.hook);
  world.receiver.answer(shop.hook, 500);
  const member = await subscribe(world, shop, { email });
  await world.advance(2 * MINUTE);
  await control(world, `/subscriptions/${member.reference}/expire`, {});
  const named = { tenantId: shop.tenant.id, subscriberId: member.id };
  await reconcileSubscriber(world.app, named, { by: 'operator', id: null });
  await world.advance(2 * MINUTE);
  const query = { 'svc-id': member.svcId };
  const { body } = await shop.call('events/list', { query });
  const events = (body.data as { eventId: string }[]).map(({ eventId }) => eventId);
  const { body: one } = await shop.call('subscribers/get', { query });
  return { email, events, customerId: (one.customer as { id: string }).id };
}

const shownOf = async (id: string) =>
  JSON.stringify((await shop.call('events/get', { query: { 'event-id': id } })).body);

describe('erasing a customer', () => {
  it('removes personal data from every event, and from the receivers’ answers to each attempt', async () => {
    const { email, events, customerId } = await former();
    expect(events).toHaveLength(2);
    for (const id of events) expect(await shownOf(id)).toMatch(PERSONAL);
    const erased = await eraseCustomer(world.app, shop.tenant.id, email);
    expect(erased).toEqual({ customerId, subscriptions: 1, events: 2, atProvider: 'deleted' });
    for (const id of events) expect(await shownOf(id)).not.toMatch(PERSONAL);
  });

  it('takes out what was corrected of it, too, there and here', async () => {
    const member = await subscribe(world, shop, { email: someone() });
    const who = { 'pay-subscriber-reference-code': member.reference };
    const company = { title: 'Nurdan Ltd. Şti.', taxNumber: '1234567890', taxOffice: 'Konak' };
    await shop.call('subscribers/correct-customer', { body: { ...who, name: 'Nurdan', company } });
    await shop.call('subscribers/cancel', { body: { ...who, comment: 'Nurdan Hanım taşınıyor' } });
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const named = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(world.app, named, { by: 'operator', id: null });
    await world.advance(31 * DAY); // the end of access that the cancellation was answered with
    const id = { query: { 'svc-id': member.svcId } };
    const seen = async () => JSON.stringify(await shop.call('subscribers/get-customer', id));
    expect(await seen()).toContain('Nurdan Ltd');
    await eraseCustomer(world.app, shop.tenant.id, member.email);
    const told = await Promise.all([
      seen(),
      shop.call('subscribers/get', id),
      shop.call('subscribers/timeline', id),
      shop.call('events/list', id),
      control(world, '/subscriptions'),
    ]);
    expect(JSON.stringify(told)).not.toContain('Nurdan');
  });

  it('ends with nothing personal wherever it is killed, once it is begun again', async () => {
    let kills = 0;
    for (let nth = 0; kills === nth; nth++) {
      const { email, events } = await former();
      const killed = mortal(world.app, { at: nth, when: 'before', counts: isWrite });
      const erasing = eraseCustomer(killed.app, shop.tenant.id, email);
      await erasing.catch(() => eraseCustomer(world.app, shop.tenant.id, email));
      if (killed.died()) kills++;
      for (const id of events) expect(await shownOf(id)).not.toMatch(PERSONAL);
      const { body } = await shop.call('subscribers/check', { query: { email } });
      expect(body).toMatchObject({ exists: false });
    }
    expect(kills).toBeGreaterThanOrEqual(5);
  });

  it('waits for a delivery under way, whose answer is yet to be recorded, but not for one that a crash ended', async () => {
    const { email, events } = await former();
    const [last = ''] = events;
    const lease = world.app.clock() + MINUTE;
    const set = { state: 'TRYING', lease };
    await world.table.apply({ update: key.event(shop.tenant.id, { id: last }), set });
    const erasing = eraseCustomer(world.app, shop.tenant.id, email);
    await expect(erasing).rejects.toThrow('is being delivered; erase it again in a minute');
    expect(await shownOf(last)).toMatch(PERSONAL);
    await world.table.apply({ update: key.event(shop.tenant.id, { id: last }), set: { lease: 0 } });
    expect(await eraseCustomer(world.app, shop.tenant.id, email)).toMatchObject({ events: 2 });
  });
});
