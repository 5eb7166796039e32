import { beforeAll, describe, expect, it } from 'vitest';
import { differencesOf, listedTenant, night, soldAtProvider } from '../reconciliation/comparison.ts';
import { openWorld } from '../../support/world/opened.ts';
import { control, DAY, HOUR, receivedEvents, subscribe } from '../../support/world/shop.ts';
import { openDesk, type Desk } from './desk.ts';

const world = await openWorld();

/** A shop with a subscription that only the provider knows, and the difference that says so. */
async function withUnknown() {
  const shop = await listedTenant(world);
  const reference = await soldAtProvider(world, shop);
  await world.advance(DAY);
  await night(world);
  const [difference] = await differencesOf(shop);
  return { shop, reference, difference: difference! };
}

/** What a person reads after an act. */
async function after(desk: Desk, form: Record<string, string>): Promise<string> {
  const { headers, text } = await desk.act('import', form);
  const to = new URL(headers.location ?? '/console/import', 'https://billing.example');
  if (headers.location === undefined) return text;
  return (await desk.get(to.pathname.replace('/console/', ''), Object.fromEntries(to.searchParams))).text;
}

describe('a subscription that only the provider knows', () => {
  let owner: Desk;
  let made: Awaited<ReturnType<typeof withUnknown>>;
  beforeAll(async () => {
    made = await withUnknown();
    owner = await openDesk(world, made.shop, 'owner');
  });

  it('is imported by an owner, who is told before what that does, and its difference is closed', async () => {
    const { shop, reference, difference } = made;
    expect(difference.kind).toBe('unknown_here');
    expect((await owner.get('differences')).text).toContain(reference);
    expect((await owner.get('difference', { id: difference.id })).text).toContain(
      `/console/import?id=${difference.id}`,
    );
    const shown = (await owner.get('import', { id: difference.id })).text;
    expect(shown).toContain(reference);
    expect(shown).toContain('iyzico keeps charging as it does');
    const done = await owner.act('import', { id: difference.id, announce: 'on' });
    expect(done.headers.location).toMatch(/^\/console\/subscriber\?id=sub_[0-9a-f]{32}&done=imported\.\w+$/);
    const found = await shop.call('subscribers/get', {
      query: { 'pay-subscriber-code': reference },
    });
    expect(found.body.data).toMatchObject({ subscriptionStatus: 'ACTIVE', payReference: reference });
    expect(await differencesOf(shop)).toEqual([]);
    const { svcId } = found.body.data as { svcId: string };
    const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
    expect(body.data).toMatchObject([{ what: 'subscribed', cause: { by: 'person', who: owner.name } }]);
    await world.advance(HOUR);
    expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  });

  it('that was imported already cannot be imported a second time', async () => {
    expect(await after(owner, { id: made.difference.id })).toContain('There is no such open difference');
  });

  it('is imported once by a double click, and both lead to the subscriber', async () => {
    const { shop, reference, difference } = await withUnknown();
    const desk = await openDesk(world, shop, 'owner');
    const both = [desk.act('import', { id: difference.id }), desk.act('import', { id: difference.id })];
    const ends = (await Promise.all(both)).map(({ headers }) => headers.location);
    expect(new Set(ends).size).toBe(1);
    expect(ends[0]).toContain('&done=imported');
    const { body } = await shop.call('subscribers/list');
    expect(body.data).toMatchObject([{ payReference: reference }]);
  });

  it('is imported for a person whom the tenant names, unless another customer is called so', async () => {
    const { shop, difference } = await withUnknown();
    const desk = await openDesk(world, shop, 'owner');
    const owner = await subscribe(world, shop, { more: { externalId: 'user-1' } });
    const taken = await after(desk, { id: difference.id, externalId: 'user-1' });
    expect(taken).toMatch(/<title>Error: /);
    expect(taken).toMatch(/name="externalId"[^>]*value="user-1"[^>]*aria-invalid="true"/);
    expect(await after(desk, { id: difference.id, externalId: 'two words' })).toContain('Must be one word');
    const own = '😀'.repeat(128);
    expect(await after(desk, { id: difference.id, externalId: `${own}x` })).toContain(
      'at most 128 characters',
    );
    expect(await after(desk, { id: difference.id, externalId: own })).toContain(own);
    const { body } = await shop.call('access', { query: { 'external-id': own } });
    const [found] = (body.data as { subscriptions: { svcId: string }[] }).subscriptions;
    expect(found!.svcId).not.toBe(owner.svcId);
  });

  it('is left where it is by all others, and by an owner if it has ended there meanwhile', async () => {
    const { shop, reference, difference } = await withUnknown();
    const support = await openDesk(world, shop, 'support');
    expect((await support.get('difference', { id: difference.id })).text).not.toContain('/console/import');
    expect((await support.act('import', { id: difference.id })).status).toBe(403);
    await control(world, `/subscriptions/${reference}/cancel`, {});
    const other = await openDesk(world, shop, 'owner');
    expect(await after(other, { id: difference.id })).toContain('nothing is left to import');
    expect(await differencesOf(shop)).toHaveLength(1);
  });
});
