import { beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type ActName } from '../../../lib/console/acts.ts';
import { DOOR_ACTS, type DoorActName } from '../../../lib/console/door-acts.ts';
import { mayDo, rolesFor } from '../../../lib/console/roles.ts';
import { SCREENS, type ScreenName } from '../../../lib/console/screens.ts';
import { COOKIES, csrfOf, lookUpSignedIn } from '../../../lib/console/session.ts';

import { readAudit } from '../../../lib/table/people/audit.ts';
import { ROLES, type Role } from '../../../lib/table/people/people.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import type { Answer } from '../../support/world/ask.ts';
import { copyOf } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { addressesOf } from '../../behaviour/console/addresses.ts';
import { openDesk, type JoinedDesk } from '../../behaviour/console/desk.ts';

const { world, shop } = await openShop();
const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[];
/** Acts by who takes their forms: the console, or its door. */
const ALL_ACTS = { ...ACTS, ...DOOR_ACTS };
type AnyAct = ActName | DoorActName;
const ACT_NAMES = Object.keys(ALL_ACTS) as AnyAct[];
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' };

let member: Member;
let event: string;
let desks: Record<Role, JoinedDesk>;
/** A good form for every act, by what is on record. */
let good: Record<AnyAct, Record<string, string>>;
let askFor: Awaited<ReturnType<typeof addressesOf>>;

beforeAll(async () => {
  member = await subscribe(world, shop, {});
  await world.settle();
  const listed = (await shop.call('events/list')).body.data as { eventId: string }[];
  event = listed[0]!.eventId;
  const made = await Promise.all(
    ROLES.map(async (role) => [role, await openDesk(world, shop, role)] as const),
  );
  desks = Object.fromEntries(made) as Record<Role, JoinedDesk>;
  good = goodForms();
  askFor = await addressesOf(shop, member, desks.read);
});

/** Sends a form to where it belongs. */
const send = (name: AnyAct, ask: { readonly raw: string; readonly cookies: Record<string, string> }) =>
  Object.hasOwn(DOOR_ACTS, name)
    ? world.call('console/enter', { path: { step: name }, headers: FORM, ...ask })
    : world.call('console/act', { path: { screen: name }, headers: FORM, ...ask });

function goodForms(): Record<AnyAct, Record<string, string>> {
  const about = { id: member.svcId };
  const person = { id: desks.read.personId };
  const key = { key: shop.headers['x-api-key']! };
  return {
    cancel: about,
    'cancel-here': about,
    undo: about,
    reconcile: about,
    retry: about,
    'portal-link': { ...about, returnUrl: 'https://shop.example/', flow: 'card' },
    'change-plan': { ...about, plan: shop.plans.plus!.reference, when: 'NOW' },
    'preview-change': { ...about, plan: shop.plans.plus!.reference, when: 'NOW' },
    refund: { id: `inv_${'0'.repeat(32)}`, reason: 'OTHER' },
    import: { id: event },
    'close-difference': { id: event, because: 'settled' },
    'finish-task': { id: event, note: 'done' },
    'connect-acct': { companyId: '1', clientId: 'c', clientSecret: 's', username: 'u', password: 'p' },
    'add-passkey': { answer: '{}' },
    'set-logo': { logo: 'iVBORw0KGgo=' },
    'remove-logo': {},
    'replay-event': { id: event },
    'replay-range': { from: '2026-01-01' },
    'set-webhook': { url: 'https://shop.example/hook' },
    'clear-webhook': {},
    'test-webhook': { type: 'EXPIRED' },
    'rotate-secret': { overlapHours: '24' },
    'finish-rotation': {},
    'create-key': { label: 'till', 'right-money': 'on' },
    'rotate-key': { ...key, overlapHours: '24' },
    'revoke-key': key,
    'connect-pay': { apiKey: 'a', secretKey: 's', merchantId: '1' },
    'sync-plans': {},
    'set-recovery': { retryDays: '1, 3', then: 'keep' },
    'set-portal': { enabled: 'on', 'action-card': 'on' },
    'set-brand': { displayName: 'Shop' },
    'set-messages': { language: 'tr', 'on-undone': 'on' },
    'test-message': { kind: 'undone' },
    'set-grace': { id: shop.plans.basic!.reference, graceDays: '3' },
    'set-features': { id: shop.plans.basic!.reference, features: 'seats = 3' },
    invite: { name: 'Somebody', 'role-read': 'on' },
    'invite-again': { ...person, because: 'lost' },
    'set-roles': { ...person, 'role-owner': 'on' },
    'remove-person': person,
    'remove-passkey': { ...person, passkey: 'x' },
    'end-session': { session: 'f'.repeat(64) },
    'end-sessions': person,
  };
}

/** Everything on record but audit lists, refused forms and counters. */
async function onRecord(): Promise<string> {
  const items = await copyOf(world);
  const kept = items.filter(
    ({ pk, sk }) => !pk.endsWith('#AUDIT') && !pk.startsWith('L#') && !sk.startsWith('FORM#'),
  );
  return JSON.stringify(kept.toSorted((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1)));
}

describe.each(SCREEN_NAMES)('the screen %s', (name) => {
  it('leads whoever is not signed in to the door, and shows nothing', async () => {
    for (const cookie of [undefined, 'x', `${shop.tenant.id}.${desks.owner.personId}.${'x'.repeat(43)}`]) {
      const cookies: Record<string, string> = cookie === undefined ? {} : { [COOKIES.session]: cookie };
      const answer = await world.call('console/show', {
        path: { screen: name },
        query: askFor(name),
        cookies,
      });
      expect([answer.status, answer.text]).toEqual([303, '']);
      expect(answer.headers.location).toMatch(/^\/console\/sign-in\?next=/);
    }
  });

  it('is shown to the roles that it is for, and names them to all others', async () => {
    const { needs } = SCREENS[name] as { needs?: Parameters<typeof mayDo>[1] };
    for (const role of ROLES) {
      const { status, text } = await desks[role].get(name, askFor(name));
      const isTheirs = needs === undefined || mayDo([role], needs);
      expect([role, status === 403]).toEqual([role, !isTheirs]);
      if (!isTheirs) expect(text).toContain('Your roles do not allow this');
    }
  });

  it('cannot be framed, runs nothing but its own, is not stored, and leaks no address', async () => {
    const { headers } = await desks.owner.get(name, askFor(name));
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy']!;
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy).toContain(`form-action 'self'`);
    expect(policy).not.toContain('unsafe');
  });
});

/** Whether an answer says that nothing was done. */
const isRefusal = ({ status, headers }: Answer) =>
  status === 403 || (status === 303 && /refused=|sign-in/.test(headers.location ?? ''));

describe.each(ACT_NAMES)('the act %s', (name) => {
  it('does nothing without a session, without the token of its own, or with another session’s', async () => {
    const before = await onRecord();
    const raw = (csrf: string) => new URLSearchParams({ ...good[name], csrf }).toString();
    const sendWith = (csrf: string, cookies: Record<string, string>) =>
      send(name, { raw: raw(csrf), cookies });
    const { cookies, csrf } = desks.owner;
    const tries = [
      await sendWith(csrf, {}),
      await sendWith('', cookies),
      await sendWith(desks.support.csrf, cookies),
      await sendWith(`${csrf}x`, cookies),
      await sendWith(csrfOf(''), { [COOKIES.session]: '' }),
    ];
    expect(tries.map(isRefusal)).toEqual(tries.map(() => true));
    expect(await onRecord()).toBe(before);
  });

  it('is refused to every role that it is not for, whatever the page shows, and that is in the audit list', async () => {
    const before = await onRecord();
    const others = ROLES.filter((role) => !mayDo([role], ALL_ACTS[name].verb.needs));
    for (const role of others) {
      const { cookies, csrf } = desks[role];
      const raw = new URLSearchParams({ ...good[name], csrf }).toString();
      const { status, text } = await send(name, { raw, cookies });
      expect([role, status]).toEqual([role, 403]);
      expect(text).toContain('Your roles do not allow this');
    }
    expect(await onRecord()).toBe(before);
    if (others.length === 0) return;
    const page = { limit: 10_000, startingAfter: null, endingBefore: null };
    const { items } = await readAudit(shop.app, page);
    const refused = items.filter(({ act, code }) => act === name && code === 'not_allowed');
    expect(new Set(refused.map(({ personId }) => personId))).toEqual(
      new Set(others.map((role) => desks[role].personId)),
    );
  });

  it('is refused by GET', async () => {
    const before = await onRecord();
    await world.call('console/show', {
      path: { screen: name },
      query: { ...good[name], csrf: desks.owner.csrf },
      cookies: desks.owner.cookies,
    });
    expect(await onRecord()).toBe(before);
  });
});

it('every act and every screen names roles, the owner among them', () => {
  for (const { verb } of Object.values(ALL_ACTS)) expect(rolesFor(verb.needs)).toContain('owner');
});

it('a session of one tenant is none in another: a cookie with another tenant’s id is refused', async () => {
  const other = await makeTenant(world);
  const [, person, secret] = desks.owner.cookies[COOKIES.session]!.split('.');
  const forged = `${other.tenant.id}.${person}.${secret}`;
  expect(await lookUpSignedIn(world.app, forged)).toBeUndefined();
});

it('of a suspended account everything is shown, and nothing can be changed', async () => {
  const suspended = await makeTenant(world);
  const desk = await openDesk(world, suspended, 'owner');
  await world.table.apply({ put: tenantItem({ ...suspended.tenant, status: 'SUSPENDED' }) });
  expect((await desk.get('overview')).text).toContain('This account is suspended');
  const answer = await desk.act('invite', good.invite);
  expect(isRefusal(answer)).toBe(true);
});

it.each(['nowhere', '__proto__', 'toString', '', 'sign-in'])(
  'what is no act (%j) changes nothing and is no failure of ours, in a session too',
  async (name) => {
    const before = await onRecord();
    for (const cookies of [desks.owner.cookies, {}]) {
      const asked = { headers: FORM, raw: `csrf=${desks.owner.csrf}`, cookies };
      const act = await world.call('console/act', { path: { screen: name }, ...asked });
      const door = await world.call('console/enter', { path: { step: name }, ...asked });
      expect(Math.max(act.status, door.status)).toBeLessThan(500);
    }
    expect(await onRecord()).toBe(before);
  },
);
