import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../../../lib/account/tenants.ts';
import { consoleAddress } from '../../../lib/runtime/console-address.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { passkeyAnswerIn } from '../../../lib/console/passkeys.ts';
import { invite, inviteAgain, removePerson } from '../../../lib/console/people.ts';
import { lookUpSignedIn, endSession } from '../../../lib/console/session.ts';
import { lookUpInvited, useOf } from '../../../lib/console/invitation.ts';
import { acceptInvitation, addPasskey, signIn } from '../../../lib/console/sign-in.ts';
import { readAudit } from '../../../lib/table/people/audit.ts';
import { lookUpPerson } from '../../../lib/table/people/people.ts';
import { openOperator, DAY, HOUR, MINUTE, type Operator } from '../account/operator.ts';
import { Authenticator, type Slip } from './authenticator.ts';
import { atTheDoor, BY_OPERATOR, somebody } from './people.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let operator: Operator;
let tenant: string;
let count = 0;
const someone = () => somebody(operator.app, tenant, `Person ${++count}`, ['support']);
const page = { limit: 100, startingAfter: null, endingBefore: null };
const audited = async () => (await readAudit(forTenant(operator.app, tenant), page)).items;

async function invited() {
  const { app } = operator;
  return invite(forTenant(app, tenant), { name: `Person ${++count}`, roles: ['read'] }, BY_OPERATOR);
}

beforeEach(async () => {
  operator = await openOperator();
  tenant = (await createTenant(operator.app, 'shop')).id;
});

describe('an invitation', () => {
  it('is accepted with a passkey, which signs in; its link works once', async () => {
    const { app } = operator;
    const { person, token } = await invited();
    expect((await lookUpInvited(app, token))?.name).toBe(person.name);
    const { visitor, asked } = await atTheDoor(app, useOf(person));
    const answer = new Authenticator().register(asked, userHandleOf(person));
    const signedIn = await acceptInvitation(app, token, answer, visitor);
    expect(await lookUpSignedIn(app, signedIn?.token)).toMatchObject({ person: { id: person.id } });
    expect(await lookUpInvited(app, token)).toBeUndefined();
    const again = new Authenticator().register(asked, userHandleOf(person));
    expect(await acceptInvitation(app, token, again, visitor)).toBeUndefined();
    expect((await lookUpPerson(forTenant(app, tenant), person.id))?.passkeys).toHaveLength(1);
  });

  it('works for 72 hours', async () => {
    const { app } = operator;
    const { token } = await invited();
    await operator.pass(72 * HOUR - 1);
    expect(await lookUpInvited(app, token)).toBeDefined();
    await operator.pass(1);
    expect(await lookUpInvited(app, token)).toBeUndefined();
  });

  it('is dead once the person is invited again, and is never stored as it is', async () => {
    const { app } = operator;
    const { token, person } = await invited();
    const { token: newer } = await inviteAgain(
      forTenant(app, tenant),
      { personId: person.id, because: 'neither' },
      BY_OPERATOR,
    );
    expect(await lookUpInvited(app, token)).toBeUndefined();
    expect(await lookUpInvited(app, newer)).toBeDefined();
    expect(operator.written()).not.toContain(newer.slice(70));
  });

  it.each([
    undefined,
    '',
    'x',
    `${'0'.repeat(32)}.${'0'.repeat(8)}-0000-0000-0000-000000000000.${'a'.repeat(43)}`,
  ])('that is none (%j) names nobody', async (token) =>
    expect(await lookUpInvited(operator.app, token)).toBeUndefined(),
  );

  it('is not accepted by two browsers at once', async () => {
    const { app } = operator;
    const { person, token } = await invited();
    const tries = [1, 2].map(async () => {
      const { visitor, asked } = await atTheDoor(app, useOf(person));
      return acceptInvitation(app, token, new Authenticator().register(asked, userHandleOf(person)), visitor);
    });
    expect((await Promise.all(tries)).filter((one) => one !== undefined)).toHaveLength(1);
  });

  it.each<[string, Slip]>([
    ['without user verification', { isUnverified: true }],
    ['of another kind', { type: 'webauthn.get' }],
    ['with an attestation that nobody asked for', { fmt: 'packed' }],
  ])('refuses an answer %s', async (_what, slip) => {
    const { app } = operator;
    const { person, token } = await invited();
    const { visitor, asked } = await atTheDoor(app, useOf(person));
    const answer = new Authenticator().register(asked, userHandleOf(person), slip);
    expect(await acceptInvitation(app, token, answer, visitor)).toBeUndefined();
    expect(await lookUpInvited(app, token)).toBeDefined();
  });
});

describe('a sign-in', () => {
  it('begins a session of twelve hours', async () => {
    const { app } = operator;
    const { authenticator, person } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    const signedIn = await signIn(app, authenticator.answer(asked), visitor);
    expect(signedIn?.person.id).toBe(person.id);
    await operator.pass(12 * HOUR - 1);
    expect(await lookUpSignedIn(app, signedIn?.token)).toBeDefined();
    await operator.pass(1);
    expect(await lookUpSignedIn(app, signedIn?.token)).toBeUndefined();
  });

  it('is a new session each time, never one that the browser had', async () => {
    const { app } = operator;
    const { authenticator, person, token } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    const again = await signIn(app, authenticator.answer(asked), visitor);
    expect(await lookUpSignedIn(app, again?.token)).toMatchObject({ person: { id: person.id } });
    expect(again?.token).not.toBe(token);
  });

  it('is refused where the same answer comes twice, also at once, and in the audit list', async () => {
    const { app } = operator;
    const { authenticator, person } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    const answer = authenticator.answer(asked, { counter: 0 });
    const tries = await Promise.all([1, 2, 3].map(() => signIn(app, answer, visitor)));
    expect(tries.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await signIn(app, answer, visitor)).toBeUndefined();
    const own = (await audited()).filter(({ personId }) => personId === person.id);
    expect(own.map(({ what }) => what)).toContain('sign_in_refused');
  });

  it.each<[string, Slip]>([
    ['without user verification', { isUnverified: true }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('is refused with an answer %s', async (_what, slip) => {
    const { app } = operator;
    const { authenticator } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    expect(await signIn(app, authenticator.answer(asked, slip), visitor)).toBeUndefined();
  });

  it('is one entry of the audit list for each person and hour where it is refused, with how often', async () => {
    const { app } = operator;
    await operator.pass(HOUR - (app.clock() % HOUR));
    const people = [await someone(), await someone()];
    const refused = async (nth: number, times: number) => {
      for (let time = 0; time < times; time++) {
        const { visitor, asked } = await atTheDoor(app);
        const answer = people[nth]!.authenticator.answer(asked, { isUnverified: true });
        expect(await signIn(app, answer, visitor)).toBeUndefined();
        await operator.pass(MINUTE);
      }
    };
    await refused(0, 3);
    await refused(1, 1);
    await operator.pass(HOUR);
    await refused(0, 2);
    const found = (await audited()).filter(({ what }) => what === 'sign_in_refused');
    const ids = people.map(({ person }) => person.id);
    const own = found.filter(({ personId }) => ids.includes(personId ?? ''));
    expect(own.map(({ personId, count: times }) => [personId, times]).toSorted()).toEqual(
      [
        [ids[0], 2],
        [ids[0], 3],
        [ids[1], 1],
      ].toSorted(),
    );
  });

  it('is refused to an answer for another challenge, site or host, and to another person’s passkey', async () => {
    const { app } = operator;
    const { authenticator } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    const foreign = [
      { ...asked, challenge: (await atTheDoor(app)).asked.challenge },
      { ...asked, origin: 'https://evil.example' },
      { ...asked, host: 'evil.example' },
    ];
    for (const one of foreign) expect(await signIn(app, authenticator.answer(one), visitor)).toBeUndefined();
    const other = await someone();
    const stolen = other.authenticator.answer(asked);
    const mixed = { ...stolen, id: authenticator.id };
    expect(await signIn(app, mixed, visitor)).toBeUndefined();
    const claimed = { ...authenticator.answer(asked), userHandle: userHandleOf(other.person) };
    expect(await signIn(app, claimed, visitor)).toBeUndefined();
    expect(await signIn(app, authenticator.answer(asked), visitor)).toBeDefined();
  });

  it('is refused without a challenge of ours, after ten minutes, and where the count went back', async () => {
    const { app } = operator;
    const { authenticator } = await someone();
    for (const challenge of [undefined, 'AAAA', Buffer.alloc(38).toString('base64url')]) {
      const { visitor, asked } = await atTheDoor(app);
      const answer = authenticator.answer({ ...asked, challenge: challenge ?? asked.challenge });
      expect(await signIn(app, answer, { ...visitor, challenge })).toBeUndefined();
    }
    const late = await atTheDoor(app);
    await operator.pass(10 * MINUTE);
    expect(await signIn(app, authenticator.answer(late.asked), late.visitor)).toBeUndefined();
    const good = await atTheDoor(app);
    expect(await signIn(app, authenticator.answer(good.asked, { counter: 9 }), good.visitor)).toBeDefined();
    const back = await atTheDoor(app);
    expect(await signIn(app, authenticator.answer(back.asked, { counter: 8 }), back.visitor)).toBeUndefined();
  });

  it('is refused to a handle of nobody', async () => {
    const { app } = operator;
    const { authenticator } = await someone();
    const { visitor, asked } = await atTheDoor(app);
    const nobody = userHandleOf({ tenant, id: app.newId() });
    for (const userHandle of ['', 'AA', nobody])
      expect(await signIn(app, { ...authenticator.answer(asked), userHandle }, visitor)).toBeUndefined();
  });

  it.each(['', '7', 'null', '[]', '{}', '{"id":7}', '{"id":"a"}', '{"id":"a","response":{"signature":7}}'])(
    'has no answer in %j',
    (json) => expect(passkeyAnswerIn(json)).toBeUndefined(),
  );

  it('works with each of several passkeys', async () => {
    const { app } = operator;
    const { person, token } = await someone();
    const own = (await lookUpSignedIn(app, token))!;
    const second = new Authenticator();
    const { visitor, asked } = await atTheDoor(app, { for: 'new-passkey', hash: own.session.hash });
    const added = await addPasskey(app, own, second.register(asked, userHandleOf(person)), visitor);
    expect(added?.passkeys).toHaveLength(2);
    const door = await atTheDoor(app);
    expect(await signIn(app, second.answer(door.asked), door.visitor)).toBeDefined();
  });
});

describe('a session', () => {
  it('ends with a sign-out, and with its person', async () => {
    const { app } = operator;
    const one = await someone();
    const signedIn = (await lookUpSignedIn(app, one.token))!;
    await endSession(forTenant(app, signedIn.tenant), signedIn, signedIn.session);
    expect(await lookUpSignedIn(app, one.token)).toBeUndefined();
    const other = await someone();
    await removePerson(forTenant(app, tenant), other.person.id, BY_OPERATOR);
    expect(await lookUpSignedIn(app, other.token)).toBeUndefined();
  });

  it.each([undefined, '', 'x.y.z'])('is none with the cookie %j', async (cookie) => {
    expect(await lookUpSignedIn(operator.app, cookie)).toBeUndefined();
  });
});

it('passkeys are bound to the name of a machine, as they cannot be to its IP address', () => {
  const settings = { publicUrl: 'http://127.0.0.1:3000', loopbackAllowed: ['127.0.0.1:9'] };
  expect(consoleAddress({ settings })).toEqual({ origin: 'http://localhost:3000', host: 'localhost' });
});

it('the audit list is kept for twelve months', async () => {
  await someone();
  const newest = operator
    .written()
    .match(/"ttl":(\d+)/g)!
    .map((one) => Number(one.slice(6)));
  expect(Math.max(...newest) * 1000).toBeGreaterThanOrEqual(operator.clock.now() + 365 * DAY);
});
