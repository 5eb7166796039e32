import { API_KEY } from '../billing/api-key.ts';
import { SUBSCRIBE_CHECKOUT } from '../billing/checkout.ts';
import { PLAN } from '../billing/plan.ts';
import { RIGHTS } from '../billing/rights.ts';
import { SUBSCRIPTION } from '../billing/subscription.ts';
import { unread } from '../billing/tail.ts';
import { DAY_MS, MINUTE_MS } from '../limits.ts';
import type { AnyMember, Members } from '../record.ts';
import { PERSON } from '../table/people/people.ts';
import { SESSION } from '../table/people/sessions.ts';
import { PORTAL_SESSION } from '../table/portal/portal.ts';
import { key } from '../table/schema.ts';
import type { Attribute, Item, Key } from '../table/table.ts';
import { secretHashOf } from '../table/tenants/keys.ts';
import { TENANT } from '../table/tenants/tenant.ts';
import { SAMPLE } from '../wire/samples.ts';

/*
 * The world that a function is primed in: who asks, and what is found. It is on no record anywhere. This module is run at
 * build time, so that functions ship the items and not what makes them.
 */

/** The time there, epoch ms. */
export const AT = 1_767_225_600_000;

const TENANT_ID = '0'.repeat(32);
const PERSON_ID = '00000000-0000-7000-8000-000000000000';
const SECRET = 'A'.repeat(43);
const { subscriberId: SUBSCRIBER_ID, reference: REFERENCE } = SAMPLE;

/** The token of an open checkout, of which the description shows no example. */
export const TOKEN: string = SAMPLE.token;

/** The credentials of a tenant, of a customer in the portal, and of an owner in the console. */
export const CREDENTIALS = {
  headers: { 'x-api-key': `svck_test_${TENANT_ID}_priming00`, 'x-api-secret': 'svcs_priming' },
  cookies: [`__Host-portal=${SECRET}`, `__Host-console=${TENANT_ID}.${PERSON_ID}.${SECRET}`],
};

const paid = { start: AT - DAY_MS, end: AT + DAY_MS, paidAt: null };
const made = { reference: REFERENCE, createdAt: paid.start, startAt: paid.start, trialEnd: null };
const terms = { price: '10.00', currency: 'TRY', interval: 'MONTHLY', intervalCount: 1 };
const plan = { ...terms, id: SAMPLE.planId, reference: SAMPLE.planReference };
const larger = { ...terms, id: SAMPLE.largerPlanId, reference: SAMPLE.largerPlanReference, price: '20.00' };
const soon = AT + MINUTE_MS;
const passkey = { id: 'passkey', publicKey: '', transports: [], createdAt: AT };

/** What everyone finds there: a tenant, two plans and a subscriber. */
const SHARED: readonly Item[] = [
  stored(TENANT, key.tenant(TENANT_ID), { id: TENANT_ID, status: 'ACTIVE' }),
  ...[plan, larger].flatMap((one) =>
    [key.plan(TENANT_ID, one), key.planByReference(TENANT_ID, one.reference)].map((at) =>
      stored(PLAN, at, { ...one, active: true }),
    ),
  ),
  stored(SUBSCRIPTION, key.subscriber(TENANT_ID, { id: SUBSCRIBER_ID }), {
    ...SUBSCRIPTION.change({
      refs: [{ ...unread({ ...made, planReference: plan.reference }, 'ACTIVE'), paid }],
      firstStart: paid.start,
    }).set,
    plan: { ...filled(SUBSCRIPTION.members.plan), ...plan },
  }),
  { ...key.reference(TENANT_ID, REFERENCE), subscriberId: SUBSCRIBER_ID },
];

const keyPair = stored(API_KEY, key.apiKey(CREDENTIALS.headers['x-api-key']), {
  ...{ apiKey: CREDENTIALS.headers['x-api-key'], tenant: TENANT_ID, rights: [...RIGHTS] },
  secretHash: secretHashOf(CREDENTIALS.headers['x-api-secret']),
});

/**
 * What is found there, by who asks: a tenant by its key pair, whoever has the token of an open checkout, or who is signed in at
 * a door. A function ships nothing that others find.
 */
export const ITEMS: Readonly<Record<'tenant' | 'anyone' | 'portal' | 'console', readonly Item[]>> = {
  tenant: [...SHARED, keyPair],
  anyone: [
    ...SHARED,
    stored(SUBSCRIBE_CHECKOUT, key.checkout(TOKEN), {
      ...{ token: TOKEN, tenant: TENANT_ID, startedAt: AT, expiresAt: soon, askedAt: 0 },
      ...{ callbackUrl: 'https://shop.example/', plan: { ...filled(SUBSCRIPTION.members.plan), ...plan } },
    }),
  ],
  portal: [
    ...SHARED,
    keyPair,
    stored(PORTAL_SESSION, key.portalSession(secretHashOf(SECRET)), {
      ...{ hash: secretHashOf(SECRET), tenant: TENANT_ID, subscriberId: SUBSCRIBER_ID, flow: 'overview' },
      ...{ expiresAt: soon, madeBy: { by: 'key', who: CREDENTIALS.headers['x-api-key'] } },
    }),
  ],
  console: [
    ...SHARED,
    stored(PERSON, key.person(TENANT_ID, { id: PERSON_ID }), {
      ...{ id: PERSON_ID, tenant: TENANT_ID, roles: ['owner'], passkeys: [passkey] },
    }),
    stored(SESSION, key.session(TENANT_ID, PERSON_ID, secretHashOf(SECRET)), {
      ...{ hash: secretHashOf(SECRET), tenant: TENANT_ID, personId: PERSON_ID },
      ...{ passkeyId: passkey.id, provedAt: AT, expiresAt: soon },
    }),
  ],
};

/** An item of a record: what must be there and is not said is invented. */
function stored(
  { members }: { readonly members: Members },
  at: Key,
  said: Readonly<Record<string, Attribute>>,
): Item {
  return { ...inventedAll(members), ...said, ...at };
}

function inventedAll(members: Members): Record<string, Attribute> {
  const required = Object.entries(members).filter(
    ([, { isRequired, made }]) => isRequired && made.of !== 'key',
  );
  return Object.fromEntries(required.map(([name, member]) => [name, invented(member)]));
}

function filled(member: AnyMember): Record<string, Attribute> {
  return member.made.of === 'part' ? inventedAll(member.made.members) : {};
}

/** Some value of a member. */
function invented(member: AnyMember): Attribute {
  const { made } = member;
  if (made.of === 'number') return AT;
  if (made.of === 'flag') return false;
  if (made.of === 'word') return made.words[0] ?? '';
  if (made.of === 'list') return [];
  if (made.of === 'part') return filled(member);
  const [sample] = made.of === 'other' ? made.samples : [];
  if (typeof sample === 'object') return {};
  return typeof sample === 'number' ? sample : 'priming';
}
