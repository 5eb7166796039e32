import { describe, expect, it } from 'vitest';
import { isSamePerson } from '../../../lib/access/same-person.ts';
import { setCallbackHosts } from '../../../lib/account/tenants.ts';
import { heldBy } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { makePlans } from '../../support/world/plans.ts';
import { formOf, portalLink, Visitor, visitor, wordsIn } from '../../support/world/portal.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  DAY,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { swapCard } from '../../support/world/owing.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop({ invoicing: true });

const of = ({ svcId }: Pick<Member, 'svcId'>) => `subscription=${svcId}`;
const tick = () => world.clock.advanceTo(world.clock.now() + 1_000);

async function timeline(svcId: string): Promise<[string, string][]> {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
  const entries = body.data as { what: string; cause: { by: string } }[];
  return entries.map(({ what, cause }) => [what, cause.by]);
}

const read = async (svcId: string) => {
  const { body } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  return body.data as Record<string, unknown>;
};

describe('spec: POST /portal/sessions', () => {
  it('answers a link that works once, within ten minutes', async () => {
    const { svcId } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId);
    const one = new Visitor(world);
    const page = await one.enter(link);
    expect([page.status, page.address]).toEqual([200, '/portal/home']);
    expect(wordsIn(page)).toContain('basic');
    expect((await new Visitor(world).enter(link)).status).toBe(410);

    const late = await portalLink(shop, svcId);
    await world.advance(10 * MINUTE);
    expect((await new Visitor(world).enter(late)).status).toBe(410);
  });

  it('is opened without a change: previews, prefetches and scanners leave the link to its customer', async () => {
    const { svcId, email } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId);
    const before = await heldBy(world);
    const pages = [await new Visitor(world).open(link), await new Visitor(world).open(link)];
    await world.call('portal/show', {
      method: 'HEAD',
      path: { page: 'enter' },
      query: Object.fromEntries(new URL(link).searchParams),
    });
    expect(await heldBy(world)).toEqual(before);
    for (const page of pages) {
      expect([page.status, page.cookies ?? []]).toEqual([200, []]);
      expect(wordsIn(page)).toContain(`Go on as ${email[0]}•••@example.com`);
      expect(page.text).not.toContain(email);
    }
    const one = new Visitor(world);
    const home = await one.press(await one.open(link), 'enter');
    expect([home.status, home.address]).toEqual([200, '/portal/home']);
    expect(wordsIn(home)).toContain(`Signed in as ${email[0]}•••@example.com`);
  });

  it('a link that is over leads to where there is a new one: the shop’s page and its address for help', async () => {
    await shop.call('account/set-brand', { body: { supportEmail: 'help@shop.example' } });
    await world.advance(MINUTE);
    const { svcId } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId);
    await new Visitor(world).enter(link);
    const over = await new Visitor(world).open(link);
    expect(over.status).toBe(410);
    expect(over.text).toMatch(/<a class="button primary" href="https:\/\/shop\.example\/account">/);
    expect(over.text).toContain('<a class="button" href="mailto:help@shop.example">');
    await shop.call('account/set-brand', { body: { supportEmail: null } });
  });

  it('a link goes on in the language that was chosen on its page', async () => {
    const { svcId } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId, { language: 'tr' });
    const one = new Visitor(world);
    expect(wordsIn(await one.open(link))).toContain('olarak devam et');
    const page = await one.open(`${link}&lang=en`);
    expect(wordsIn(page)).toContain('Go on as');
    expect((await one.press(page, 'enter')).text).toContain('<html lang="en"');
  });

  it('the same browser comes in again by the link that it has used: a double click, or Back', async () => {
    const { svcId } = await subscribe(world, shop);
    const link = await portalLink(shop, svcId);
    const one = new Visitor(world);
    const page = await one.open(link);
    await one.press(page, 'enter');
    for (const again of [await one.open(link), await one.press(page, 'enter')])
      expect([again.status, again.address]).toEqual([200, '/portal/home']);
  });

  it('leads to the part that was asked for, in the language that was asked for', async () => {
    const { svcId } = await subscribe(world, shop);
    for (const [flow, heading] of [
      ['card', 'Kartınızı değiştirin'],
      ['plan', 'Planı değiştir'],
      ['cancel', 'Aboneliğinizin iptali'],
      ['invoices', 'Faturalar'],
    ] as const) {
      const { page } = await visitor(world, shop, svcId, { flow, language: 'tr' });
      expect(page.text).toContain(`<h1>${heading}</h1>`);
      expect(page.text).toContain('<html lang="tr"');
    }
  });

  it('is 409 portal_disabled where it is switched off, and sessions end with it', async () => {
    const { svcId } = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, svcId);
    await shop.call('account/set-portal', { body: { enabled: false } });
    const body = { 'svc-id': svcId, returnUrl: 'https://shop.example/' };
    expect((await shop.call('portal/create-session', { body })).body.error).toBe('portal_disabled');
    await world.advance(MINUTE);
    expect((await one.open('/portal/home')).status).toBe(401);
    await shop.call('account/set-portal', { body: {} });
    await world.advance(MINUTE);
  });

  it('returnUrl must be https, and the subscriber must be the tenant’s', async () => {
    const { svcId } = await subscribe(world, shop);
    for (const returnUrl of ['javascript:alert(1)', 'http://shop.example', ''])
      expect(
        (await shop.call('portal/create-session', { body: { 'svc-id': svcId, returnUrl } })).status,
      ).toBe(400);
    const body = { 'svc-id': `sub_${'0'.repeat(32)}`, returnUrl: 'https://shop.example/' };
    expect((await shop.call('portal/create-session', { body })).status).toBe(404);
  });
});

describe('our choice: where the portal leads back to', () => {
  it('is a host that the tenant has named, by the API and the console alike, and our own page for cards always is', async () => {
    const member = await subscribe(world, shop);
    await setCallbackHosts(shop.app, ['shop.example']);
    await world.advance(MINUTE);
    const ask = (returnUrl: string) =>
      shop.call('portal/create-session', { body: { 'svc-id': member.svcId, returnUrl } });
    expect((await ask('https://evil.example/')).body).toMatchObject({ details: [{ field: 'returnUrl' }] });
    for (const url of ['https://shop.example/account', `${world.app.settings.publicUrl}/docs`])
      expect((await ask(url)).status).toBe(200);
    const brand = (supportUrl: string) => shop.call('account/set-brand', { body: { supportUrl } });
    expect((await brand('https://evil.example/')).body).toMatchObject({ details: [{ field: 'supportUrl' }] });
    expect((await brand('https://shop.example/help')).status).toBe(200);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect((await one.press(page, 'card')).address).toMatch(/^\/checkout\/page\?/);
    await setCallbackHosts(shop.app, []);
    await shop.call('account/set-brand', { body: { supportUrl: null } });
    await world.advance(MINUTE);
  });
});

describe('spec: The customer portal', () => {
  it('names what the plan includes, on the overview and where plans are chosen', async () => {
    const set = (plan: string, features: object) =>
      shop.call('account/set-plan', {
        body: { pricingPlanReferenceCode: shop.plans[plan]!.reference, features },
      });
    await set('basic', { export: true, team_seats: 3 });
    await set('plus', { team_seats: 9, support: '<by phone>' });
    await world.advance(MINUTE);
    const member = await subscribe(world, shop);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toContain('Includes Export · Team seats: 3');
    const plans = wordsIn(await one.open(`/portal/plan?${of(member)}`));
    expect(plans).toContain('Your current plan Export · Team seats: 3');
    expect(plans).toContain('₺200.00 every month Support: <by phone> · Team seats: 9');
    await set('basic', { export: null, team_seats: null });
    await set('plus', { team_seats: null, support: null });
    await world.advance(MINUTE);
    expect(wordsIn(await one.open('/portal/home'))).not.toContain('Includes');
  });

  it('cancels in three clicks from the link, tells the provider, and undoes it in one more', async () => {
    const member = await subscribe(world, shop);
    await tick();
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(page.text).toContain(`href="/portal/cancel?${of(member)}"`);
    const asked = await one.open(`/portal/cancel?${of(member)}`);
    expect(wordsIn(asked)).toContain('Your access ends.');
    const done = await one.press(asked, 'cancel');
    expect(wordsIn(done)).toContain('Your subscription is cancelled');
    expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: true, providerTold: true });
    const back = await one.open(`/portal/cancel?${of(member)}`);
    expect([back.status, wordsIn(back).includes('Something has changed in the meantime')]).toEqual([
      409,
      true,
    ]);
    await tick();
    const home = await one.open('/portal/home');
    expect(wordsIn(await one.press(home, 'undo'))).toContain('Your subscription continues');
    expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: false });
    expect((await timeline(member.svcId)).slice(0, 2)).toEqual([
      ['undone', 'customer'],
      ['cancelled', 'customer'],
    ]);
  });

  it('asks why without getting in the way, and keeps what is said', async () => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const asked = await one.open(`/portal/cancel?${of(member)}`);
    expect(asked.text).toMatch(/<details><summary>Say why, if you like<\/summary>/);
    const why = { reason: 'unused', comment: 'Taşınıyorum,\r\n<b>görüşürüz</b>' };
    expect(wordsIn(await one.press(asked, 'cancel', why))).toContain('Your subscription is cancelled');
    expect(await read(member.svcId)).toMatchObject({
      ...{ providerTold: true, cancelReason: 'unused' },
      cancelComment: 'Taşınıyorum, <b>görüşürüz</b>',
    });
  });

  it.each([
    ['comment', '5528 7900 0000 0008', 'Nothing was cancelled yet'],
    ['comment', 'x'.repeat(501), 'Nothing was cancelled yet'],
    ['reason', 'bored', 'Say why, if you like'],
  ])(
    'cancels nothing with a %s that cannot be kept, and shows again what was typed',
    async (field, value, said) => {
      const member = await subscribe(world, shop);
      const { visitor: one } = await visitor(world, shop, member.svcId);
      const typed = { reason: 'other', comment: 'Ayşe’nin yorumu', [field]: value };
      const again = await one.press(await one.open(`/portal/cancel?${of(member)}`), 'cancel', typed);
      expect(again.status).toBe(400);
      expect(wordsIn(again)).toContain(said);
      expect(again.text).toContain(`>${typed.comment}</textarea>`);
      expect(again.text.includes('value="other" selected')).toBe(field !== 'reason');
      expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: false });
      const comment = { reason: '', comment: '' };
      expect(wordsIn(await one.press(again, 'cancel', comment))).toContain('Your subscription is cancelled');
    },
  );

  it('changes the plan with the amount seen before, and charges exactly that', async () => {
    const member = await subscribe(world, shop);
    await world.advance(3 * DAY);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const plans = await one.open(`/portal/plan?${of(member)}`);
    expect(wordsIn(plans)).toContain('₺200.00 every month');
    const chosen = `plan=pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
    const seen = await one.open(`/portal/preview?${of(member)}&${chosen}&when=NOW`);
    expect(wordsIn(seen)).toContain('Pay ₺200.00 and change');
    const done = await one.press(seen, 'plan');
    expect(wordsIn(done)).toContain('You are on plus now');
    await world.advance(HOUR);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    expect((body.data as { amount: string }[]).map(({ amount }) => amount)).toEqual(['200.00', '100.00']);
    expect(await timeline(member.svcId)).toContainEqual(['plan_changed', 'customer']);
  });

  it('a plan change whose outcome has changed meanwhile charges nothing', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const chosen = `plan=pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
    const seen = await one.open(`/portal/preview?${of(member)}&${chosen}&when=NOW`);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    const refused = await one.press(seen, 'plan');
    expect([refused.status, wordsIn(refused).includes('Something has changed in the meantime')]).toEqual([
      409,
      true,
    ]);
    expect(await read(member.svcId)).toMatchObject({ planReference: shop.plans.basic!.reference });
  });

  it('shows a failed payment first, with its one remedy: a new card, on which it is tried at once', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(page.text).toContain('<title>Payment failed');
    expect(wordsIn(page)).toMatch(/Your payment of .* did not go through/);
    const form = await one.press(page, 'card');
    const token = new URL(form.address, 'https://billing.example').searchParams.get('token')!;
    await payForm(world, token, { cardNumber: '5528790000000008' });
    const { headers } = await world.call('checkout/callback', { query: { token } });
    const back = await one.open(headers.location!);
    expect([back.status, wordsIn(back).includes('Thank you')]).toEqual([200, true]);
    await world.settle();
    const meanwhile = await one.open('/portal/home');
    expect(wordsIn(meanwhile)).toContain('The payment is being tried again');
    expect(meanwhile.text).not.toContain('action="/portal/card"');
    await world.advance(5 * MINUTE);
    expect(await read(member.svcId)).toMatchObject({ subscriptionStatus: 'ACTIVE' });
  });

  it.each([
    ['4125111111111115', 'Your card has expired.', ['card']],
    ['4126111111111114', 'This card cannot be used for this payment.', ['card']],
    ['4129111111111111', 'Your bank gave no reason.', ['card', 'retry']],
    ['4122111111111118', 'The cause is not your card but the shop’s payment settings.', ['retry']],
  ])('says why the payment failed, and asks for another card where that helps: %s', async (...of) => {
    const [card, reason, remedies] = of;
    const member = await subscribe(world, shop);
    await swapCard(world, member, card);
    await advanceToRenewal(world, member.reference);
    await world.advance(26 * HOUR);
    const { page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toContain(reason);
    expect(page.text).not.toMatch(/\b10\d{3}\b/);
    const forms = [...page.text.matchAll(/action="\/portal\/(card|retry)"/g)].map(([, act]) => act);
    expect(forms).toEqual(remedies);
  });

  it('says after a card form that was over that its time was over', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    const form = await one.press(page, 'card');
    const token = new URL(form.address, 'https://billing.example').searchParams.get('token')!;
    const shown = await world.call('checkout/page', { query: { token } });
    expect(shown.text).toContain(`<a class="back" href="/portal/home?${of(member)}">`);
    await world.clock.advanceTo(world.clock.now() + 29 * MINUTE);
    await one.open('/portal/home');
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const { headers } = await world.call('checkout/callback', { query: { token } });
    const { visitor: later } = await visitor(world, shop, member.svcId);
    expect(wordsIn(await later.open(headers.location!))).toContain('That form has expired');
  });

  it('tries a failed payment again on the same card, and says when the next try is', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(26 * HOUR);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    const done = await one.press(page, 'retry');
    expect(wordsIn(done)).toContain('The payment is being tried again');
    const again = await one.open('/portal/home');
    expect(wordsIn(again)).toContain('The payment is being tried again');
    expect(again.text).not.toMatch(/action="\/portal\/(?:retry|card)"/);
  });

  it('shows invoices with their PDF, and every page of them', async () => {
    const daily = { name: 'daily', product: 'daily', interval: 'DAILY' } as const;
    const { daily: plan } = await makePlans(world, shop.tenant.id, shop.credentials, [daily]);
    const member = await subscribe(world, shop, { plan: plan! });
    await world.advance(5 * MINUTE);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(page.text).toMatch(/<a href="https:\/\/documents\.example\/[^"]*\.pdf\?[^"]*"[^>]*>PDF<\/a>/);
    await world.advance(11 * DAY);
    const { visitor: later } = await visitor(world, shop, member.svcId);
    const first = await later.open(`/portal/invoices?${of(member)}`);
    const older = /href="([^"]*&amp;after=[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    const second = await later.open(older);
    expect([first, second].map(({ text }) => text.match(/<tr role="row"><th scope="row"/g)?.length)).toEqual([
      10, 2,
    ]);
    expect(second.text).toContain('&amp;before=');
    expect(one.cookies).not.toEqual(later.cookies);
  });

  it('shows what was given back of an invoice', async () => {
    const member = await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const [{ id }] = body.data as [{ id: string }];
    const giveBack = (more = {}) => shop.call('invoices/refund', { body: { 'invoice-id': id, ...more } });
    await giveBack({ amount: '30.00' });
    await world.settle();
    const { visitor: one } = await visitor(world, shop, member.svcId);
    expect(wordsIn(await one.open('/portal/home'))).toMatch(/Paid ₺100\.00 ₺30\.00 refunded/);
    await giveBack();
    await world.settle();
    const all = wordsIn(await one.open(`/portal/invoices?${of(member)}`));
    expect(all).toContain('Refunded ₺100.00');
    expect(all).not.toContain('₺100.00 refunded');
    const { body: listed } = await shop.call('reports/tasks', { query: { state: 'open' } });
    const task = (listed.data as { id: string; invoice: { id: string } }[]).find(
      ({ invoice }) => invoice.id === id,
    );
    await shop.call('reports/finish-task', { body: { id: task!.id } });
    const cancelled = (await one.open(`/portal/invoices?${of(member)}`)).text;
    expect(cancelled).toContain('<span class="quiet">cancelled</span>');
    expect(cancelled).not.toContain('>PDF</a>');
  });

  it('corrects name, phone and address, and keeps what was typed where it is refused', async () => {
    const member = await subscribe(world, shop);
    await tick();
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const page = await one.open(`/portal/details?${of(member)}`);
    const typed = {
      name: 'Ayşe <Nur>',
      contactName: 'A',
      address: 'Kordon 5',
      city: 'İzmir',
      country: 'Türkiye',
    };
    const wrong = await one.press(page, 'details', { ...typed, gsmNumber: '123' });
    expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([400, true]);
    expect(formOf(wrong, 'details')).toMatchObject({ ...typed, gsmNumber: '123' });
    expect(wrong.text).toContain('<title>Error: ');
    const done = await one.press(wrong, 'details', { gsmNumber: '0535 111 22 33' });
    expect(wordsIn(done)).toContain('Your details were saved');
    const { body } = await shop.call('subscribers/get-customer', { query: { 'svc-id': member.svcId } });
    expect(body.data).toMatchObject({ name: 'Ayşe <Nur>', gsmNumber: '+905351112233' });
    expect((await timeline(member.svcId))[0]).toEqual(['customer_corrected', 'customer']);
  });

  it('loses nothing of the details that were typed where the provider does not answer, or the session is another one', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    const asked = await one.open(`/portal/details?${of(member)}`);
    const typed = { name: 'Ayşe <Nur>', contactName: 'A', address: 'Kordon 5', city: 'İzmir', country: 'TR' };
    await behave(world, shop, { failNext: 99 });
    const silent = await one.press(asked, 'details', typed);
    await behave(world, shop, { failNext: 0 });
    expect(silent.status).toBeGreaterThanOrEqual(500);
    const stale = await one.send('details', { ...formOf(asked, 'details'), ...typed, csrf: 'x' });
    expect([stale.status, wordsIn(stale).includes('Please do that again')]).toEqual([403, true]);
    for (const refused of [silent, stale]) {
      expect(formOf(refused, 'details')).toMatchObject(typed);
      expect(refused.text).toContain('<title>Error: ');
      expect(refused.text).toContain('role="alert"');
    }
    const sessionOf = ({ csrf = '' }: Record<string, string>) => csrf.split('.')[0];
    expect(sessionOf(formOf(stale, 'details'))).toBe(sessionOf(formOf(page, 'card')));
    expect(wordsIn(await one.press(stale, 'details'))).toContain('Your details were saved');
  });

  it('shows all of the customer’s subscriptions, failed payments first', async () => {
    const first = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, first.reference);
    await world.advance(HOUR);
    const second = await subscribe(world, shop, { email: first.email, plan: shop.plans.plus! });
    const { page } = await visitor(world, shop, second.svcId);
    const headings = [...page.text.matchAll(/<h2 id="s\d">([^<]*)<\/h2>/g)].map(([, name]) => name);
    expect(headings).toEqual(['basic', 'plus']);
    expect(page.text).toContain('My subscriptions');
  });

  it('shows one whose access is over as ended among several, before its end is recorded', async () => {
    const first = await subscribe(world, shop);
    const second = await subscribe(world, shop, { email: first.email, plan: shop.plans.plus! });
    const ended = await shop.call('subscribers/cancel', { body: { 'svc-id': first.svcId } });
    const { accessUntil } = ended.body.data as { accessUntil: string };
    await world.clock.advanceTo(Date.parse(accessUntil));
    const { page } = await visitor(world, shop, second.svcId);
    expect([...page.text.matchAll(/<span class="mark (\w+)">/g)].map(([, kind]) => kind)).toEqual([
      'good',
      'over',
    ]);
  });

  it.each([
    ['another phone', { gsmNumber: '+905350009988', name: 'Somebody', surname: 'Else' }, false],
    [
      'the same phone, written otherwise, and another name',
      { gsmNumber: '0535 000 00 00', name: 'Ayşe' },
      true,
    ],
  ])(
    'shows what was bought under the same e-mail address with %s to the same person alone',
    async (_, more, isSame) => {
      const first = await subscribe(world, shop, { more: { gsmNumber: '+905350000000' } });
      const second = await subscribe(world, shop, { email: first.email, plan: shop.plans.plus!, more });
      for (const [own, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const { visitor: one, page } = await visitor(world, shop, own.svcId);
        expect(wordsIn(page).includes('My subscriptions')).toBe(isSame);
        const asked = await one.open(`/portal/home?${of(other)}`);
        expect(asked.status).toBe(isSame ? 200 : 404);
        if (!isSame) expect(page.text).not.toContain(other.svcId);
        const csrf = Object.values(formOf(page, 'close'))[0] ?? '';
        if (!isSame) expect((await one.send('cancel', { csrf, subscription: other.svcId })).status).toBe(404);
      }
    },
  );

  it.each([
    [{ email: 'a@b.example', gsmNumber: '+905350000000' }, true],
    [{ email: 'A@B.example ', gsmNumber: '0535 000 00 00' }, true],
    [{ email: 'a@b.example', gsmNumber: '0090 535 000 0000' }, true],
    [{ email: 'a@b.example', gsmNumber: '+15350000000' }, false],
    [{ email: 'a@b.example', gsmNumber: '+905350000001' }, false],
    [{ email: 'a@b.example', gsmNumber: null }, false],
    [{ email: 'c@b.example', gsmNumber: '+905350000000' }, false],
  ])('takes the buyer %j for the same person: %s', (other, isSame) => {
    const one = { email: 'a@b.example', gsmNumber: '+905350000000' };
    expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([isSame, isSame]);
    const nobody = { email: 'a@b.example', gsmNumber: null };
    expect(isSamePerson(nobody, nobody)).toBe(false);
  });

  it('leads from one of several subscriptions back to all of them', async () => {
    const first = await subscribe(world, shop);
    const alone = await visitor(world, shop, first.svcId);
    expect(wordsIn(alone.page)).not.toContain('← My subscriptions');
    await subscribe(world, shop, { email: first.email, plan: shop.plans.plus! });
    const one = await alone.visitor.open(`/portal/home?${of(first)}`);
    expect(wordsIn(one)).toContain('← My subscriptions');
  });

  it('says of an ended subscription that nothing is charged, and leads to the shop', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    await one.press(await one.open(`/portal/cancel?${of(member)}`), 'cancel');
    await world.advance(32 * DAY);
    const { page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toContain('This subscription has ended');
    expect(page.text).toContain('class="button primary" href="https://shop.example/account"');
  });

  it('promises no end of charges where the cancellation is in our records alone, and cancels at the provider too', async () => {
    const member = await subscribe(world, shop);
    await tick();
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    const { visitor: one, page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toContain('charges to your card have not been stopped yet');
    expect(wordsIn(page)).toContain('Next payment');
    const done = await one.press(await one.open(`/portal/cancel?${of(member)}`), 'cancel');
    expect(wordsIn(done)).toContain('Your subscription is cancelled');
    expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: true, providerTold: true });
    const after = wordsIn(await one.open('/portal/home'));
    expect(after).toContain('You will not be charged again.');
    expect(after).not.toContain('Next payment');
  });

  it('what the tenant has switched off is not there, and its address is 404', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const before = await one.open('/portal/home');
    await shop.call('account/set-portal', { body: { actions: ['card'] } });
    await world.advance(MINUTE);
    const home = await one.open('/portal/home');
    for (const screen of ['plan', 'cancel', 'invoices']) {
      expect(home.text).not.toContain(`/portal/${screen}?`);
      expect((await one.open(`/portal/${screen}?${of(member)}`)).status).toBe(404);
    }
    const csrf = formOf(before, 'card').csrf!;
    expect((await one.send('cancel', { csrf, subscription: member.svcId })).status).toBe(404);
    expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: false });
    await shop.call('account/set-portal', { body: {} });
    await world.advance(MINUTE);
  });

  it('speaks the language of its link, whatever the same browser has chosen or been shown before', async () => {
    const { svcId } = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, svcId);
    await one.open('/portal/home?lang=en');
    const entered = await one.enter(await portalLink(shop, svcId, { language: 'tr' }));
    expect(entered.text).toContain('<html lang="tr"');
    expect((await one.open('/portal/home?lang=en')).text).toContain('<html lang="en"');
    expect((await one.open('/portal/home')).text).toContain('<html lang="en"');
  });

  it('says so where the provider does not answer, and nothing has changed', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const asked = await one.open(`/portal/cancel?${of(member)}`);
    await behave(world, shop, { failNext: 9 });
    const failed = await one.press(asked, 'cancel');
    await behave(world, shop, { failNext: 0 });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(wordsIn(failed)).toContain('That did not work just now');
    expect(await read(member.svcId)).toMatchObject({ cancelAtPeriodEnd: false });
  });

  it('stays below 40 KB with its style', async () => {
    const { svcId } = await subscribe(world, shop);
    await world.advance(5 * MINUTE);
    const { page, visitor: one } = await visitor(world, shop, svcId, { language: 'tr' });
    const plus = shop.plans.plus!;
    const further = ['details', 'card', 'plan', 'cancel', 'invoices', 'done?what=card'];
    const preview = `preview?plan=pln_${plus.id.replaceAll('-', '')}&when=NOW`;
    const pages = [page];
    for (const screen of [...further, preview]) pages.push(await one.open(`/portal/${screen}`));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    const sizes = pages.map(({ text }) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40 * 1024);
    expect(Math.min(...sizes)).toBeGreaterThan(5_000);
  });
});
