import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../../../lib/account/tenants.ts';
import { newChallenge, OwnChallenge, type ChallengeUse } from '../../../lib/console/challenge.ts';
import { useOf } from '../../../lib/console/invitation.ts';
import { userHandleOf } from '../../../lib/console/passkey-options.ts';
import { invite, removePasskey } from '../../../lib/console/people.ts';
import { lookUpSignedIn } from '../../../lib/console/session.ts';
import { acceptInvitation, addPasskey } from '../../../lib/console/sign-in.ts';
import { MINUTE, openOperator, type Operator } from '../account/operator.ts';
import { Authenticator } from './authenticator.ts';
import { atTheDoor, BY_OPERATOR, somebody } from './people.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let operator: Operator;
let tenant: string;

beforeEach(async () => {
  operator = await openOperator();
  tenant = (await createTenant(operator.app, 'shop')).id;
});

const USES: readonly ChallengeUse[] = [
  { for: 'sign-in' },
  { for: 'invitation', hash: 'a'.repeat(64) },
  { for: 'invitation', hash: 'b'.repeat(64) },
  { for: 'new-passkey', hash: 'a'.repeat(64) },
  { for: 'new-passkey', hash: 'b'.repeat(64) },
  { for: 'proof', hash: 'a'.repeat(64) },
  { for: 'proof', hash: 'b'.repeat(64) },
];
const said = (use: ChallengeUse) => `${use.for} ${'hash' in use ? use.hash.slice(0, 1) : ''}`.trim();
const isOurs = async (text: string, use: ChallengeUse) =>
  (await OwnChallenge.verified(operator.app, text, use)) !== undefined;

describe.each(USES.map((use) => [said(use), use] as const))('a challenge for %s', (_said, use) => {
  beforeEach(async () => {
    await somebody(operator.app, tenant, 'Ada', ['owner']);
  });

  it('is answered for nothing else, and for nobody else', async () => {
    const text = await newChallenge(operator.app, use);
    const answerable = [];
    for (const other of USES) if (await isOurs(text, other)) answerable.push(said(other));
    expect(answerable).toEqual([said(use)]);
  });

  it('is open for ten minutes, and not before it was made', async () => {
    const text = await newChallenge(operator.app, use);
    const earlier = { ...operator.app, clock: () => operator.app.clock() - 1 };
    expect(await OwnChallenge.verified(earlier, text, use)).toBeUndefined();
    await operator.pass(10 * MINUTE - 1);
    expect(await isOurs(text, use)).toBe(true);
    await operator.pass(1);
    expect(await isOurs(text, use)).toBe(false);
  });

  it('is none of ours with any byte changed, cut, or made by somebody else', async () => {
    const bytes = Buffer.from(await newChallenge(operator.app, use), 'base64url');
    const changed = [...bytes.keys()].map((at) =>
      Buffer.from(bytes.map((one, i) => (i === at ? one ^ 1 : one))),
    );
    const others = [bytes.subarray(0, 38), Buffer.concat([bytes, bytes]), bytes.subarray(1)];
    const foreign = { ...operator.app, memory: {}, table: (await openOperator()).app.table };
    const texts = [...changed, ...others].map((one) => one.toString('base64url'));
    for (const text of [...texts, await newChallenge(foreign, use), `${bytes.toString('base64url')}=`])
      expect(await isOurs(text, use), text).toBe(false);
  });
});

describe('an answer is taken once', () => {
  it('where it has registered a passkey that was removed since', async () => {
    const { app } = operator;
    const { token, person } = await somebody(app, tenant, 'Ada', ['owner']);
    const own = (await lookUpSignedIn(app, token))!;
    const second = new Authenticator();
    const { visitor, asked } = await atTheDoor(app, { for: 'new-passkey', hash: own.session.hash });
    const answer = second.register(asked, userHandleOf(person));
    expect(await addPasskey(app, own, answer, visitor)).toBeDefined();
    const asks = { personId: person.id, passkeyId: second.id };
    await removePasskey(forTenant(app, tenant), asks, {
      by: 'person',
      ...(await lookUpSignedIn(app, token))!,
    });
    const now = (await lookUpSignedIn(app, token))!;
    expect(await addPasskey(app, now, answer, visitor)).toBeUndefined();
    expect(await lookUpSignedIn(app, token)).toMatchObject({ person: { passkeys: [{}] } });
  });

  it('of an invitation, for that invitation alone', async () => {
    const { app } = operator;
    const [one, other] = [
      await invite(forTenant(app, tenant), { name: 'One', roles: ['read'] }, BY_OPERATOR),
      await invite(forTenant(app, tenant), { name: 'Other', roles: ['owner'] }, BY_OPERATOR),
    ];
    const { visitor, asked } = await atTheDoor(app, useOf(one.person));
    const answer = new Authenticator().register(asked, userHandleOf(one.person));
    expect(await acceptInvitation(app, other.token, answer, visitor)).toBeUndefined();
    expect(await acceptInvitation(app, one.token, answer, visitor)).toBeDefined();
    expect(await acceptInvitation(app, one.token, answer, visitor)).toBeUndefined();
  });
});
