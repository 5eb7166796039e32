import { describe, expect, it } from 'vitest';
import { openDesk } from '../../behaviour/console/desk.ts';
import { openWorld } from '../../support/world/opened.ts';
import { portalLink, Visitor, wordsIn } from '../../support/world/portal.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const world = await openWorld();

/** Two zones that never have the same day. */
const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

const dayIn = (timeZone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
const wordsFor = (timeZone: string, at: number, month: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month, year: 'numeric' }).format(at);

const monthAfter = (at: number) => new Date(at).setUTCMonth(new Date(at).getUTCMonth() + 1);

/** A tenant with a subscriber; `set`: the zone that it has named. */
async function tenantIn(set: string | null) {
  const shop = await makeTenant(world, { invoicing: true });
  await shop.call('account/set-brand', { body: { timeZone: set } });
  await world.advance(MINUTE);
  const { svcId } = await subscribe(world, shop);
  const { body } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  const { createdAt, nextPaymentAt } = body.data as { createdAt: string; nextPaymentAt: string };
  return { shop, svcId, createdAt: Date.parse(createdAt), nextPaymentAt: Date.parse(nextPaymentAt) };
}

const CASES = [
  [EAST, EAST, WEST],
  [WEST, WEST, EAST],
] as const;

describe('our choice: days are those of the tenant’s zone', () => {
  it.each(CASES)('named %s: a date as a filter is a day there', async (set, own, other) => {
    const { shop, createdAt } = await tenantIn(set);
    const found = async (name: 'subscribers/list' | 'events/list', from: string, to = from) =>
      ((await shop.call(name, { query: { from, to } })).body.data as unknown[]).length;
    for (const name of ['subscribers/list', 'events/list'] as const) {
      expect([name, await found(name, dayIn(own, createdAt))]).toEqual([name, 1]);
      expect([name, await found(name, dayIn(other, createdAt))]).toEqual([name, 0]);
    }
    const desk = await openDesk(world, shop, 'read');
    const shown = async (from: string) => (await desk.get('events', { from, to: from })).text;
    expect(await shown(dayIn(own, createdAt))).toContain('INITIAL_BUY');
    expect(await shown(dayIn(other, createdAt))).not.toContain('INITIAL_BUY');
  });

  it.each([
    [EAST, EAST],
    [WEST, WEST],
    [null, 'Europe/Istanbul'],
  ] as const)('named %s: pages and files say them so', async (set, own) => {
    const { shop, svcId, createdAt, nextPaymentAt } = await tenantIn(set);
    const desk = await openDesk(world, shop, 'read');
    const pages: [string, string, string][] = [
      ['subscriber', (await desk.get('subscriber', { id: svcId })).text, wordsFor(own, createdAt, 'short')],
      ['file', (await desk.get('export-file', { list: 'subscribers' })).text, `"${dayIn(own, createdAt)} `],
      ['overview', (await desk.get('overview')).text, `${own.split('/')[1]!.replace('_', ' ')} time`],
      [
        'portal',
        wordsIn(await new Visitor(world).enter(await portalLink(shop, svcId))),
        wordsFor(own, nextPaymentAt, 'long'),
      ],
      [
        'payment page',
        (
          await world.call('checkout/page', {
            query: { token: (await startCheckout(shop)).token },
            headers: { 'accept-language': 'en' },
          })
        ).text,
        wordsFor(own, monthAfter(world.clock.now()), 'long'),
      ],
    ];
    for (const [page, text, said] of pages)
      expect([page, text.replaceAll('\u00a0', ' ')]).toEqual([page, expect.stringContaining(said)]);
  });

  it.each([EAST, WEST, null])(
    'named %s: the figures of Turkey’s month lead to what they count',
    async (set) => {
      const begins = Date.UTC(2026, 0, 31, 21);
      const before = await openWorld(begins - 30 * MINUTE);
      const shop = await makeTenant(before);
      await shop.call('account/set-brand', { body: { timeZone: set } });
      await before.advance(MINUTE);
      const desk = await openDesk(before, shop, 'read');
      await subscribe(before, shop);
      await before.advance(begins + MINUTE - before.clock.now());
      const { svcId } = await subscribe(before, shop);
      await before.advance(MINUTE);
      const { text } = await desk.get('overview');
      const [, query = '', count] = /events\?(type=SUBSCRIBED[^"]*)">(\d)</.exec(text) ?? [];
      const asked = Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&')));
      const shown = (await desk.get('events', asked)).text;
      expect([count, shown.match(/INITIAL_BUY/g)?.length]).toEqual(['1', 1]);
      expect(shown).toContain(svcId);
      expect(shown).toContain(`name="from" type="${set === null ? 'date' : 'text'}" value="${asked.from}"`);
    },
  );

  it('a zone is shown as it is usually spelt, null is Istanbul, and what is none is 400 at its field', async () => {
    const shop = await makeTenant(world);
    const set = (timeZone: unknown) => shop.call('account/set-brand', { body: { timeZone } });
    const shown = async () => (await shop.call('account/get-brand')).body.data as { timeZone: string };
    expect((await shown()).timeZone).toBe('Europe/Istanbul');
    expect((await set('europe/berlin')).body.data).toMatchObject({ timeZone: 'Europe/Berlin' });
    for (const none of ['+03:00', 'Istanbul', 'Mars/Olympus', 3, 'x'.repeat(3_000)]) {
      const { status, body } = await set(none);
      expect([none, status, (body.details as [{ field: string }])[0].field]).toEqual([none, 400, 'timeZone']);
    }
    expect((await shown()).timeZone).toBe('Europe/Berlin');
    expect((await set(null)).body.data).toMatchObject({ timeZone: 'Europe/Istanbul' });
  });
});
