import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../../../lib/account/tenants.ts';
import { invite, removePasskey, removePerson, setRoles, type Changer } from '../../../lib/console/people.ts';
import { lookUpSignedIn } from '../../../lib/console/session.ts';
import type { Session } from '../../../lib/table/people/sessions.ts';
import { mayDo, type Deed } from '../../../lib/console/roles.ts';
import { readAudit } from '../../../lib/table/people/audit.ts';
import { readPeople, type Person, type Role } from '../../../lib/table/people/people.ts';
import { openOperator, type Operator } from '../account/operator.ts';
import { BY_OPERATOR, somebody } from './people.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

let operator: Operator;
let tenant: string;
const sessions = new Map<string, Session>();
const add = async (name: string, ...roles: Role[]) => {
  const { person, token } = await somebody(operator.app, tenant, name, roles);
  sessions.set(person.id, (await lookUpSignedIn(operator.app, token))!.session);
  return person;
};
const by = (person: Person): Changer => ({ by: 'person', person, session: sessions.get(person.id)! });
const names = async () => (await readPeople(forTenant(operator.app, tenant))).map(({ name }) => name);

beforeEach(async () => {
  operator = await openOperator();
  tenant = (await createTenant(operator.app, 'shop')).id;
});

describe('the last owner', () => {
  it('cannot be removed, lose the role or the last passkey, but after another one is there', async () => {
    const { app } = operator;
    const ada = await add('Ada', 'owner');
    await add('Sam', 'support');
    await invite(forTenant(app, tenant), { name: 'Not yet', roles: ['owner'] }, by(ada)); // has no passkey
    const passkeyId = ada.passkeys[0]!.id;
    const stays = 'the last owner stays';
    await expect(removePerson(forTenant(app, tenant), ada.id, by(ada))).rejects.toThrow(stays);
    const roles = { personId: ada.id, roles: ['support'] as const };
    await expect(setRoles(forTenant(app, tenant), roles, by(ada))).rejects.toThrow(stays);
    const passkey = { personId: ada.id, passkeyId };
    await expect(removePasskey(forTenant(app, tenant), passkey, by(ada))).rejects.toThrow(stays);
    await add('Eve', 'owner');
    await removePerson(forTenant(app, tenant), ada.id, by(ada));
    expect((await names()).toSorted()).toEqual(['Eve', 'Not yet', 'Sam']);
  });

  it('stays where two owners remove each other at the same moment', async () => {
    const [ada, eve] = [await add('Ada', 'owner'), await add('Eve', 'owner')];
    const tries = await Promise.allSettled([
      removePerson(forTenant(operator.app, tenant), eve.id, by(ada)),
      removePerson(forTenant(operator.app, tenant), ada.id, by(eve)),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(1);
  });

  it('can be removed by an operator', async () => {
    const ada = await add('Ada', 'owner');
    await removePerson(forTenant(operator.app, tenant), ada.id, BY_OPERATOR);
    expect(await names()).toEqual([]);
  });
});

describe('an invitation', () => {
  it.each([
    ['a name with space around it', ' Ada', ['read']],
    ['no name', '', ['read']],
    ['a card number', 'Ada 5528 7900 0000 0008', ['read']],
    ['no role', 'Ada', []],
  ])('is refused with %s', async (_what, name, roles) => {
    const asked = { name, roles: roles as Role[] };
    await expect(invite(forTenant(operator.app, tenant), asked, BY_OPERATOR)).rejects.toThrow(/has|holds/);
  });

  it.for([
    ['a letter of another script', 'Аda Kaya', /of one script/],
    ['a whole name in another script', 'Сара', /like another person's name: Capa/],
    ['a capital I for an l', 'MeIis Kaya', /like another person's name: Melis Kaya/],
    ['other case and spaces', 'melis  kaya', /like another person's name: Melis Kaya/],
    ['other marks between words', 'Melis-Kaya.', /like another person's name: Melis Kaya/],
    ['two letters for one', 'Rnelis Kaya', /like another person's name: Melis Kaya/],
    ['a character that nobody sees', 'Melis\u200b Kaya', /cannot be seen/],
    ['full width', 'Ｍelis Kaya', /cannot be seen/],
    ['a turned direction', 'Melis \u202eayaK', /control characters/],
  ] as const)('is refused at its field where it looks like another: %s', async ([, name, said]) => {
    for (const one of ['Melis Kaya', 'Capa']) await add(one, 'read');
    const asked = { name, roles: ['read'] as const };
    const refused = invite(forTenant(operator.app, tenant), asked, BY_OPERATOR);
    await expect(refused).rejects.toThrow(said);
    await expect(refused).rejects.toMatchObject({ field: 'name' });
  });

  it.for(['Ayşe Kaya', 'Мария Иванова', 'عمر الخيام', '山田 太郎', "Sinéad O'Connor"])(
    'is made of names as people have them: %s',
    async (name) => {
      await add('Ayse Kaya', 'read');
      await expect(
        invite(forTenant(operator.app, tenant), { name, roles: ['read'] }, BY_OPERATOR),
      ).resolves.toMatchObject({ person: { name } });
    },
  );

  it.for([
    ['Ada@Shop.Example', 'ada@shop.example'],
    ['', null],
  ])('keeps an address as it is compared: %s', async ([email, kept]) => {
    await invite(
      forTenant(operator.app, tenant),
      { name: 'Ada', roles: ['read'], email: email! },
      BY_OPERATOR,
    );
    const [person] = await readPeople(forTenant(operator.app, tenant));
    expect(person).toMatchObject({ email: kept });
    await setRoles(
      forTenant(operator.app, tenant),
      { personId: person!.id, roles: ['finance'] },
      BY_OPERATOR,
    );
    expect(await readPeople(forTenant(operator.app, tenant))).toMatchObject([
      { email: kept, roles: ['finance'] },
    ]);
  });

  it.for([
    'nobody',
    'a@example.com, b@example.com',
    'a@example.com>\nBcc: b@example.com',
    'а@example.com\u200b',
  ])('is refused at its field with what is no address: %j', async (email) => {
    const asked = { name: 'Ada', roles: ['read'] as const, email };
    const refused = invite(forTenant(operator.app, tenant), asked, BY_OPERATOR);
    await expect(refused).rejects.toMatchObject({ field: 'email' });
    expect(await names()).toEqual([]);
  });

  it('of a name that is taken says to invite again', async () => {
    await add('Ada', 'read');
    const asked = { name: 'Ada', roles: ['read'] as const };
    await expect(invite(forTenant(operator.app, tenant), asked, BY_OPERATOR)).rejects.toThrow(
      'one of the people already',
    );
  });
});

it('a change of people is in the audit list with who made it', async () => {
  const { app } = operator;
  const ada = await add('Ada', 'owner');
  const sam = await add('Sam', 'read');
  await operator.pass(1);
  await setRoles(forTenant(app, tenant), { personId: sam.id, roles: ['finance', 'read'] }, by(ada));
  await operator.pass(1);
  await removePerson(forTenant(app, tenant), sam.id, BY_OPERATOR);
  const { items } = await readAudit(forTenant(app, tenant), {
    limit: 2,
    startingAfter: null,
    endingBefore: null,
  });
  expect(items.map(({ what, name, about }) => [what, name, about])).toEqual([
    ['removed', null, 'Sam'],
    ['roles_changed', 'Ada', 'Sam: finance, read'],
  ]);
});

it('people of another tenant are nobody', async () => {
  const ada = await add('Ada', 'owner');
  const other = (await createTenant(operator.app, 'other')).id;
  await expect(removePerson(forTenant(operator.app, other), ada.id, BY_OPERATOR)).rejects.toThrow(
    'there is no person',
  );
});

it.each<[Deed, Role[]]>([
  ['subscribers', ['owner', 'support']],
  ['money', ['owner', 'finance']],
  ['connections', ['owner', 'developer']],
  ['account', ['owner']],
])('%s may be done by %j alone', (deed, roles) => {
  const all: Role[] = ['owner', 'support', 'finance', 'developer', 'read'];
  expect(all.filter((role) => mayDo([role], deed))).toEqual(roles);
  expect(mayDo(['read', 'support', 'finance', 'developer'], 'account')).toBe(false);
});
