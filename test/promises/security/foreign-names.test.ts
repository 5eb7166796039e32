import { describe, expect, it } from 'vitest';
import { SCREENS } from '../../../lib/console/screens.ts';
import { NO_BRAND } from '../../../lib/billing/brand.ts';
import { deskOf } from '../../behaviour/console/desk.ts';
import { somebody } from '../../behaviour/console/people.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import { subscribe } from '../../support/world/shop.ts';
import { changeTenant, checkoutBody } from '../../support/world/tenant.ts';

/** Written from right to left; the last one also turns what follows, as somebody's own record could. */
const NAMES = {
  shop: 'متجر 24',
  buyer: 'عمر',
  family: 'دוד 7',
  person: 'לאה כהן',
} as const;

const LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e]/;

const { world, shop } = await openShop();
const { plans } = shop;
const plan = plans.basic!;
const brand = { ...NO_BRAND, displayName: NAMES.shop };
await changeTenant(world, shop, { name: `${NAMES.shop} A`, brand });
const member = await subscribe(world, shop, { more: { name: NAMES.buyer, surname: NAMES.family } });
await world.settle();
const { token, person } = await somebody(world.app, shop.tenant.id, NAMES.person, ['owner']);
const desk = deskOf(world, { personId: person.id, name: NAMES.person, token });
const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
const [invoice] = listed.data as [{ svcId: string }];

/** What stands on a page from right to left without being isolated, or turns the direction of what follows. */
function unisolated(page: string): string[] {
  const shown = page
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<bdi>[^<]*<\/bdi>/g, '')
    .replaceAll(/\u2068[^\u2069<]*\u2069/g, '');
  return [...shown.matchAll(/>([^<]+)</g)]
    .map(([, text = '']) => text)
    .filter((text) => LETTER.test(text) || TURNING.test(text));
}

/** How many names a page has isolated. */
const isolatedIn = (page: string) => page.match(/<bdi>|\u2068/g)?.length ?? 0;

const queryOf = (screen: string): Record<string, string> => {
  if (screen === 'plan') return { id: plan.reference };
  if (screen === 'invoice' || screen === 'refund') return { id: invoice.svcId };
  return { id: screen === 'person' ? person.id : member.svcId, list: 'subscribers' };
};

describe('our choice: a name that is written from right to left turns nothing round', () => {
  it.each(Object.keys(SCREENS))('on the screen %s', async (screen) => {
    const { text } = await desk.get(screen, queryOf(screen));
    expect(unisolated(text)).toEqual([]);
    expect(isolatedIn(text)).toBeGreaterThan(1);
  });

  it('in the portal, from its link to its end', async () => {
    const { visitor: customer, page } = await visitor(world, shop, member.svcId);
    const places = ['home', 'card', 'plan', 'cancel', 'invoices', 'details', 'done?what=retry', 'nowhere'];
    for (const place of places) {
      const { text } = await customer.open(`/portal/${place}`);
      expect([place, unisolated(text), isolatedIn(text) > 0]).toEqual([place, [], true]);
    }
    const closed = await customer.press(page, 'close');
    expect([unisolated(closed.text), isolatedIn(closed.text) > 0]).toEqual([[], true]);
  });

  it('on the payment page', async () => {
    const more = { email: 'omar@example.com', name: NAMES.buyer, surname: NAMES.family };
    const { body } = await shop.call('checkout/initialize', { body: checkoutBody(plan, more) });
    const { text } = await world.call('checkout/page', { query: { token: String(body.token) } });
    expect([unisolated(text), isolatedIn(text) > 0]).toEqual([[], true]);
  });
});
