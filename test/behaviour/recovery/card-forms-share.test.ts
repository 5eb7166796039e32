import { describe, expect, it } from 'vitest';
import { openDesk } from '../console/desk.ts';
import { like } from '../../support/world/expecting.ts';
import { openShop } from '../../support/world/opened.ts';
import { formOf, Visitor, visitor, wordsIn } from '../../support/world/portal.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  DAY,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { checkoutBody, makeTenant } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

/** Opens a card form for a subscriber: its status, its token, and in how many seconds another is possible. */
type Door = (member: Member) => Promise<{ status: number; token: string | undefined; retryAfter?: number }>;

let asked = 0;
const byApi =
  (named: (member: Member) => Record<string, string>): Door =>
  async (member) => {
    const body = { ...named(member), callbackUrl: `https://shop.example/card/${++asked}` };
    const { status, body: answer, headers } = await shop.call('checkout/update-card', { body });
    return { status, token: answer.token as string | undefined, retryAfter: Number(headers['retry-after']) };
  };
const inPortal = async (one: Visitor, svcId: string) => {
  const page = await one.open(`/portal/home?subscription=${svcId}`);
  const { csrf = '' } = formOf(page, 'close');
  const { status, address } = await one.send('card', { csrf, subscription: svcId });
  const token = new URL(address, 'https://billing.example').searchParams.get('token') ?? undefined;
  return { status: token === undefined ? status : 200, token };
};
const byConsole: Door = async ({ id, svcId }) => {
  const desk = await openDesk(world, shop, 'support');
  const made = await desk.act('portal-link', { id, returnUrl: 'https://shop.example/', flow: 'card' });
  const link = /https?:[^"<\s]*\/portal\/enter\?link=[\w-]+/.exec(made.text)?.[0] ?? '';
  const one = new Visitor(world);
  await one.enter(link);
  return inPortal(one, svcId);
};

const DOORS: [string, Door][] = [
  ['the API, by our id', byApi(({ svcId }) => ({ 'svc-id': svcId }))],
  [
    "the API, by the provider's pair",
    byApi(({ reference, customerReference }) => ({
      subscriptionReferenceCode: reference,
      customerReferenceCode: customerReference,
    })),
  ],
  [
    'the API, by a reference of the caller',
    byApi(({ svcId }) => ({ 'svc-id': svcId, clientReferenceId: `form ${asked}` })),
  ],
  ['the portal', async ({ svcId }) => inPortal((await visitor(world, shop, svcId)).visitor, svcId)],
  ['a link made in the console', byConsole],
];
const [[, api]] = DOORS as [[string, Door]];
const open = async (member: Member, times: number) => {
  for (let nth = 0; nth < times; nth++) expect((await api(member)).status).toBe(200);
};

describe('our choice: card forms of one subscription', () => {
  it.for(DOORS)('are five an hour and ten a day by any door: %s', async ([, door]) => {
    const member = await subscribe(world, shop);
    await open(member, 4);
    expect((await door(member)).status).toBe(200);
    expect((await door(await subscribe(world, shop))).status).toBe(200); // another subscription has its own
    const [sixth, byOthers] = [await door(member), await api(member)];
    const portalShowsItAgain = sixth.token !== undefined;
    expect([sixth.status, byOthers.status]).toEqual([portalShowsItAgain ? 200 : 429, 429]);
    expect(byOthers.retryAfter).toBeGreaterThan(3500);
    await world.advance(HOUR);
    expect((await door(member)).status).toBe(200);
    await open(member, 4);
    await world.advance(HOUR);
    const eleventh = await door(member);
    expect([eleventh.status, eleventh.token]).toEqual([429, undefined]);
    await world.advance(DAY - 2 * HOUR);
    expect((await door(member)).status).toBe(200);
  });

  it('are five of many at once', async () => {
    const member = await subscribe(world, shop);
    const all = await Promise.all(Array.from({ length: 12 }, () => api(member)));
    const opened = all.filter(({ status }) => status === 200);
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(5);
    await api(member);
  });

  it('that the provider does not open cost nothing', async () => {
    const member = await subscribe(world, shop);
    await behave(world, shop, { failNext: 6, path: '/card-update' });
    for (let nth = 0; nth < 6; nth++) expect((await api(member)).status).toBeGreaterThanOrEqual(500);
    await open(member, 5);
  });

  it('spend the tenant’s hosted checkouts in the portal too', async () => {
    const fresh = await makeTenant(world);
    const { svcId } = await subscribe(world, fresh);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { visitor: one } = await visitor(world, fresh, svcId);
    expect((await inPortal(one, svcId)).status).toBe(200);
    const { headers } = await fresh.call('checkout/initialize', { body: checkoutBody(fresh.plans.basic!) });
    expect(headers['ratelimit-remaining']).toBe('98');
  });
});

describe('our choice: an open card form', () => {
  const ask = async ({ svcId }: Member, more = {}) => {
    const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card', ...more };
    return (await shop.call('checkout/update-card', { body })).body;
  };

  it('is shown again, whoever asks, instead of a new one: ten times, and one of five is used', async () => {
    const member = await subscribe(world, shop);
    const first = await ask(member);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    for (let nth = 0; nth < 10; nth++)
      expect(await ask(member)).toEqual({ ...first, tokenExpireTime: Number(first.tokenExpireTime) - 60 });
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const [shown, again] = [await inPortal(one, member.svcId), await inPortal(one, member.svcId)];
    expect(again).toEqual(shown);
    expect(shown.token).not.toBe(first.token); // it leads back to the portal
    await open(member, 2);
    const { visitor: other } = await visitor(world, shop, member.svcId);
    await comeBack(world, String(shown.token));
    const last = await inPortal(other, member.svcId);
    expect((await api(member)).status).toBe(429);
    const page = await other.open(`/portal/card?subscription=${member.svcId}`);
    expect(formOf(page, 'card')).toMatchObject({ subscription: member.svcId });
    expect(await inPortal(other, member.svcId)).toEqual(last);
    await world.advance(21 * MINUTE);
    const later = await other.open(`/portal/card?subscription=${member.svcId}`);
    expect(later.text).not.toContain('action="/portal/card"');
  });

  it.for([
    ['leads elsewhere', async () => ({ callbackUrl: 'https://shop.example/elsewhere' })],
    ['has been come back from', async (token: string) => void (await comeBack(world, token))],
    ['is nearly over', async () => void (await world.clock.advanceTo(world.clock.now() + 20 * MINUTE + 1))],
    ['was of another reference', async () => ({ clientReferenceId: `own ${++asked}` })],
  ] as const)('is not shown again where it %s', async ([, change]) => {
    const member = await subscribe(world, shop);
    const first = await ask(member);
    const more = (await change(String(first.token))) ?? {};
    const second = await ask(member, more);
    expect([second.status, second.token === first.token]).toEqual(['success', false]);
  });
});

describe('our choice: three refused cards in a day', () => {
  it('end the day’s card forms, and the page says from when another try is possible', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(MINUTE);
    const { token } = await api(member);
    for (let nth = 0; nth < 3; nth++) {
      await comeBack(world, String(token));
      await world.advance(2 * MINUTE);
    }
    const refused = await api(member);
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(23 * 3600);
    for (const [language, said] of [
      ['en', /You can try again from \d{1,2} \w+ \d{4}.*\d\d:\d\d/],
      ['tr', /Şu andan itibaren yeniden deneyebilirsiniz: \d/],
    ] as const) {
      const { visitor: one } = await visitor(world, shop, member.svcId, { language });
      const page = await one.open(`/portal/card?subscription=${member.svcId}`);
      expect(wordsIn(page)).toEqual(like(said));
      expect(page.text).not.toContain('action="/portal/card"');
      const { csrf = '' } = formOf(page, 'close');
      const pressed = await one.send('card', { csrf, subscription: member.svcId });
      expect([pressed.status, wordsIn(pressed)]).toEqual([429, like(said)]);
    }
    await world.advance(DAY);
    expect((await api(member)).status).toBe(200);
  });
});
