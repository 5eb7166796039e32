import { ACTS as PORTAL_ACTS } from '../../../lib/portal/acts.ts';
import { describe, expect, it } from 'vitest';
import { OperatorError } from '../../../lib/account/operator-error.ts';
import { describeFailure, FAILURE_WORDS } from '../../../lib/account/provider-accounts.ts';
import { ACTS } from '../../../lib/console/acts.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { DOWNLOADS } from '../../../lib/console/downloads.ts';
import { refusedAs } from '../../../lib/console/refused.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { sideSaid } from '../../../lib/console/screens/difference-sides.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { ACT_WORDS } from '../../../lib/console/words.ts';
import { REFUSAL_CODES, Refusal } from '../../../lib/refusal.ts';
import { pairsIn } from '../../pages/pairs.ts';
import { LANGUAGE_COOKIE } from '../../../lib/pages/language.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { changeTenant } from '../../support/world/tenant.ts';
import { addressesOf } from './addresses.ts';
import { openDesk } from './desk.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop, {});
await world.settle();
const owner = await openDesk(world, shop, 'owner');

/** The sentences that are given nothing and are more than a word, which no page says by chance. */
const SENTENCES = pairsIn().pairs.filter(
  ({ english, given: [values] }) => values.length === 0 && english.includes(' ') && english.length > 9,
);
const TURKISH = SENTENCES.map(({ turkish }) => turkish);
const ENGLISH = SENTENCES.map(({ english }) => english).filter((one) => !TURKISH.includes(one));

/** Failures of ours, which have a page of their own. */
const FAILURES: ReadonlySet<string> = new Set(['internal_error', 'temporarily_unavailable']);

const asTurk = { headers: { 'accept-language': 'tr-TR,tr;q=0.9' } };
const ask = (screen: string, more: object = {}, query: Record<string, string> = {}) =>
  world.call('console/show', {
    path: { screen },
    address: `/console/${screen}`,
    query,
    cookies: owner.cookies,
    ...more,
  });

const queryOf = await addressesOf(shop, member, owner);

describe('the console in Turkish', () => {
  it.each(Object.keys(SCREENS))('says nothing in English on the screen %s', async (screen) => {
    const { text } = await ask(screen, asTurk, queryOf(screen));
    expect(text).toContain('<html lang="tr" class="console">');
    const body = text.slice(text.indexOf('<body'));
    expect(ENGLISH.filter((one) => body.includes(one))).toEqual([]);
    expect(TURKISH.some((one) => body.includes(one))).toBe(true);
  });

  it.each(['subscribers', 'invoices', 'refunds', 'events', 'sent-messages'])(
    'has a word for each status that the list %s is filtered by',
    async (screen) => {
      const { text } = await ask(screen, asTurk);
      const [, options = ''] = /name="(?:status|state)"[^>]*>(.*?)<\/select>/su.exec(text) ?? [];
      const words = [...options.matchAll(/<option[^>]*>([^<]*)/gu)].map(([, word]) => word);
      expect(words.length).toBeGreaterThan(2);
      expect(words.filter((word) => /^[A-Z_]+$/u.test(word!))).toEqual([]);
    },
  );

  it.each([
    ['nothing', 'kayıt yok'],
    ['no invoice', 'fatura yok'],
    ['PAYMENT_FAILED', 'ödeme alınamadı'],
    ['UNPAID', 'ödeme alınamadı'],
    ['changed to another plan', 'başka plana geçmiş'],
    ['changed at the provider', 'orada değiştirilmiş'],
    ['charges both', 'ikisinden de tahsil ediyor'],
    ['cancelled in our records alone', 'yalnız bizim kayıtlarımızda iptal'],
    ['charged 1349.50 TRY', '₺1.349,50 tahsil edildi'],
    ['99.90 TRY, order o-1', '₺99,90, sipariş: o-1'],
    ['ACTIVE, plan ref-1', 'sürüyor, plan: Pro'],
    ['ref-1', 'Pro'],
    ['ref-2', 'ref-2'],
    ['A refund of 12.50 TRY was asked for as a, b.', '₺12,50 iadesi şu numarayla istendi: a, b'],
    ['The reports of three days show nothing of it.', 'üç günün raporlarında görünmüyor'],
    [
      'The reports do not show what was given back of this payment.',
      'bu ödemenin iadeleri raporlarda hiç görünmüyor',
    ],
  ])('says what is on record of a difference, “%s”, in it', (side, said) => {
    expect(inLanguage('tr', () => sideSaid(side, new Map([['ref-1', 'Pro']])))).toBe(said);
  });

  it.each(Object.entries(DOWNLOADS))(
    'heads the columns of the list %s as CSV in it',
    async (list, { headings }) => {
      const { text } = await ask('export-file', asTurk, { list, id: member.svcId });
      const [heading] = text.split('\r\n');
      const turkish = inLanguage('tr', headings);
      expect(heading).toBe(`\uFEFF${turkish.map((one) => `"${one}"`).join(';')}`);
      expect(turkish).not.toEqual(inLanguage('en', headings));
    },
  );

  it.each([
    ...Object.values(FAILURE_WORDS).map((said) => `the payment provider did not accept this: ${said}`),
    ...Object.values(FAILURE_WORDS).map((said) => `the invoicing provider did not accept this: ${said}`),
    'Acme: a test tenant takes no credentials of the live environment; make a tenant of its own for them',
    'Acme: a live tenant takes no credentials of the test environment; make a tenant of its own for them',
  ])('says in it that %s', (message) => {
    const { said } = inLanguage('tr', () => refusedAs(new OperatorError(message)));
    expect(said).not.toMatch(/provider|credentials|tenant|people|\b(it|the|this)\b/);
  });

  it('says how much too large an amount is by what is left', () => {
    const { said } = inLanguage('tr', () => refusedAs(new Refusal('amount_too_large')));
    expect(said).toBe('Tutar, faturada kalan tutardan büyük.');
  });

  it.each(REFUSAL_CODES.filter((code) => !FAILURES.has(code)))('says the refusal %s in it', (code) => {
    const { said } = inLanguage('tr', () => refusedAs(new Refusal(code)));
    expect(said).not.toBe(inLanguage('en', () => refusedAs(new Refusal(code))).said);
    expect(said).not.toMatch(/(?<!\p{L})(?:the|this|is|not|be|of|no|your|there)(?!\p{L})/iu);
  });

  /** The screen that says why a form of a Turk is refused. */
  async function refusedOf(act: string, form: Record<string, string>): Promise<string> {
    const refused = await world.call('console/act', {
      path: { screen: act },
      headers: { ...asTurk.headers, 'content-type': 'application/x-www-form-urlencoded' },
      raw: new URLSearchParams({ csrf: owner.csrf, ...form }).toString(),
      cookies: owner.cookies,
    });
    const id = new URL(refused.headers.location!, 'https://x').searchParams.get('refused')!;
    return (await ask('overview', asTurk, { refused: id })).text;
  }

  it('says in it that an invited person is there already', async () => {
    const said = await refusedOf('invite', { name: owner.name, 'role-read': 'on' });
    expect(said).toContain(`${owner.name}: zaten kişilerden biri; onu yeniden davet edin.`);
  });

  it('says in it that a live account takes no test credentials', async () => {
    await changeTenant(world, shop, { mode: 'live' });
    const said = await refusedOf('connect-pay', { ...shop.credentials });
    await changeTenant(world, shop, { mode: 'test' });
    expect(said).toContain('canlı hesaba test ortamının bilgileri bağlanamaz');
  });

  it('leaves a provider’s own message as it is', () => {
    const failure = describeFailure({ is: 'credentials', message: 'api bilgileri bulunamadı' });
    const error = new OperatorError(`the payment provider did not accept this: ${failure}`);
    expect(inLanguage('tr', () => refusedAs(error)).said).toBe(
      'iyzico bunu kabul etmedi: bilgiler yanlış: api bilgileri bulunamadı.',
    );
  });

  it('has a name for everything that somebody can do', () => {
    const byLink = Object.values(PORTAL_ACTS).map(({ verb }) => verb.name);
    const acts = new Set([...Object.keys(ACTS), ...Object.keys(DOOR_ACTS), ...byLink]);
    expect(Object.keys(inLanguage('tr', ACT_WORDS)).sort()).toEqual([...acts].sort());
  });

  it('names what somebody did in the audit list in it', async () => {
    await owner.act('reconcile', { id: member.svcId });
    const { text } = await ask('people', asTurk);
    expect(text).toContain('Yaptı: iyzico kayıtlarını yeniden okuma');
    expect(text).toContain(`href="/console/subscriber?id=${member.svcId}"`);
  });

  it('has a door and an invitation’s page in it', async () => {
    expect((await world.call('console/show', { path: { screen: 'sign-in' }, ...asTurk })).text).toContain(
      'Geçiş anahtarıyla giriş yap',
    );
    expect((await world.call('console/show', { path: { screen: 'invitation' }, ...asTurk })).text).toContain(
      'Bu davet geçersiz',
    );
  });

  it('is asked for by a link, remembered, and kept by pages and forms whatever the browser prefers', async () => {
    const chosen = await ask('overview', { headers: { 'accept-language': 'en' } }, { lang: 'tr' });
    expect(chosen.cookies?.join()).toContain(`${LANGUAGE_COOKIE}=tr;`);
    expect(chosen.text).toContain('Önce ilgilenilmesi gerekenler');
    expect(chosen.text).toContain('href="?lang=en" hreflang="en"');
    const cookies = { ...owner.cookies, [LANGUAGE_COOKIE]: 'tr' };
    const headers = { 'accept-language': 'en' };
    expect((await ask('overview', { headers, cookies })).text).toContain('Önce ilgilenilmesi gerekenler');
    const refused = await world.call('console/act', {
      path: { screen: 'cancel' },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      raw: new URLSearchParams({ csrf: owner.csrf, id: `sub_${'0'.repeat(32)}` }).toString(),
      cookies,
    });
    const id = new URL(refused.headers.location!, 'https://x').searchParams.get('refused')!;
    expect((await ask('overview', { headers, cookies }, { refused: id })).text).toContain(
      'Böyle bir abone yok.',
    );
  });

  it('keeps what a page is about when the language changes, and says nothing twice', async () => {
    const { text } = await ask('subscriber', asTurk, { id: member.svcId, done: 'read' });
    expect(text).not.toContain('role="status"');
    expect(text).toContain(`href="?id=${member.svcId}&amp;lang=en"`);
  });
});
