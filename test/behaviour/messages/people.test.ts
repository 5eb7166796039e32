import { describe, expect } from 'vitest';
import { run as runBilling } from '../../../cli/program.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { lookUpInvited, useOf } from '../../../lib/console/invitation.ts';
import { acceptInvitation } from '../../../lib/console/sign-in.ts';
import { invite, inviteAgain, removePerson, setRoles } from '../../../lib/console/people.ts';
import { NO_MESSAGES, type PeopleKind } from '../../../lib/messages/kinds.ts';
import { closeByHand } from '../../../lib/comparison/close-by-hand.ts';
import type { Role } from '../../../lib/table/people/people.ts';
import { Authenticator } from '../console/authenticator.ts';
import { openDesk } from '../console/desk.ts';
import { atTheDoor, BY_OPERATOR, somebody } from '../console/people.ts';
import { differencesOf, listedTenant, night, soldAtProvider } from '../reconciliation/comparison.ts';
import { it } from '../../support/world/fixtures.ts';
import { control, DAY, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import { changeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { messagesOf, toldOf } from './told.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** Somebody who has joined, with an address. */
async function joined(world: World, { tenant: { id } }: TestTenant, name: string, ...roles: Role[]) {
  const { person } = await somebody(world.app, id, name, roles);
  const email = `${name.toLowerCase()}@shop.example`;
  await setRoles(forTenant(world.app, id), { personId: person.id, roles, email }, BY_OPERATOR);
  return { id: person.id, email };
}

/** A tenant with an invoicing provider that has these kinds on, with one person of each role. */
async function shopWithPeople(world: World, ...on: PeopleKind[]): Promise<TestTenant> {
  const shop = await listedTenant(world, { invoicing: true, messages: { ...NO_MESSAGES, on } });
  for (const role of ['owner', 'support', 'finance', 'developer', 'read'] as const)
    await joined(world, shop, role[0]!.toUpperCase() + role.slice(1), role);
  return shop;
}

/** Where the command line's target reaches providers; an invitation asks none. */
const PROVIDERS = { pay: { live: '', test: '' }, acct: '' };

const sentTo = (world: World) => world.mails.sent.map(({ to }) => to.split('@')[0]).toSorted();

/** An event is not delivered by any of its attempts. */
async function exhaust(world: World, shop: TestTenant): Promise<void> {
  world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
  await subscribe(world, shop);
  await world.advance(12 * MINUTE);
}

const keys = (world: World, { credentials }: TestTenant, secretKey = 'another') =>
  control(world, `/merchants/${credentials.merchantId}`, { secretKey });

/** The login at the invoicing provider is another one than what we have on record. */
async function changePassword(world: World, shop: TestTenant): Promise<void> {
  const { id, acct } = shop.tenant;
  const opened = await world.app.secrets.decrypt(id, 'acct', acct!.sealed);
  const account = { ...(JSON.parse(opened.reveal()) as object), password: 'wrong' };
  const sealed = await world.app.secrets.encrypt(id, 'acct', JSON.stringify(account));
  await changeTenant(world, shop, { acct: { sealed } });
}

/** An official document of what is then given back asks for a task. */
async function refundOfficial(world: World, shop: TestTenant): Promise<string> {
  const member = await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const [invoice] = body.data as { id: string }[];
  await shop.call('invoices/refund', { body: { 'invoice-id': invoice!.id } });
  await world.settle();
  const tasks = await shop.call('reports/tasks', { query: { state: 'open' } });
  return (tasks.body.data as { id: string }[])[0]!.id;
}

/** What makes each kind owed, and who is told. */
const CAUSES: Readonly<
  Record<
    Exclude<PeopleKind, 'invited'>,
    {
      readonly told: readonly string[];
      readonly cause: (world: World, shop: TestTenant) => Promise<unknown>;
      /** What makes it no longer true. */
      readonly mended: (world: World, shop: TestTenant) => Promise<unknown>;
    }
  >
> = {
  webhook_failing: {
    told: ['developer'],
    cause: exhaust,
    mended: subscribe,
  },
  credentials_refused: {
    told: ['developer', 'owner'],
    cause: async (world, shop) => {
      const { reference } = await subscribe(world, shop);
      await keys(world, shop);
      await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
    },
    mended: (world, shop) => keys(world, shop, shop.credentials.secretKey),
  },
  task_due: {
    told: ['finance'],
    cause: async (world, shop) => {
      await refundOfficial(world, shop);
      await world.advance(3 * DAY);
    },
    mended: async (_world, shop) => {
      const { body } = await shop.call('reports/tasks', { query: { state: 'open' } });
      const [task] = body.data as { id: string }[];
      await shop.call('reports/finish-task', {
        body: { id: task!.id, 'document-number': 'ABC2026000000001' },
      });
    },
  },
  difference_found: {
    told: ['owner', 'support'],
    cause: async (world, shop) => {
      for (const _ of [1, 2]) await soldAtProvider(world, shop);
      await world.advance(HOUR);
      await night(world);
    },
    mended: async (world, shop) => {
      for (const { id } of await differencesOf(shop))
        await closeByHand(shop.app, id, { by: 'Ada', because: 'seen' });
      await world.advance(MINUTE);
    },
  },
};

const KINDS = Object.keys(CAUSES) as (keyof typeof CAUSES)[];

describe('A message to the people of a tenant', () => {
  it.for(KINDS)('our choice: goes once to each who has the role: %s', async (kind, { world }) => {
    const { told, cause } = CAUSES[kind];
    const shop = await shopWithPeople(world, kind);
    await cause(world, shop);
    await world.advance(3 * MINUTE);
    expect(sentTo(world)).toEqual(told);
    expect(world.mails.sent.map(({ html }) => /href="([^"?]*)/.exec(html)?.[1])).toEqual(
      told.map(
        () =>
          expect.stringMatching(
            /^https?:\/\/[^/]+\/console\/(webhooks|providers|task|difference)$/,
          ) as string,
      ),
    );
    expect(await toldOf(world, shop)).toEqual(told.map(() => `${kind} DELIVERED`));
    expect(world.log.join('\n')).not.toContain('@shop.example');
  });

  it.for(KINDS)(
    'our choice: is dropped where it is mended when it would be sent: %s',
    async (kind, { world }) => {
      const { told, cause, mended } = CAUSES[kind];
      const shop = await shopWithPeople(world, kind);
      world.mails.always = 'throttles';
      await cause(world, shop);
      await world.advance(3 * MINUTE);
      await mended(world, shop);
      await world.advance(HOUR);
      world.mails.always = undefined;
      await world.advance(HOUR);
      expect(await toldOf(world, shop)).toEqual(told.map(() => `${kind} DROPPED no_longer_true`));
      expect(world.mails.sent).toEqual([]);
    },
  );

  it('our choice: goes to nobody who has lost the role, the address or the account meanwhile', async ({
    world,
  }) => {
    const shop = await shopWithPeople(world, 'webhook_failing');
    const { id } = shop.tenant;
    const others = [];
    for (const name of ['Ada', 'Eve']) others.push(await joined(world, shop, name, 'developer'));
    world.mails.always = 'throttles';
    await exhaust(world, shop);
    await world.advance(2 * MINUTE);
    const [ada, eve] = others;
    await setRoles(forTenant(world.app, id), { personId: ada!.id, roles: ['read'] }, BY_OPERATOR);
    await removePerson(forTenant(world.app, id), eve!.id, BY_OPERATOR);
    world.mails.always = undefined;
    await world.advance(HOUR);
    expect(sentTo(world)).toEqual(['developer']);
    expect((await toldOf(world, shop)).toSorted()).toEqual([
      'webhook_failing DELIVERED',
      'webhook_failing DROPPED nobody',
      'webhook_failing DROPPED nobody',
    ]);
  });

  it('our choice: says so where nobody with the role has an address', async ({ world }) => {
    const shop = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['webhook_failing'] } });
    await joined(world, shop, 'Ada', 'owner');
    await somebody(world.app, shop.tenant.id, 'Eve', ['developer']);
    await exhaust(world, shop);
    await world.advance(2 * MINUTE);
    expect(await toldOf(world, shop)).toEqual(['webhook_failing DROPPED nobody']);
  });

  it('our choice: keeps no address of somebody who is removed', async ({ world }) => {
    const shop = await shopWithPeople(world, 'webhook_failing');
    const ada = await joined(world, shop, 'Ada', 'developer');
    await exhaust(world, shop);
    await world.advance(2 * MINUTE);
    await removePerson(shop.app, ada.id, BY_OPERATOR);
    expect((await messagesOf(world, shop)).map(({ to }) => to).toSorted()).toEqual([
      'developer@shop.example',
      null,
    ]);
  });

  it.for(KINDS)('our choice: is owed to nobody where its kind is off: %s', async (kind, { world }) => {
    const shop = await shopWithPeople(world, 'invited');
    await CAUSES[kind].cause(world, shop);
    await world.advance(3 * MINUTE);
    expect(await messagesOf(world, shop)).toEqual([]);
    expect(world.written.filter((item) => item.includes('#MESSAGES'))).toEqual([]);
  });

  it('our choice: tells of a refused login at the invoicing provider', async ({ world }) => {
    const shop = await shopWithPeople(world, 'credentials_refused');
    await changePassword(world, shop);
    await subscribe(world, shop);
    await world.advance(20 * MINUTE);
    expect(sentTo(world)).toEqual(['developer', 'owner']);
  });

  it('our choice: is sent once a day for as long as it is so', async ({ world }) => {
    const shop = await shopWithPeople(world, 'webhook_failing');
    await exhaust(world, shop);
    await exhaust(world, shop);
    expect(sentTo(world)).toEqual(['developer']);
    await world.advance(DAY);
    await exhaust(world, shop);
    await world.advance(2 * MINUTE);
    expect(sentTo(world)).toEqual(['developer', 'developer']);
  });

  describe('that is an invitation', () => {
    const asked = { name: 'Ada', roles: ['finance'] as const, email: 'ada@shop.example' };
    const linkIn = (world: World) => /[?&]token=([^"&]+)/.exec(world.mails.sent.at(-1)?.html ?? '')?.[1];

    it('our choice: has a link of its own that works once, and ends with the other', async ({ world }) => {
      const shop = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['invited'] } });
      const { id } = shop.tenant;
      const { token } = await invite(forTenant(world.app, id), asked, BY_OPERATOR);
      await world.advance(2 * MINUTE);
      expect(sentTo(world)).toEqual(['ada']);
      const mailed = linkIn(world)!;
      expect(mailed).not.toBe(token);
      expect(world.written.join('\n')).not.toContain(mailed.split('.')[2]);
      for (const one of [token, mailed])
        expect(await lookUpInvited(world.app, one)).toMatchObject({ name: 'Ada' });
      const person = (await lookUpInvited(world.app, mailed))!;
      const { visitor, asked: challenge } = await atTheDoor(world.app, useOf(person));
      const answer = new Authenticator().register(challenge, userHandleOf(person));
      expect(await acceptInvitation(world.app, mailed, answer, visitor)).toMatchObject({
        person: { name: 'Ada' },
      });
      for (const one of [token, mailed]) expect(await lookUpInvited(world.app, one)).toBeUndefined();
    });

    it('our choice: is said by the console and the command line to be mailed, and to where, or not to be', async ({
      world,
    }) => {
      const shop = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['invited'] } });
      const desk = await openDesk(world, shop, 'owner');
      const invites = async (name: string, email: string) =>
        (await desk.act('invite', { name, 'role-read': 'on', email })).text;
      expect(await invites('Ada', 'ada@shop.example')).toContain('on its way to ada@shop.example');
      expect(await invites('Eve', '')).toContain('Not mailed');
      const run = async (...args: string[]) => {
        let said = '';
        const target = { app: world.app, name: 'the test', mode: 'test', providers: PROVIDERS } as const;
        const io = { out: (text: string) => (said += text), err: (text: string) => (said += text) };
        const told = { ...io, open: async () => ({ ...target, deadLetters: undefined }), width: undefined };
        const asks = { prompt: () => Promise.resolve({}), confirm: () => Promise.resolve(true) };
        await runBilling(['people', 'invite', ...args, '--tenant', shop.tenant.id], { ...told, ...asks });
        return said;
      };
      expect(await run('Bo', '--role', 'read', '--email', 'bo@shop.example')).toContain(
        'mailed to bo@shop.example',
      );
      expect(await run('Cy', '--role', 'read')).toContain('It is not mailed.');
      await world.advance(2 * MINUTE);
      expect(sentTo(world)).toEqual(['ada', 'bo']);
    });

    it('our choice: opens nothing of anybody else, and nothing of a later invitation', async ({ world }) => {
      const shop = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['invited'] } });
      const { id } = shop.tenant;
      const { person } = await invite(forTenant(world.app, id), asked, BY_OPERATOR);
      const eve = await invite(forTenant(world.app, id), { name: 'Eve', roles: ['owner'] }, BY_OPERATOR);
      await world.advance(2 * MINUTE);
      const mailed = linkIn(world)!;
      expect(await lookUpInvited(world.app, mailed.replace(person.id, eve.person.id))).toBeUndefined();
      await inviteAgain(forTenant(world.app, id), { personId: person.id, because: 'neither' }, BY_OPERATOR);
      expect(await lookUpInvited(world.app, mailed)).toBeUndefined();
    });

    it('our choice: is not sent once there is another one, nor where the kind is off', async ({ world }) => {
      const shop = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['invited'] } });
      const { id } = shop.tenant;
      const { person } = await invite(forTenant(world.app, id), asked, BY_OPERATOR);
      await inviteAgain(forTenant(world.app, id), { personId: person.id, because: 'neither' }, BY_OPERATOR);
      await world.advance(2 * MINUTE);
      expect((await toldOf(world, shop)).toSorted()).toEqual([
        'invited DELIVERED',
        'invited DROPPED no_longer_true',
      ]);
      const quiet = await listedTenant(world, { messages: { ...NO_MESSAGES, on: ['task_due'] } });
      await invite(quiet.app, asked, BY_OPERATOR);
      expect(await messagesOf(world, quiet)).toEqual([]);
    });
  });
});
