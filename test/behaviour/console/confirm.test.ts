import { beforeEach, describe, expect, it } from 'vitest';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { createKey, listKeys } from '../../../lib/account/keys.ts';
import { ACTS } from '../../../lib/console/acts.ts';
import { consoleAddress } from '../../../lib/runtime/console-address.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { newSession } from '../../../lib/console/new-session.ts';
import { COOKIES, lookUpSignedIn } from '../../../lib/console/session.ts';
import { signIn } from '../../../lib/console/sign-in.ts';
import { readAudit } from '../../../lib/table/people/audit.ts';
import { readPeople } from '../../../lib/table/people/people.ts';
import { copyOf } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { HOUR, MINUTE } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { Authenticator } from './authenticator.ts';
import { asksIn, confirming, deskOf, openDesk, type Desk, type JoinedDesk } from './desk.ts';
import { formsIn } from '../../support/world/forms-in.ts';
import { atTheDoor } from './people.ts';

const { world } = await openShop();

let shop: TestTenant;
let joined: JoinedDesk;
/** The same person in the same session, who confirms nothing by themselves. */
let desk: Desk;
let other: JoinedDesk;

const tokenOf = ({ cookies }: Desk) => cookies[COOKIES.session]!;
const who = async (of: Desk) => (await lookUpSignedIn(world.app, tokenOf(of)))!;
const keys = () => listKeys(shop.app);
const page = { limit: 1000, startingAfter: null, endingBefore: null };
const audited = async () => (await readAudit(shop.app, page)).items;

beforeEach(async () => {
  shop = await makeTenant(world, { invoicing: true });
  joined = await openDesk(world, shop, 'owner');
  desk = deskOf(world, { ...joined, token: tokenOf(joined) });
  other = await openDesk(world, shop, 'read');
});

/** A passkey's answer as the form of a page sends it. */
const sentAs = ({ id, ...response }: ReturnType<Authenticator['answer']>) => JSON.stringify({ id, response });
const answered = (by: Authenticator, challenge: string) =>
  sentAs(by.answer({ ...consoleAddress(world.app), challenge }, { counter: 0 }));

/** Everything on record but audit lists and counters. */
async function onRecord(): Promise<string> {
  const items = (await copyOf(world)).filter(({ pk }) => !pk.endsWith('#AUDIT') && !pk.startsWith('L#'));
  return JSON.stringify(items.toSorted((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1)));
}

/** A good form of everything that gives power over the account, or takes it from others. */
const FORMS: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'create-key': async () => ({ label: 'till', 'right-money': 'on' }),
  'rotate-key': async () => ({ key: shop.headers['x-api-key']!, overlapHours: '24' }),
  'revoke-key': async () => {
    const spare = { label: 'spare', rights: RIGHTS };
    return { key: (await createKey(shop.app, spare, RIGHTS)).key.apiKey };
  },
  'clear-webhook': async () => ({}),
  'set-webhook': async () => ({ url: 'https://shop.example/hook?a=1&b="2"' }),
  'rotate-secret': async () => ({ overlapHours: '24' }),
  'finish-rotation': async () => {
    await shop.call('account/rotate-webhook-secret', { body: { overlapHours: 24 } });
    return {};
  },
  'connect-pay': async () => ({ ...shop.credentials, merchantId: `${shop.credentials.merchantId}0` }),
  'connect-acct': async () => ({ 'carrier.title': 'Kargo <A.Ş.>', 'carrier.taxNumber': '1234567890' }),
  invite: async () => ({ name: 'Somebody', 'role-read': 'on' }),
  'invite-again': async () => ({ id: other.personId, because: 'neither' }),
  'remove-person': async () => ({ id: other.personId }),
  'remove-passkey': async () => ({ id: other.personId, passkey: other.authenticator.id }),
  'set-roles': async () => ({ id: other.personId, 'role-support': 'on' }),
  'add-passkey': async () => {
    const { session, person } = await who(desk);
    const { asked } = await atTheDoor(world.app, { for: 'new-passkey', hash: session.hash });
    return { answer: sentAs(new Authenticator().register(asked, userHandleOf(person))) };
  },
};
const ALL_ACTS = { ...ACTS, ...DOOR_ACTS };
const send = (at: Desk, act: string, form: Record<string, string>) =>
  Object.hasOwn(DOOR_ACTS, act) ? at.enter(act, form) : at.act(act, form);

it('the passkey is asked for again by what gives power over the account or takes it away, and by nothing else', () => {
  const asking = Object.entries(ALL_ACTS).filter(([, act]) => act.verb.asksPasskey);
  expect(asking.map(([name]) => name).toSorted()).toEqual(Object.keys(FORMS).toSorted());
});

describe.each(Object.keys(FORMS))('%s', (act) => {
  it('is done without a word within five minutes of a sign-in', async () => {
    await world.advance(5 * MINUTE - 1);
    const answer = await send(desk, act, await FORMS[act]!());
    expect(asksIn(answer.text)).toBeUndefined();
    expect((await audited()).some((one) => one.act === act && one.code === null)).toBe(true);
  });

  it('waits for the passkey after that, with its form as it was filled in and nothing of it stored', async () => {
    await world.advance(5 * MINUTE);
    const form = await FORMS[act]!();
    const before = await onRecord();
    const answer = await send(desk, act, form);
    expect(answer.status).toBe(403);
    expect(asksIn(answer.text)?.fields).toMatchObject(form);
    expect(await onRecord()).toBe(before);
    await send(joined, act, form);
    const done = (await audited()).filter((one) => one.act === act && one.code === null);
    expect(done.map(({ what }) => what).toSorted()).toEqual(
      act === 'add-passkey' ? ['confirmed', 'passkey_added'] : ['acted', 'confirmed'],
    );
    const secret = form.secretKey ?? 'no secret';
    expect(JSON.stringify(await copyOf(world))).not.toContain(secret);
  });
});

describe('a passkey that is asked for again', () => {
  const form = { label: 'till', 'right-money': 'on' };
  const waiting = async () => asksIn((await desk.act('create-key', form)).text)!;
  beforeEach(() => world.advance(5 * MINUTE));

  it('lets its session go on for five minutes, and no other session', async () => {
    const { visitor, asked } = await atTheDoor(world.app);
    const second = (await signIn(world.app, joined.authenticator.answer(asked), visitor))!;
    await world.advance(5 * MINUTE);
    await joined.act('create-key', form);
    expect(asksIn((await desk.act('create-key', { label: 'more' })).text)).toBeUndefined();
    const elsewhere = deskOf(world, { ...joined, token: second.token });
    expect(asksIn((await elsewhere.act('create-key', form)).text)).toBeDefined();
    await world.advance(5 * MINUTE);
    expect(asksIn((await desk.act('create-key', { label: 'late' })).text)).toBeDefined();
    expect((await keys()).map(({ label }) => label).toSorted()).toEqual(['', 'more', 'till']);
  });

  it('is answered by a passkey of the person, for this session, once', async () => {
    await world.advance(HOUR - (world.clock.now() % HOUR));
    const { visitor, asked } = await atTheDoor(world.app);
    const second = (await signIn(world.app, joined.authenticator.answer(asked, { counter: 0 }), visitor))!;
    const elsewhere = deskOf(world, { ...joined, token: second.token });
    await world.advance(5 * MINUTE);
    const { challenge, fields } = await waiting();
    const foreign = asksIn((await elsewhere.act('create-key', form)).text)!.challenge;
    const own = joined.authenticator;
    const wrong = {
      'of somebody else': answered(other.authenticator, challenge),
      'to a challenge of another session': answered(own, foreign),
      'to a challenge of a sign-in': answered(own, (await atTheDoor(world.app)).asked.challenge),
      'to a challenge made up': answered(own, Buffer.alloc(70).toString('base64url')),
      'that is none': '{}',
      'that is missing': '',
    };
    for (const [what, proof] of Object.entries(wrong)) {
      const answer = await desk.enter('confirm', { ...fields, 'confirm.proof': proof });
      expect([what, answer.status, asksIn(answer.text)?.fields.label]).toEqual([what, 401, 'till']);
    }
    const good = { ...fields, 'confirm.proof': answered(own, challenge) };
    expect((await desk.enter('confirm', good)).headers.location).toBe('/console/create-key');
    await world.advance(5 * MINUTE);
    expect((await desk.enter('confirm', good)).status).toBe(401);
    expect(await keys()).toHaveLength(1);
    const refused = (await audited()).filter(({ code }) => code === 'not_confirmed');
    expect(refused.map(({ personId, act, count: times }) => [personId, act, times])).toEqual([
      [desk.personId, 'create-key', 7],
    ]);
  });

  it('is one entry an hour in the audit list, of whatever is refused before anything is done', async () => {
    await world.advance(HOUR - (world.clock.now() % HOUR));
    for (const answer of ['{}', '', '{"id":"x"}']) await joined.enter('add-passkey', { answer });
    for (let time = 0; time < 3; time++) await desk.act('set-grace', { csrf: other.csrf });
    await desk.act('invite', { csrf: other.csrf });
    const found = (await audited()).filter(({ what }) => what === 'refused');
    expect(found.map(({ act, code, count: times }) => [act, code, times]).toSorted()).toEqual([
      ['add-passkey', 'not_accepted', 3],
      ['invite', 'foreign_form', 1],
      ['set-grace', 'foreign_form', 3],
    ]);
  });

  it('leads back to the console alone, and from no page of another site', async () => {
    const { challenge, fields } = await waiting();
    const proof = { 'confirm.proof': answered(joined.authenticator, challenge) };
    for (const act of ['https://evil.example/', '//evil.example', '../portal/cancel', 'enter/../x', ''])
      expect(
        (await desk.enter('confirm', { ...fields, ...proof, 'confirm.act': act })).headers.location,
      ).toBe('/console');
    const foreign = await desk.enter('confirm', { ...fields, ...proof, csrf: other.csrf });
    expect(foreign.headers.location).toBe('/console');
    expect(await keys()).toHaveLength(1);
  });

  it('makes a form that is sent again no second one', async () => {
    const [own] = formsIn((await desk.get('webhooks')).text).filter(({ act }) => act === 'create-key');
    const { value: csrf = '' } = own!.fields.find(({ name }) => name === 'csrf')!;
    await joined.act('create-key', { ...form, csrf });
    await desk.act('create-key', { ...form, csrf });
    expect((await keys()).map(({ label }) => label).toSorted()).toEqual(['', 'till']);
  });

  it('is not asked of whoever sits at the machine of a local cloud, who has none; there is no such session elsewhere', async () => {
    const [person] = (await readPeople(shop.app)).filter(({ id }) => id === desk.personId);
    const here = { browser: 'This machine', from: '127.0.0.1', passkeyId: null };
    const { token, put } = newSession(world.app, person!, here);
    await world.table.write([put]);
    await world.advance(5 * MINUTE);
    const local = deskOf(world, { ...joined, token });
    expect(asksIn((await local.act('create-key', form)).text)).toBeUndefined();
    expect(await keys()).toHaveLength(2);
    const deployed = { ...world.app, settings: { ...world.app.settings, loopbackAllowed: [] } };
    expect(await lookUpSignedIn(deployed, token)).toBeUndefined();
  });
});

it('whoever confirms goes on with everything that they entered, in either language', async () => {
  await world.advance(5 * MINUTE);
  const text = 'Ayşe "&" <b> İ';
  const turkish = await world.call('console/act', {
    path: { screen: 'invite' },
    headers: { 'accept-language': 'tr', 'content-type': 'application/x-www-form-urlencoded' },
    cookies: desk.cookies,
    raw: new URLSearchParams({ csrf: desk.csrf, name: text, 'role-read': 'on' }).toString(),
  });
  expect(turkish.text).toContain('Siz olduğunuzu onaylayın');
  expect(asksIn(turkish.text)?.fields.name).toBe(text);
  await confirming(world, desk, joined.authenticator).act('invite', { name: text, 'role-read': 'on' });
  expect((await readPeople(shop.app)).map(({ name }) => name)).toContain(text);
});
