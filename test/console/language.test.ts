import { describe, expect, it } from 'vitest';
import { SCREENS } from '../../lib/console/screens.ts';
import { english } from '../../lib/pages/console/english.ts';
import { turkish } from '../../lib/pages/console/turkish.ts';
import { LANGUAGE_COOKIE } from '../../lib/pages/language.ts';
import { openShop } from '../world/opened.ts';
import { subscribe } from '../world/shop.ts';
import { openDesk } from './desk.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop, {});
await world.settle();
const owner = await openDesk(world, shop, 'owner');
const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
const [invoice] = listed.data as [{ svcId: string }];

/** The texts without gaps of a language that are more than a word, which no page says by chance. */
const sentencesOf = (words: object): string[] =>
  Object.values(words).flatMap((one: unknown) => {
    if (typeof one === 'string') return one.includes(' ') && one.length > 9 ? [one] : [];
    return typeof one === 'object' && one !== null && !('text' in one) ? sentencesOf(one) : [];
  });

const asTurk = { headers: { 'accept-language': 'tr-TR,tr;q=0.9' } };
const ask = (screen: string, more: object = {}, query: Record<string, string> = {}) =>
  world.call('console/show', {
    path: { screen },
    address: `/console/${screen}`,
    query,
    cookies: owner.cookies,
    ...more,
  });

/** An address's query with something to show. */
const queryOf = (screen: string): Record<string, string> => {
  if (screen === 'plan') return { id: shop.plans.basic!.reference };
  if (screen === 'invoice' || screen === 'refund') return { id: invoice.svcId };
  return { id: screen === 'person' ? owner.personId : member.svcId, list: 'plans' };
};

describe('the console in Turkish', () => {
  it.each(Object.keys(SCREENS))('says nothing in English on the screen %s', async (screen) => {
    const { text } = await ask(screen, asTurk, queryOf(screen));
    expect(text).toContain('<html lang="tr" class="console">');
    const body = text.slice(text.indexOf('<body'));
    const turkishToo = new Set(sentencesOf(turkish));
    const inEnglish = sentencesOf(english).filter((one) => !turkishToo.has(one) && body.includes(one));
    expect(inEnglish).toEqual([]);
    expect(sentencesOf(turkish).some((one) => body.includes(one))).toBe(true);
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
    expect(text).toContain(`href="?id=${member.svcId}&amp;lang=en"`);
  });

  it('is different from the English everywhere but in names', () => {
    const same = sentencesOf(english).filter((one) => new Set(sentencesOf(turkish)).has(one));
    expect(same).toEqual([]);
  });
});
