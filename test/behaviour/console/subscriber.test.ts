import { describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor, wordsIn } from '../../support/world/portal.ts';
import { advanceToRenewal, CARDS, DAY, HOUR, MINUTE, someone, subscribe } from '../../support/world/shop.ts';
import { openDesk } from './desk.ts';

const { world, shop } = await openShop({
  plans: [
    { name: 'basic' },
    { name: 'plus', price: '200.00' },
    { name: 'trial', price: '119.00', trialDays: 14 },
  ],
});

/** The page of a subscriber, as words. */
async function pageOf({ svcId }: { readonly svcId: string }): Promise<string> {
  const desk = await openDesk(world, shop, 'support');
  return wordsIn(await desk.get('subscriber', { id: svcId }));
}

describe('why somebody has cancelled', () => {
  it('is asked in the console’s own form, and shown on page, timeline, list and file', async () => {
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'support');
    const asked = await desk.get('cancel', { id: member.svcId });
    expect(asked.text).toContain('<option value="too_complex">Too complicated</option>');
    const refused = { id: member.svcId, reason: 'unused', comment: '5528 7900 0000 0008' };
    const { location } = (await desk.act('cancel', refused)).headers;
    expect(location).toMatch(/^\/console\/cancel\?/);
    const query = Object.fromEntries(new URL(location!, 'https://x').searchParams);
    expect((await desk.get('cancel', query)).text).toMatch(/<option value="unused" selected>/);
    await desk.act('cancel', { id: member.svcId, reason: 'too_complex', comment: '=çok <karışık>' });
    const page = await pageOf(member);
    expect(page).toContain('Reason given Too complicated: =çok <karışık>');
    expect(page).toContain('Cancelled Too complicated: =çok <karışık> Person');
    expect(wordsIn(await desk.get('subscribers', { search: member.email }))).toContain('Too complicated');
    await world.settle();
    for (const list of ['subscribers', 'events'])
      expect((await desk.get('export-file', { list })).text, list).toMatch(
        /"","too_complex","'=çok <karışık>"\r/,
      );
  });
});

describe('the person of a subscription', () => {
  const open = async (query: Record<string, string>) =>
    (await openDesk(world, shop, 'support')).get('subscriber', query);

  it('has access until when and why, in a sentence, with what their plans include', async () => {
    const features = { seats: 3, export: true };
    await shop.call('account/set-plan', {
      body: { pricingPlanReferenceCode: shop.plans.basic!.reference, features },
    });
    await world.advance(MINUTE);
    const member = await subscribe(world, shop);
    const page = await pageOf(member);
    expect(page).toMatch(
      /Has access, because the period is paid for\. That may change on \d+ \w+ \d{4} \d+:\d\d\./,
    );
    expect(page).toContain('Includes export; seats = 3');
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    expect(await pageOf(member)).toMatch(
      /Has access until \d+ \w+ \d{4} \d+:\d\d, because it was cancelled and is paid until then\./,
    );
    await world.advance(32 * DAY);
    expect(await pageOf(member)).toContain('Has no access, because the last subscription has ended.');
  });

  it('is found, listed and opened by the tenant’s own id, which leads to the subscription that decides', async () => {
    const externalId = `Üye/${someone()}`;
    const member = await subscribe(world, shop, { more: { externalId } });
    const ended = await subscribe(world, shop, {
      more: { externalId },
      email: member.email,
      plan: shop.plans.plus!,
    });
    const by = { 'pay-subscriber-reference-code': ended.reference };
    await shop.call('subscribers/cancel', { body: by });
    const desk = await openDesk(world, shop, 'support');
    const queries: Record<string, string>[] = [
      { search: externalId },
      { 'external-id': externalId },
      { 'external-id': externalId.normalize('NFD') },
    ];
    for (const query of queries) {
      const { text } = await desk.get('subscribers', query);
      for (const { svcId } of [member, ended])
        expect([query, text]).toEqual([query, expect.stringContaining(svcId)]);
      expect(text).toContain(` · ${externalId}`);
    }
    const { text } = await desk.get('export-file', { list: 'subscribers', 'external-id': externalId });
    expect(text.match(new RegExp(externalId, 'g'))).toHaveLength(2);
    const page = wordsIn(await open({ 'external-id': externalId }));
    expect(page).toContain(`svc id ${member.svcId}`);
    expect(page).toContain(`Your own id ${externalId} all 2 subscriptions`);
    expect(await pageOf(ended)).toContain('Through another subscription: basic');
    expect((await open({ 'external-id': 'nobody' })).status).toBe(404);
    expect((await open({ 'external-id': 'two words' })).status).toBe(400);
  });
});

describe('an act that would be refused', () => {
  const ENDED = /The subscription has ended.* It ended on /;
  const NOTHING = /There is no scheduled cancellation to undo/;
  const RETRY = /There is no failed payment to try again/;

  it.each([
    ['cancel', 'ended', ENDED],
    ['cancel-here', 'ended', ENDED],
    ['undo', 'ended', ENDED],
    ['retry', 'ended', ENDED],
    ['change-plan', 'ended', ENDED],
    ['undo', 'live', NOTHING],
    ['retry', 'live', RETRY],
  ] as const)('%s is not offered of what is %s: the subscriber’s page says why', async (act, state, why) => {
    const member = await subscribe(world, shop);
    if (state === 'ended') {
      await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
      await world.advance(32 * DAY);
    }
    const desk = await openDesk(world, shop, 'owner');
    const answer = await desk.get(act, { id: member.svcId });
    expect(answer.status).toBe(409);
    expect(wordsIn(answer)).toMatch(why);
    expect(answer.text).not.toContain(`action="/console/${act}"`);
    expect(answer.text).toContain('id="actions"');
  });

  it('is refused with a way back, also where its form was sent', async () => {
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'support');
    const { location = '' } = (await desk.act('undo', { id: member.svcId })).headers;
    const answer = await desk.get('undo', Object.fromEntries(new URL(location, 'https://x').searchParams));
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(`href="/console/subscriber?id=${member.svcId}"`);
    expect(answer.text).not.toContain('action="/console/undo"');
  });
});

describe('the page of a subscriber', () => {
  it('names the plans of a change, not their references', async () => {
    const member = await subscribe(world, shop);
    const { status } = await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': member.reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
      },
    });
    expect(status).toBe(200);
    await world.settle();
    expect(await pageOf(member)).toContain('Plan changed: basic → plus');
  });

  it('offers another try of a payment only once it can be tried again', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    const desk = await openDesk(world, shop, 'support');
    const early = await desk.get('subscriber', { id: member.svcId });
    expect(early.text).not.toContain('/console/retry?');
    expect(wordsIn(early)).toMatch(/Try the payment now Possible again from \d+ \w+ \d{4} \d+:\d\d/);
    const asked = await desk.get('retry', { id: member.svcId });
    expect(wordsIn(asked)).toMatch(/Possible again from \d+ \w+ \d{4} \d+:\d\d\./);
    expect(asked.text).not.toContain('action="/console/retry"');
    const { page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toMatch(/You can have this card tried again from \d+ \w+ \d{4}/);
    expect(page.text).not.toContain('action="/portal/retry"');
    const turkish = await visitor(world, shop, member.svcId, { language: 'tr' });
    expect(wordsIn(turkish.page)).toMatch(
      /Bu kartla yeniden deneme \d+ \S+ \d{4} \d+:\d\d saatinden itibaren istenebilir\./,
    );
    await world.advance(25 * HOUR);
    const tomorrow = await openDesk(world, shop, 'support');
    expect((await tomorrow.get('subscriber', { id: member.svcId })).text).toContain('/console/retry?');
  });

  it.each(['of the same person', 'of another person'])(
    'offers none, nor does the portal, within a day of a try at another subscription with the same cards: %s',
    async (whose) => {
      const email = someone();
      const owing = await subscribe(world, shop, { email, card: CARDS.refusedLater });
      await world.advance(12 * HOUR);
      const more = whose === 'of another person' ? { gsmNumber: '+905350000001' } : {};
      const other = await subscribe(world, shop, { email, card: CARDS.refusedLater, more });
      await advanceToRenewal(world, owing.reference);
      await world.advance(26 * HOUR);
      const offers = async () => {
        const desk = await openDesk(world, shop, 'support');
        const { visitor: one } = await visitor(world, shop, owing.svcId);
        const page = await one.open(`/portal/home?subscription=${owing.svcId}`);
        const inConsole = (await desk.get('subscriber', { id: owing.svcId })).text;
        return [inConsole.includes('/console/retry?'), page.text.includes('action="/portal/retry"')];
      };
      expect(await offers()).toEqual([false, false]);
      const record = key.subscriber(shop.tenant.id, { id: other.id });
      await world.table.apply({ update: record, set: { customerReference: 'of other cards' } });
      expect(await offers()).toEqual([true, true]);
    },
  );

  it('dates a failed payment by when it fell due, whatever was tried since, as its invoice does', async () => {
    await shop.call('account/set-recovery', { body: { retryDays: [1, 2] } });
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    const [, due = ''] = /has been due since ([^:]+):/.exec(await pageOf(member)) ?? [];
    await world.advance(72 * HOUR);
    const said = await pageOf(member);
    expect(said).toMatch(/Tried \d+ times|tried \d+ times/);
    expect(said).toContain(`has been due since ${due}:`);
    expect(said).toContain(`${due} INV-`);
    const { page } = await visitor(world, shop, member.svcId);
    expect(wordsIn(page)).toContain(`Your payment of ${due.slice(0, -6)}`);
  });

  it('names the company that invoices are made out to, here and in the portal, and nothing where there is none', async () => {
    const company = { title: 'Kumru <Gıda> A.Ş.', taxNumber: '1234567890', taxOffice: 'Kadıköy' };
    const [member, private_] = [
      await subscribe(world, shop, { more: { company } }),
      await subscribe(world, shop),
    ];
    for (const path of ['home', 'details']) {
      const { visitor: one } = await visitor(world, shop, member.svcId);
      const page = await one.open(`/portal/${path}?subscription=${member.svcId}`);
      expect(wordsIn(page)).toContain('Invoices to Kumru <Gıda> A.Ş. Tax number 1234567890, Kadıköy');
      const other = await visitor(world, shop, private_.svcId);
      const without = await other.visitor.open(`/portal/${path}?subscription=${private_.svcId}`);
      expect(wordsIn(without)).not.toContain('Invoices to');
    }
    expect(await pageOf(member)).toContain('Invoices to Kumru <Gıda> A.Ş. Tax number 1234567890, Kadıköy');
    expect(await pageOf(private_)).not.toContain('Invoices to');
  });

  it('speaks of a free trial as what nobody has paid for', async () => {
    const member = await subscribe(world, shop, { plan: shop.plans.trial! });
    const said = await pageOf(member);
    expect(said).toContain('; ₺119.00 is charged then.');
    expect(said).toMatch(/Free trial On a free trial until/);
  });

  it('says when a cancelled one ends, as the list does', async () => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    expect(await pageOf(member)).toMatch(/Ends on \d+ \w+ \d{4}/);
  });
});
