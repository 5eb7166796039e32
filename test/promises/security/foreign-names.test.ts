import { describe, expect, it } from 'vitest';
import { SCREENS } from '../../../lib/console/screens.ts';
import { NO_BRAND } from '../../../lib/billing/brand.ts';
import { createKey } from '../../../lib/account/keys.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import { invite } from '../../../lib/console/people.ts';
import { addressesOf } from '../../behaviour/console/addresses.ts';
import { deskOf } from '../../behaviour/console/desk.ts';
import { BY_OPERATOR, somebody } from '../../behaviour/console/people.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import { subscribe } from '../../support/world/shop.ts';
import { changeTenant, checkoutBody } from '../../support/world/tenant.ts';

const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
/** Written from right to left; the last one also turns what follows, as somebody's own record could; with markup each. */
const NAMES = {
  shop: `متجر 24 ${MARKUP}`,
  buyer: `عمر ${MARKUP}`,
  family: `دוד 7 ${MARKUP}`,
  person: `לאה כהן ${MARKUP}`,
  plan: `خطة ${MARKUP}`,
  invited: `b ${MARKUP}`,
} as const;

const LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e]/;

const { world, shop } = await openShop({ plans: [{ name: NAMES.plan }] });
const [plan] = Object.values(shop.plans) as [Plan];
const brand = { ...NO_BRAND, displayName: NAMES.shop };
await changeTenant(world, shop, { name: `${NAMES.shop} A`, brand });
const member = await subscribe(world, shop, { plan, more: { name: NAMES.buyer, surname: NAMES.family } });
await world.settle();
const { token, person } = await somebody(world.app, shop.tenant.id, NAMES.person, ['owner']);
const desk = deskOf(world, { personId: person.id, name: NAMES.person, token });
await invite(shop.app, { name: NAMES.invited, roles: ['read'] }, BY_OPERATOR);
await createKey(shop.app, { label: MARKUP, rights: RIGHTS }, RIGHTS);
const queryOf = await addressesOf(shop, member, { personId: person.id });

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

/** What a page has made markup of. */
const marksIn = (page: string) => page.match(/<script>alert|<img src=x/g) ?? [];

describe('our choice: a name that is written from right to left turns nothing round, and markup in it is text', () => {
  it.each(Object.keys(SCREENS))('on the screen %s', async (screen) => {
    const asked = { search: MARKUP, done: MARKUP, plan: plan.reference };
    const { text } = await desk.get(screen, { ...queryOf(screen), ...asked });
    expect([unisolated(text), marksIn(text)]).toEqual([[], []]);
    expect(isolatedIn(text)).toBeGreaterThan(1);
  });

  it('in the portal, from its link to its end', async () => {
    const { visitor: customer, page } = await visitor(world, shop, member.svcId);
    const places = ['home', 'card', 'plan', 'cancel', 'invoices', 'details', 'done?what=retry', 'nowhere'];
    for (const place of places) {
      const { text } = await customer.open(`/portal/${place}`);
      expect([place, unisolated(text), marksIn(text), isolatedIn(text) > 0]).toEqual([place, [], [], true]);
    }
    const closed = await customer.press(page, 'close');
    expect([unisolated(closed.text), isolatedIn(closed.text) > 0]).toEqual([[], true]);
  });

  it('on the payment page', async () => {
    const more = { email: 'omar@example.com', name: NAMES.buyer, surname: NAMES.family };
    const { body } = await shop.call('checkout/initialize', { body: checkoutBody(plan, more) });
    const { text } = await world.call('checkout/page', { query: { token: String(body.token) } });
    expect([unisolated(text), marksIn(text), isolatedIn(text) > 0]).toEqual([[], [], true]);
  });
});
