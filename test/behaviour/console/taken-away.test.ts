import { beforeEach, describe, expect, it } from 'vitest';
import { listKeys } from '../../../lib/account/keys.ts';
import { ACTS, type ActName } from '../../../lib/console/acts.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { perform } from '../../../lib/console/perform.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { COOKIES, lookUpSignedIn } from '../../../lib/console/session.ts';
import { signIn } from '../../../lib/console/sign-in.ts';
import { readPeople } from '../../../lib/table/people/people.ts';
import type { Table } from '../../../lib/table/table.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { portalLink, Visitor } from '../../support/world/portal.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { unescaped } from '../../support/world/forms-in.ts';
import { openShop } from '../../support/world/opened.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { Authenticator } from './authenticator.ts';
import { deskOf, openDesk, type Desk, type JoinedDesk } from './desk.ts';
import { atTheDoor } from './people.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world } = await openShop();

let shop: TestTenant;
let owner: JoinedDesk;
/** From whom something is taken away: an owner, so that everything comes from them that can. */
let leaver: JoinedDesk;

beforeEach(async () => {
  shop = await makeTenant(world);
  owner = await openDesk(world, shop, 'owner');
  leaver = await openDesk(world, shop, 'owner', 'developer');
});

const tokenOf = ({ cookies }: Desk) => cookies[COOKIES.session];
const who = async (desk: Desk) => (await lookUpSignedIn(world.app, tokenOf(desk)))!;
const secretIn = (text: string) => /invitation\?token=([\w.-]+)/.exec(text)?.[1] ?? '';

/** A second session of somebody, in another browser, by the same passkey. */
async function inAnotherBrowser({ authenticator, personId, name }: JoinedDesk): Promise<Desk> {
  const { visitor, asked } = await atTheDoor(world.app);
  const signedIn = await signIn(world.app, authenticator.answer(asked), visitor);
  return deskOf(world, { personId, name, token: signedIn!.token });
}

/** What can be taken away from somebody, as an owner or they themselves do it. */
const TAKEN = {
  'the person is removed': async () => owner.act('remove-person', { id: leaver.personId }),
  'the role is taken': async () => owner.act('set-roles', { id: leaver.personId, 'role-read': 'on' }),
  'the passkey is removed': async () =>
    owner.act('remove-passkey', { id: leaver.personId, passkey: leaver.authenticator.id }),
  'invited again, something is lost': async () =>
    owner.act('invite-again', { id: leaver.personId, because: 'lost' }),
  'invited again, something is stolen': async () =>
    owner.act('invite-again', { id: leaver.personId, because: 'stolen' }),
  'invited again, for another device': async () =>
    owner.act('invite-again', { id: leaver.personId, because: 'neither' }),
  'the session is ended by an owner': async () =>
    owner.act('end-session', { id: leaver.personId, session: (await who(leaver)).session.hash }),
  'all sessions are ended by an owner': async () => owner.act('end-sessions', { id: leaver.personId }),
  'they sign out': async () => leaver.act('sign-out'),
  /** It counts everywhere within a minute. */
  'the account is suspended': async () => {
    await world.table.apply({ put: tenantItem({ ...shop.tenant, status: 'SUSPENDED' }) });
    await world.advance(MINUTE);
  },
} as const;
type Taken = keyof typeof TAKEN;

/** Something that came from somebody: how it is made, and whether it still works. */
interface Came {
  readonly make: () => Promise<() => Promise<boolean>>;
}

const CAME = {
  'the session': {
    make: async () => async () => (await leaver.get('overview')).status === 200,
  },
  'another session': {
    make: async () => {
      const other = await inAnotherBrowser(leaver);
      return async () => (await other.get('overview')).status === 200;
    },
  },
  'the passkey': {
    make: async () => async () => {
      const { visitor, asked } = await atTheDoor(world.app);
      return (await signIn(world.app, leaver.authenticator.answer(asked), visitor)) !== undefined;
    },
  },
  'a challenge of the session': {
    make: async () => {
      const { session, person } = await who(leaver);
      const { asked } = await atTheDoor(world.app, { for: 'new-passkey', hash: session.hash });
      const answer = new Authenticator().register(asked, userHandleOf(person));
      const { id, ...response } = answer;
      return async () => {
        await leaver.enter('add-passkey', { answer: JSON.stringify({ id, response }) });
        const all = (await readPeople(shop.app)).flatMap(({ passkeys }) => passkeys);
        return all.some((one) => one.id === id);
      };
    },
  },
  'an invitation of somebody else': {
    make: async () => {
      const { text } = await leaver.act('invite', { name: 'Somebody else', 'role-owner': 'on' });
      const query = { token: secretIn(text) };
      return async () =>
        (await world.call('console/show', { path: { screen: 'invitation' }, query })).status === 200;
    },
  },
  'a link to the portal': {
    make: async () => {
      const link = await linkFrom(leaver);
      return async () => (await new Visitor(world).open(link)).status === 200;
    },
  },
  'what is done in the portal with such a link': {
    make: async () => {
      const visitor = new Visitor(world);
      await visitor.enter(await linkFrom(leaver));
      return async () => (await visitor.open('/portal/home')).status === 200;
    },
  },
} as const satisfies Record<string, Came>;

const OF_PORTAL = ['a link to the portal', 'what is done in the portal with such a link'] as const;

async function linkFrom(desk: Desk): Promise<string> {
  const { svcId: id } = await subscribe(world, shop);
  const { text } = await desk.act('portal-link', {
    id,
    returnUrl: 'https://shop.example/',
    flow: 'overview',
  });
  return unescaped(/https?:[^<]*\/portal\/enter\?link=[\w-]+/.exec(text)?.[0] ?? 'no link');
}

/** What ends with what is taken away; all else goes on. */
const ENDS: Readonly<Record<Taken, readonly (keyof typeof CAME)[]>> = {
  'the person is removed': [
    'the session',
    'another session',
    'the passkey',
    'a challenge of the session',
    'an invitation of somebody else',
    ...OF_PORTAL,
  ],
  'the role is taken': ['an invitation of somebody else', ...OF_PORTAL],
  'the passkey is removed': [
    'the session',
    'another session',
    'the passkey',
    'a challenge of the session',
    'an invitation of somebody else',
  ],
  'invited again, something is lost': ['the session', 'another session', 'a challenge of the session'],
  'invited again, something is stolen': [
    'the session',
    'another session',
    'the passkey',
    'a challenge of the session',
    'an invitation of somebody else',
  ],
  'invited again, for another device': [],
  'the session is ended by an owner': ['the session', 'a challenge of the session'],
  'all sessions are ended by an owner': ['the session', 'another session', 'a challenge of the session'],
  'they sign out': ['the session', 'a challenge of the session'],
  'the account is suspended': ['a challenge of the session', ...OF_PORTAL],
};

describe.each(Object.keys(TAKEN) as Taken[])('when %s', (taken) => {
  it.each(Object.keys(CAME) as (keyof typeof CAME)[])(
    '%s ends or goes on as the table says',
    async (came) => {
      const works = await CAME[came].make();
      await TAKEN[taken]();
      expect(await works()).toBe(!ENDS[taken].includes(came));
    },
  );
});

/** The world's table with another way to write transactions. */
const withWrite = (write: Table['write']): Table =>
  new Proxy(world.app.table, {
    get: (inner, name: keyof Table) => (name === 'write' ? write : (Reflect.get(inner, name) as unknown)),
  });

/** What gives somebody power over the account, with the fields of its form. */
const POWER: Readonly<Partial<Record<ActName, Record<string, string>>>> = {
  'create-key': { label: 'late', 'right-connections': 'on' },
  'rotate-key': { overlapHours: '24' },
  'set-webhook': { url: 'https://late.example/hook' },
  'rotate-secret': { overlapHours: '0' },
  invite: { name: 'Late', 'role-read': 'on' },
};
const IN_FLIGHT = Object.keys(TAKEN).filter(
  (one) => one !== 'the account is suspended' && one !== 'invited again, for another device',
) as Taken[];

describe.each(IN_FLIGHT)('a request that is under way when %s', (taken) => {
  it.each(Object.entries(POWER))(
    'writes nothing, though it was to write just then: %s',
    async (act, form) => {
      const made = await who(leaver);
      const sent = { ...form, csrf: made.csrf, key: shop.headers['x-api-key']! };
      let isTaken = false;
      const write: Table['write'] = async (changes) => {
        if (!isTaken) {
          isTaken = true;
          await TAKEN[taken]();
          before = await settings();
        }
        return world.table.write(changes);
      };
      const settings = async () => [
        await listKeys(shop.app),
        (await who(owner)).tenant.webhook,
        (await readPeople(shop.app)).map(({ name }) => name),
      ];
      let before = await settings();
      const at = { browser: '', from: '', since: 0 };
      const asked = { act, address: act, form: sent, ...at };
      const app = { ...world.app, table: withWrite(write) };
      await inLanguage('en', () => perform(forTenant(app, made.tenant), made, ACTS[act as ActName], asked));
      expect(await settings()).toEqual(before);
    },
  );
});

describe('an invitation after something was lost', () => {
  it('ends the passkeys so far, with their sessions, once another one is registered', async () => {
    await owner.act('invite-again', { id: leaver.personId, because: 'lost' });
    const before = await inAnotherBrowser(leaver);
    expect((await before.get('overview')).status).toBe(200);
    const { text } = await owner.act('invite-again', { id: leaver.personId, because: 'lost' });
    await joinedBy(secretIn(text));
    expect(await CAME['the passkey'].make().then((works) => works())).toBe(false);
    const [left] = (await readPeople(shop.app)).filter(({ id }) => id === leaver.personId);
    expect(left?.passkeys).toHaveLength(1);
  });

  it('leaves them where nothing was lost', async () => {
    const { text } = await owner.act('invite-again', { id: leaver.personId, because: 'neither' });
    await joinedBy(secretIn(text));
    expect(await CAME['the passkey'].make().then((works) => works())).toBe(true);
  });

  it('is not made without saying so, and not for oneself', async () => {
    const people = () => readPeople(shop.app);
    const before = await people();
    await owner.act('invite-again', { id: leaver.personId });
    await owner.act('invite-again', { id: owner.personId, because: 'lost' });
    expect(await people()).toEqual(before);
  });
});

/** Accepts an invitation in a browser, by its page and form. */
async function joinedBy(token: string): Promise<void> {
  const shown = await world.call('console/show', { path: { screen: 'invitation' }, query: { token } });
  const [, challenge = ''] = /__Host-console-challenge=([\w-]+)/.exec(JSON.stringify(shown)) ?? [];
  const person = (await readPeople(shop.app)).find(({ id }) => id === leaver.personId)!;
  const { asked } = await atTheDoor(world.app);
  const { id, ...response } = new Authenticator().register({ ...asked, challenge }, userHandleOf(person));
  const entered = await world.call('console/enter', {
    path: { step: 'accept-invitation' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    cookies: { [COOKIES.challenge]: challenge },
    raw: new URLSearchParams({ token, answer: JSON.stringify({ id, response }) }).toString(),
  });
  expect(entered.headers.location).toBe('/console');
}

describe('the keys that come from somebody', () => {
  beforeEach(async () => {
    await leaver.act('create-key', { label: 'theirs', 'right-money': 'on' });
    await leaver.act('create-key', { label: 'reads' });
  });

  it.each([
    ['the passkey is removed', ['theirs', 'reads']],
    ['invited again, something is lost', ['theirs', 'reads']],
    ['invited again, something is stolen', ['theirs', 'reads']],
    ['invited again, for another device', []],
    ['the role is taken', ['theirs']],
  ] as const)('are shown with the way to their end when %s', async (taken, shown) => {
    const { text } = (await TAKEN[taken]()) as { text: string };
    for (const { label, apiKey } of await listKeys(shop.app))
      expect([label, text.includes(`/console/revoke-key?key=${apiKey}`)]).toEqual([
        label,
        (shown as readonly string[]).includes(label),
      ]);
  });
});

describe('a revoked key', () => {
  it('ends the links to the portal that were made with it, and what is done with them', async () => {
    const { svcId } = await subscribe(world, shop);
    const [unused, used] = [await portalLink(shop, svcId), await portalLink(shop, svcId)];
    const visitor = new Visitor(world);
    await visitor.enter(used);
    expect((await visitor.open('/portal/home')).status).toBe(200);
    await leaver.act('create-key', {
      label: 'all',
      ...Object.fromEntries(RIGHTS.map((right) => [`right-${right}`, 'on'])),
    });
    await owner.act('revoke-key', { key: shop.headers['x-api-key']! });
    expect((await visitor.open('/portal/home')).status).toBe(401);
    expect((await new Visitor(world).open(unused)).status).toBe(410);
  });
});

describe('owners', () => {
  it('see where everybody is signed in, and others see but their own', async () => {
    const support = await openDesk(world, shop, 'support');
    const hash = async (desk: Desk) => (await who(desk)).session.hash;
    const [list, one] = [await owner.get('people'), await owner.get('person', { id: support.personId })];
    expect(list.text).toContain(await hash(leaver));
    expect(list.text).toContain(await hash(support));
    expect(one.text).toContain(await hash(support));
    for (const page of [await support.get('people'), await support.get('person', { id: leaver.personId })])
      expect(page.text).not.toContain(await hash(leaver));
  });

  it('alone end those of somebody else', async () => {
    const support = await openDesk(world, shop, 'support');
    const form = { id: leaver.personId, session: (await who(leaver)).session.hash };
    await support.act('end-session', form);
    await support.act('end-sessions', { id: leaver.personId });
    expect((await leaver.get('overview')).status).toBe(200);
  });
});

it('whoever ends all their own sessions keeps the one they do it in', async () => {
  const other = await inAnotherBrowser(leaver);
  await leaver.act('end-sessions', { id: leaver.personId });
  expect([(await leaver.get('overview')).status, (await other.get('overview')).status]).toEqual([200, 303]);
});
