import { beforeAll, describe, expect, it } from 'vitest';
import { copyOf } from '../../support/world/copy.ts';
import { openWorld } from '../../support/world/opened.ts';
import { formOf, portalLink, Visitor, visitor, wordsIn, type Page } from '../../support/world/portal.ts';
import { behave, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';

const world = await openWorld();
let shop: TestTenant;
let other: TestTenant;
let mine: Member;
let theirs: Member;
let foreign: Member;
beforeAll(async () => {
  [shop, other] = [await makeTenant(world), await makeTenant(world)];
  [mine, theirs, foreign] = [
    await subscribe(world, shop),
    await subscribe(world, shop),
    await subscribe(world, other),
  ];
});

/** All that an attack could have changed, of everybody. */
async function state(): Promise<string> {
  const all = [
    [shop, mine],
    [shop, theirs],
    [other, foreign],
  ] as const;
  const read = async ([of, { svcId }]: readonly [TestTenant, Member]) => [
    (await of.call('subscribers/get', { query: { 'svc-id': svcId } })).body,
    (await of.call('subscribers/get-customer', { query: { 'svc-id': svcId } })).body,
  ];
  return JSON.stringify(await Promise.all(all.map(read)));
}

/** A page that helps: a heading, a sentence, nothing of a customer, and nothing that was changed. */
function helps(page: Page, status: number): void {
  expect(page.status).toBe(status);
  expect(page.text).toMatch(/<h1\b[^>]*>[^<]+<\/h1>/);
  for (const { email } of [mine, theirs, foreign]) expect(page.text).not.toContain(email);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
  expect(page.headers['content-security-policy']).not.toContain('script-src');
}

const ACTS = ['card', 'plan', 'cancel', 'undo', 'details'] as const;

describe('A link of the portal', () => {
  it('is refused when it is forged, cut short, or another’s hash', async () => {
    const before = await state();
    const link = new URL(await portalLink(shop, mine.svcId));
    const secret = link.searchParams.get('link')!;
    for (const forged of [
      '',
      'x',
      secret.slice(1),
      secret.toLowerCase(),
      `${secret}A`,
      'A'.repeat(43),
      '\u0000',
    ])
      helps(await new Visitor(world).open(`/portal/enter?link=${encodeURIComponent(forged)}`), 404);
    expect(await state()).toBe(before);
  });

  it('is refused to everybody else once it has been used, and when it is old', async () => {
    const link = await portalLink(shop, mine.svcId);
    const one = new Visitor(world);
    expect((await one.enter(link)).status).toBe(200);
    const thief = new Visitor(world);
    const page = await thief.open(link);
    helps(page, 410);
    expect(page.text).toContain('https://shop.example/account');
    expect((await thief.open('/portal/home')).status).toBe(401);
    expect((await one.open('/portal/home')).status).toBe(200);
  });

  it('opens one session of two that open it at the same moment', async () => {
    const link = await portalLink(shop, mine.svcId);
    const pages = await Promise.all([new Visitor(world), new Visitor(world)].map((one) => one.enter(link)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('stores neither the link’s nor the session’s secret', async () => {
    const link = await portalLink(shop, mine.svcId);
    const one = new Visitor(world);
    await one.enter(link);
    const dump = JSON.stringify(await copyOf(world));
    for (const secret of [new URL(link).searchParams.get('link')!, one.cookies['__Host-portal']!]) {
      expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(dump).not.toContain(secret);
    }
  });
});

describe('A session of the portal', () => {
  it('has a cookie for this host alone, that no script reads, and a new one at each sign-in', async () => {
    const link = await portalLink(shop, mine.svcId);
    const { cookies } = await world.call('portal/act', {
      path: { page: 'enter' },
      raw: new URL(link).searchParams.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const names = cookies!.map((cookie) => cookie.split('=')[0]);
    expect(names.sort()).toEqual(['__Host-language', '__Host-portal']);
    const session = cookies!.find((cookie) => cookie.startsWith('__Host-portal='));
    const attributes = session!.split('; ').slice(1);
    expect(attributes.sort()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 60 + 7 * 24 * 3600}`,
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const one = new Visitor(world);
    await one.enter(await portalLink(shop, mine.svcId));
    const first = { ...one.cookies };
    await one.enter(await portalLink(shop, mine.svcId));
    expect(one.cookies['__Host-portal']).not.toBe(first['__Host-portal']);
    const old = new Visitor(world);
    Object.assign(old.cookies, first);
    expect((await old.open('/portal/home')).status).toBe(401); // the former session ended with it
  });

  it('is over after half an hour, also in the middle of an act, and nothing is done', async () => {
    const { visitor: one } = await visitor(world, shop, mine.svcId);
    const asked = await one.open(`/portal/cancel?subscription=${mine.svcId}`);
    const before = await state();
    await world.advance(30 * MINUTE);
    const page = await one.press(asked, 'cancel');
    helps(page, 401);
    expect(page.text).toContain('https://shop.example/account');
    expect(await state()).toBe(before);
  });

  it('ends where it is closed, for its old cookie too', async () => {
    const { visitor: one, page } = await visitor(world, shop, mine.svcId);
    expect((await one.press(page, 'close')).status).toBe(200);
    const after = await one.open('/portal/home');
    helps(after, 401);
    expect(after.text).toContain('https://shop.example/account');
  });

  it('is refused with a forged cookie', async () => {
    for (const cookie of ['', 'x', 'A'.repeat(43), '../../etc', 'é']) {
      const one = new Visitor(world);
      one.cookies['__Host-portal'] = cookie;
      helps(await one.open('/portal/home'), 401);
      helps(await one.send('cancel', { csrf: 'x', subscription: mine.svcId }), 401);
    }
  });
});

describe('An act of the portal', () => {
  it('is not done without its session’s token, with another session’s, or with a wrong one', async () => {
    const { visitor: one } = await visitor(world, shop, mine.svcId);
    const { page: elsewhere } = await visitor(world, shop, theirs.svcId);
    const before = await state();
    for (const act of ACTS)
      for (const csrf of [undefined, '', 'x', formOf(elsewhere, 'close').csrf!])
        helps(await one.send(act, { ...(csrf !== undefined && { csrf }), subscription: mine.svcId }), 403);
    expect(await state()).toBe(before);
  });

  it('is not done by GET', async () => {
    const { visitor: one, page } = await visitor(world, shop, mine.svcId);
    const { csrf } = formOf(page, 'close');
    const before = await state();
    for (const act of ['undo', 'close', 'cancel', 'plan'])
      await one.open(`/portal/${act}?csrf=${csrf}&subscription=${mine.svcId}`);
    expect(await state()).toBe(before);
    expect((await one.open('/portal/home')).status).toBe(200);
  });

  it('and no page is about another’s subscription, of this tenant or of another one, in any form of its id', async () => {
    const { visitor: one, page } = await visitor(world, shop, mine.svcId);
    const { csrf = '' } = formOf(page, 'close');
    const before = await state();
    for (const { id, svcId, reference } of [theirs, foreign])
      for (const named of [id, svcId, svcId.toUpperCase(), reference, id.replaceAll('-', ''), '']) {
        for (const screen of ['home', 'card', 'plan', 'preview', 'cancel', 'invoices', 'details', 'done'])
          if (named !== '')
            helps(await one.open(`/portal/${screen}?subscription=${named}&what=cancelled`), 404);
        for (const act of ACTS) helps(await one.send(act, { csrf, subscription: named }), 404);
      }
    expect(await state()).toBe(before);
  });

  it('is done once where it is repeated, in two tabs, or by Back', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const chosen = `plan=pln_${shop.plans.plus!.id.replaceAll('-', '')}&when=NOW`;
    const seen = await one.open(`/portal/preview?subscription=${member.svcId}&${chosen}`);
    const twice = await Promise.all([one.press(seen, 'plan'), one.press(seen, 'plan')]);
    expect(twice.map((page) => wordsIn(page).includes('You are on plus now'))).toEqual([true, true]);
    await world.advance(5 * MINUTE);
    expect((await one.press(seen, 'plan')).status).toBe(200);
    await world.advance(MINUTE);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect(body.data).toHaveLength(2);
  });

  it('is refused to a session that does too much, and nothing more is done', async () => {
    const { visitor: one, page } = await visitor(world, shop, theirs.svcId);
    const fields = { ...formOf(page, 'close'), subscription: theirs.svcId };
    let last: Page = page;
    for (let nth = 0; nth < 61; nth++) last = await one.send('undo', fields);
    helps(last, 429);
  });

  it('does not change plans that are not offered, or without their preview', async () => {
    const { visitor: one, page } = await visitor(world, shop, theirs.svcId);
    const fields = { ...formOf(page, 'close'), subscription: theirs.svcId, when: 'NOW' };
    const before = await state();
    const plus = `pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
    helps(await one.send('plan', { ...fields, plan: foreign.id }), 404);
    helps(await one.send('plan', { ...fields, plan: other.plans.plus!.id }), 404);
    helps(await one.send('plan', { ...fields, plan: plus }), 409);
    helps(await one.send('plan', { ...fields, plan: plus, preview: 'prv_9999999999999_0' }), 409);
    expect(await state()).toBe(before);
  });
});

describe('a session of one of two buyers', () => {
  it('shows nothing that somebody else has bought under the same e-mail address', async () => {
    await behave(world, shop, { customerIdentity: 'emailAndPhone' });
    const member = await subscribe(world, shop);
    const more = { gsmNumber: '+905351239876', name: 'Stranger' };
    const other = await subscribe(world, shop, { email: member.email, plan: shop.plans.plus!, more });
    expect(other.customerReference).not.toBe(member.customerReference);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(page.text).not.toContain(other.svcId);
    expect((await one.open(`/portal/cancel?subscription=${other.svcId}`)).status).toBe(404);
  });
});
