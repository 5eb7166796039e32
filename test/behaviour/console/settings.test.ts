import { describe, expect, it } from 'vitest';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { NO_BRAND } from '../../../lib/billing/brand.ts';
import { setRoles } from '../../../lib/console/people.ts';
import { MESSAGE_KINDS, NO_MESSAGES } from '../../../lib/messages/kinds.ts';
import { LANGUAGES } from '../../../lib/pages/language.ts';
import { readAudit } from '../../../lib/table/people/audit.ts';
import { addressHash, keepFromMessages } from '../../../lib/table/messages/suppressed.ts';
import { readTenant } from '../../../lib/table/tenants/tenants.ts';
import { storeMessage } from '../messages/stored.ts';
import { openWorld } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openDesk, type Desk } from './desk.ts';
import { unescaped } from '../../support/world/forms-in.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

const stored = ({ tenant }: TestTenant) => readTenant(forTenant(world.app, tenant.id));

/** The page that an act leads to. */
async function after(desk: Desk, act: string, form: Record<string, string>): Promise<string> {
  const send = act === 'connect-acct' ? desk.enter : desk.act;
  const { status, headers, text } = await send(act, form);
  if (status !== 303) return text;
  const [screen = '', query = ''] = headers.location!.replace('/console/', '').split('?');
  return (await desk.get(screen, Object.fromEntries(new URLSearchParams(query)))).text;
}

function company() {
  const { companyId, clientId, clientSecret, username, password, productId, moneyAccounts } =
    world.acct.addCompany();
  world.acct.behave({ rateLimit: false });
  const account = { companyId, clientId, clientSecret, username, password, productId };
  return {
    ...account,
    'moneyAccounts.TRY': moneyAccounts.TRY,
    siteUrl: 'https://shop.example',
    baseUrl: world.acct.url,
  };
}

describe('providers in the console', () => {
  it('says what is wrong with credentials for payments, and that right ones work', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'developer');
    const { credentials } = shop;
    const wrong = await after(desk, 'connect-pay', { ...credentials, secretKey: 'wrong' });
    expect(wrong).toContain('The payment provider did not accept this: the credentials are wrong');
    expect(wrong).not.toContain('value="wrong"');
    expect(await after(desk, 'connect-pay', credentials)).toContain('Connected. The credentials work.');
    expect(await after(desk, 'sync-plans', {})).toContain('The plans are taken over');
  });

  it('connects invoices: a wrong account is said in words, and an empty field stays as it is', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const missing = await after(desk, 'connect-acct', { companyId: '1' });
    expect(missing).toContain('Is required.');
    const account = company();
    const refused = await after(desk, 'connect-acct', { ...account, 'moneyAccounts.TRY': '999999' });
    expect(refused).toContain('there is no account 999999');
    expect((await stored(shop)).acct).toBeNull();
    expect(await after(desk, 'connect-acct', account)).toContain('Connected.');
    const carrier = { 'carrier.title': 'Kargo', 'carrier.taxNumber': '1234567890' };
    const shown = await after(desk, 'connect-acct', { ...carrier, password: '' });
    expect(shown).toContain('<dt>Carrier of goods</dt><dd>set</dd>');
    expect((await stored(shop)).acct?.coverage).toMatchObject({ moneyAccounts: ['TRY'], hasCarrier: true });
    expect(await after(desk, 'connect-acct', { password: 'wrong' })).toContain('the credentials are wrong');
    for (const secret of [account.password, account.clientSecret]) expect(shown).not.toContain(secret);
  });
});

describe('settings in the console', () => {
  it('sets the VAT of a plan beside its grace; a form without it leaves it', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const { reference: id } = shop.plans.basic!;
    const vat = async () =>
      ((await shop.call('plans/list')).body.data as { referenceCode: string; vatRate: number | null }[]).find(
        ({ referenceCode }) => referenceCode === id,
      )?.vatRate;
    expect(await after(desk, 'set-grace', { id, graceDays: '3', vatRate: '10' })).toContain('<dd>10%</dd>');
    await after(desk, 'set-grace', { id, graceDays: '4' });
    expect(await vat()).toBe(10);
    expect(await after(desk, 'set-grace', { id, graceDays: '4', vatRate: '8' })).toContain(
      'VAT is one of 0, 1, 10, 20',
    );
    await after(desk, 'set-grace', { id, graceDays: '4', vatRate: '' });
    expect(await vat()).toBeNull();
  });

  it('shows a plan by its reference and by our id, and says of an address without one that it is wrong', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const { reference, id } = shop.plans.basic!;
    for (const named of [reference, svcIdOf('plan', id), id])
      expect([named, (await desk.get('plan', { id: named })).status]).toEqual([named, 200]);
    for (const [screen, wrong] of [
      ['replay', {}],
      ['invoice', {}],
      ['event', { id: 'x'.repeat(3_000) }],
    ] as const) {
      const { text } = await desk.get(screen, wrong);
      expect([screen, text.includes('What is wrong stands at its field')]).toEqual([screen, false]);
      expect(text).toMatch(/The address of this page is incomplete or wrong\.|There is no such/);
    }
  });

  it('sets what a plan includes, a line each; what is not written any more is gone', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const { reference: id } = shop.plans.basic!;
    const set = (features: string) => after(desk, 'set-features', { id, features });
    const features = async () =>
      ((await shop.call('plans/list')).body.data as { referenceCode: string; features: object }[]).find(
        ({ referenceCode }) => referenceCode === id,
      )?.features;
    const written = 'seats = 3\r\n\r\nexport\r\nsupport = by = phone\r\nsso = "2"\r\nold = TRUE\r\nquota=0';
    await set(written);
    const all = { export: true, old: true, quota: 0, seats: 3, sso: '2', support: 'by = phone' };
    expect(await features()).toEqual(all);
    const shown = 'export\nold\nquota = 0\nseats = 3\nsso = &quot;2&quot;\nsupport = by = phone</textarea>';
    expect((await desk.get('plan', { id })).text).toContain(`>\n${shown}`);
    expect((await desk.get('export-file', { list: 'plans' })).text).toContain('"export; old; quota = 0;');
    for (const [wrong, said] of [
      ['Seats = 3', 'must have a key of a to z, 0 to 9 and _: line 1'],
      ['seats = 3\nseats', 'must name seats once: line 2'],
      ['seats = ', 'must have a whole number or a text of at most 100: line 1'],
      ['seats = 1.5', 'must have a whole number or a text of at most 100: line 1'],
      [`\nseats = ${'9'.repeat(17)}`, 'must have a whole number or a text of at most 100: line 2'],
      [`text = ${'x'.repeat(101)}`, 'must have a whole number or a text of at most 100: line 1'],
      [Array.from({ length: 33 }, (_, nth) => `k${nth}`).join('\n'), 'must have at most 32 of them'],
    ] as const)
      expect([wrong, (await set(wrong)).toLowerCase()]).toEqual([wrong, expect.stringContaining(said)]);
    expect(await features()).toEqual(all);
    await set('');
    expect(await features()).toEqual({});
    const reader = await openDesk(world, shop, 'read');
    expect((await reader.get('plan', { id })).text).not.toContain('action="/console/set-features"');
  });

  it('sets recovery, with an example of the days', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const saved = await after(desk, 'set-recovery', { retryDays: '2, 5', then: 'cancel' });
    expect(saved.match(/<span>Tried again<\/span>/g)).toHaveLength(2);
    expect((await stored(shop)).recovery).toEqual({ retryDays: [2, 5], then: 'cancel' });
    expect(await after(desk, 'set-recovery', { retryDays: '5, 2', then: 'keep' })).toContain('Must rise.');
    expect(await after(desk, 'set-recovery', { retryDays: 'soon' })).toContain('Days are whole numbers');
    await after(desk, 'set-recovery', { retryDays: '', then: 'keep' });
    expect((await stored(shop)).recovery).toEqual({ retryDays: [], then: 'keep' });
  });

  it('sets which messages go out, and as whose: what is not ticked is not sent', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const form = { 'on-undone': 'on', senderName: 'Kumru', replyTo: 'help@shop.example', language: 'en' };
    await after(desk, 'set-messages', form);
    const saved = { senderName: 'Kumru', replyTo: 'help@shop.example', language: 'en', on: ['undone'] };
    expect((await stored(shop)).messages).toEqual(saved);
    expect(await after(desk, 'set-messages', { ...form, replyTo: 'nobody' })).toContain(
      'aria-invalid="true"',
    );
    expect((await stored(shop)).messages).toEqual(saved);
    await after(desk, 'set-messages', { language: 'customer' });
    expect((await stored(shop)).messages).toEqual({ ...NO_MESSAGES });
    const reader = await openDesk(world, shop, 'read');
    expect((await reader.get('messages')).text).not.toContain('action="/console/set-messages"');
  });

  it('sends a test to whoever asks, in the tenant’s name and in their language, and changes nothing else', async () => {
    const shop = await makeTenant(world, { brand: { ...NO_BRAND, displayName: 'Kumru' } });
    const desk = await openDesk(world, shop, 'owner');
    const without = (await desk.get('messages')).text;
    expect(without).not.toContain('action="/console/test-message"');
    expect(without).toContain(`href="/console/person?id=${desk.personId}"`);
    expect(await after(desk, 'test-message', { kind: 'refunded' })).toContain('no e-mail address on record');
    const changer = { by: 'operator' } as const;
    const email = 'ada@shop.example';
    await setRoles(shop.app, { personId: desk.personId, roles: ['owner'], email }, changer);
    expect((await desk.get('messages')).text).toContain(email);
    const before = await stored(shop);
    world.mails.sent.length = 0;
    const answer = await desk.act('test-message', { kind: 'refunded', to: 'another@shop.example' });
    expect(answer.text).toContain('Test sent');
    expect(world.mails.sent).toMatchObject([
      { to: email, fromName: 'Kumru', subject: expect.stringMatching(/^\[Test\] /) as string },
    ]);
    expect(await stored(shop)).toEqual(before);
    expect((await shop.call('messages/list')).body.data).toEqual([]);
    const newest = { limit: 10, startingAfter: null, endingBefore: null };
    const { items } = await readAudit(shop.app, newest);
    expect(items).toContainEqual(expect.objectContaining({ act: 'test-message', about: 'refunded' }));
    for (let nth = 1; nth < 10; nth++)
      await desk.act('test-message', { kind: 'refunded', once: String(nth) });
    expect(await after(desk, 'test-message', { kind: 'refunded', once: 'more' })).toContain('Too many');
    expect(world.mails.sent).toHaveLength(10);
    const address = addressHash(shop.tenant, email);
    await keepFromMessages(shop.app, address, 'bounced');
    expect(await after(desk, 'test-message', { kind: 'undone' })).toContain('Takes no message any more');
    const support = await openDesk(world, shop, 'support');
    expect((await support.act('test-message', { kind: 'refunded' })).status).toBe(403);
  });

  it('shows each message as it would arrive, in each language and scheme, and lets nothing of it run', async () => {
    const shop = await makeTenant(world, { brand: { ...NO_BRAND, displayName: 'Kumru <b>' } });
    const desk = await openDesk(world, shop, 'read');
    const { text: screen } = await desk.get('messages');
    const looks = [...screen.matchAll(/href="\/console\/message-preview\?([^"]*)"/g)].map(([, one]) =>
      Object.fromEntries(new URLSearchParams(unescaped(one!))),
    );
    expect(looks).toHaveLength(MESSAGE_KINDS.length * LANGUAGES.length * 2);
    for (const look of looks) {
      const { status, text, headers } = await desk.get('message-preview', look);
      expect(status).toBe(200);
      expect(text).toContain(`<html lang="${look.in}"`);
      expect(text).toContain('<bdi>Kumru &lt;b&gt;</bdi>');
      expect(text).toContain(look.scheme === 'dark' ? '@media all{' : '@media not all{');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'unsafe-inline';.* sandbox/,
      );
      // Logos are at the service's own address, wherever the console is opened.
      expect(headers['content-security-policy']).toContain(`img-src ${new URL(world.url).origin} data:`);
    }
    expect((await desk.get('message-preview', { kind: 'newsletter' })).status).toBe(404);
  });

  it('says why a message was not sent, and to whoever only reads no whole address, on every screen', async () => {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    const [desk, support] = [await openDesk(world, shop, 'read'), await openDesk(world, shop, 'support')];
    expect((await desk.get('subscriber', { id: member.svcId })).text).not.toContain('id="messages"');
    await storeMessage(world, shop, member.id, { kind: 'last_attempt', because: 'paid' });
    await storeMessage(world, shop, member.id, { kind: 'undone', to: 'zeynep@example.com' });
    for (const [screen, query] of [
      ['subscriber', { id: member.svcId }],
      ['sent-messages', {}],
      ['sent-messages', { state: 'DROPPED', 'svc-id': member.svcId }],
    ] as const) {
      const { text } = await desk.get(screen, { ...query });
      expect(text).toContain('The payment had been made.');
      expect(text).not.toContain('zeynep@example.com');
      expect(text.includes('z•••@example.com')).toBe(!('state' in query));
      expect((await support.get(screen, { ...query })).text.includes('zeynep@example.com')).toBe(
        !('state' in query),
      );
    }
    expect((await desk.get('sent-messages', { kind: 'wrong' })).status).toBe(400);
  });

  it('sets the portal: what is not ticked is not allowed', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const { reference } = shop.plans.plus!;
    const form = { enabled: 'on', 'action-card': 'on', offer: 'chosen', [`plan-${reference}`]: 'on' };
    await after(desk, 'set-portal', form);
    const portal = { enabled: true, actions: ['card'], plans: [reference] };
    expect((await stored(shop)).portal).toEqual(portal);
    const unknown = { ...form, 'plan-gold': 'on' };
    expect((await desk.act('set-portal', unknown)).headers.location ?? '').not.toContain('done');
    expect((await stored(shop)).portal).toEqual(portal);
    await after(desk, 'set-portal', {});
    expect((await stored(shop)).portal).toEqual({ enabled: false, actions: [], plans: 'same-product' });
  });

  it('shows a brand before it is saved, and saves nothing by that', async () => {
    const shop = await makeTenant(world);
    const desk = await openDesk(world, shop, 'owner');
    const typed = { preview: 'yes', displayName: 'Kumru <b>', accentColor: '#c2562d' };
    const { text } = await desk.get('brand', typed);
    expect(text).toContain('Kumru &lt;b&gt;');
    expect(text).toMatch(/\.sample-button\{background:#[0-9a-f]{6}/);
    expect((await stored(shop)).brand).toBeNull();
    const hostile = await desk.get('brand', { ...typed, accentColor: '#c2562d}body{display:none' });
    expect(hostile.text).not.toContain('<style nonce="${nonce}">.sample');
    expect(hostile.text).not.toMatch(/<style[^>]*>[^<]*display:none\}?[^<]*\.sample/);
    await after(desk, 'set-brand', { displayName: 'Kumru', accentColor: '#c2562d', supportEmail: '' });
    expect((await stored(shop)).brand).toMatchObject({ displayName: 'Kumru', supportEmail: null });
  });
});

describe('a plan change in the console', () => {
  it('is previewed to the kuruş, and made as it was said or not at all', async () => {
    const shop = await makeTenant(world, {
      plans: [
        { name: 'basic' },
        { name: 'plus', price: '200.00' },
        { name: 'yearly', interval: 'YEARLY' },
        { name: 'elsewhere', product: 'another' },
      ],
    });
    const desk = await openDesk(world, shop, 'support');
    const { svcId } = await subscribe(world, shop);
    const asked = { id: svcId, plan: shop.plans.plus!.reference, when: 'NOW' };
    const { text: choices } = await desk.get('change-plan', { id: svcId });
    expect(choices).toContain(shop.plans.plus!.reference);
    for (const refusedThere of ['yearly', 'elsewhere'])
      expect(choices).not.toContain(shop.plans[refusedThere]!.reference);
    const preview = await after(desk, 'preview-change', asked);
    expect(preview).toContain('₺200.00 is charged today.');
    expect(preview).toContain('Change and charge ₺200.00');
    const id = /name="preview" value="(prv_[^"]+)"/.exec(preview)![1]!;
    const outdated = await after(desk, 'change-plan', { ...asked, preview: `${id}x` });
    expect(outdated).toContain('the outcome would differ from it now');
    expect(await after(desk, 'change-plan', { ...asked, preview: id })).toContain('The plan is changed.');
  });
});
