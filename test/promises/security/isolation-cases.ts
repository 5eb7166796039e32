import { ROUTES, routeNamed, type RouteName } from '../../../functions/routes.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import type { Desk } from '../../behaviour/console/desk.ts';
import type { Member } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { Ask, World } from '../../support/world/world.ts';
import { exampleFor } from '../openapi/example-stage.ts';

/** What one tenant has on record that another might name. */
export interface Belongings {
  readonly shop: TestTenant;
  readonly member: Member;
  readonly apiKey: string;
  readonly subscriber: string;
  readonly reference: string;
  /** What its subscription was called before a plan change. */
  readonly oldReference: string;
  readonly customerReference: string;
  readonly invoice: string;
  /** Something given back of the invoice, and the reference that it was asked for under. */
  readonly refund: string;
  readonly refundReference: string;
  /** What a person has to do about its document. */
  readonly task: string;
  readonly event: string;
  readonly message: string;
  readonly replay: string;
  readonly email: string;
  readonly checkoutToken: string;
  readonly cardToken: string;
  readonly directReference: string;
  readonly externalId: string;
  readonly cardReference: string;
  readonly directEmail: string;
  /** The session of an owner in the console, and that owner's id. */
  readonly desk: Desk;
  readonly idempotencyKeys: Readonly<Record<string, string>>;
}

/** One identifier field of a route: `ask` puts a value into it, everything else is the caller's own. */
export interface Case {
  readonly field: string;
  readonly values: readonly string[];
  readonly ask: (value: string) => Ask;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** An id in every form that is read, and in some that are not. */
function formsOf(kind: string, id: string): string[] {
  const hex = id.replaceAll('-', '');
  const others = ['sub_', 'pln_', 'cus_', 'inv_'].filter((prefix) => prefix !== kind);
  return [kind + hex, hex, id, id.toUpperCase(), ` ${kind}${hex} `, ...others.map((prefix) => prefix + hex)];
}

/** What of a tenant each member of the description names. */
function namedBy(of: Belongings, route?: RouteName): Readonly<Record<string, readonly string[]>> {
  const { basic, plus } = of.shop.plans;
  const subscribers = formsOf('sub_', of.subscriber);
  const invoices = formsOf('inv_', of.invoice);
  const planIds = formsOf('pln_', basic!.id);
  const references = [of.reference, of.oldReference];
  const plans = [basic!.reference, plus!.reference];
  const event = [of.event, of.event.toUpperCase()];
  const cursors = [...subscribers, of.invoice, of.refund, of.task, of.event, of.message, of.apiKey];
  const spellings = (email: string) => [email, email.toUpperCase(), ` ${email} `];
  return {
    ...{ 'svc-id': subscribers, 'svc-subscriber-id': subscribers, 'pay-subscriber-code': references },
    ...{ 'subscriber-id': references, 'pay-subscriber-reference-code': references },
    ...{ subscriptionReferenceCode: references, customerReferenceCode: [of.customerReference] },
    ...{
      'external-id': [of.externalId],
      email: spellings(route?.startsWith('checkout/') ? of.directEmail : of.email),
    },
    ...{ 'svc-plan-id': planIds, pricingPlanReferenceCode: plans, 'pay-plan-reference-code': plans },
    ...{ plan: [...plans, ...planIds], productReference: [basic!.productReference!] },
    ...{ 'invoice-id': invoices, 'event-id': event, eventId: event, after: event, 'replay-id': [of.replay] },
    ...{ id: [of.task, of.task.toUpperCase()], apiKey: [of.apiKey], token: [of.checkoutToken, of.cardToken] },
    ...{ starting_after: cursors, ending_before: cursors, search: spellings(of.email) },
    clientReferenceId: REFERENCES.flatMap(([name, which]) => (name === route ? [of[which]] : [])),
  };
}

const REFERENCES = [
  ['checkout/initialize-direct', 'directReference'],
  ['checkout/update-card', 'cardReference'],
  ['invoices/refund', 'refundReference'],
] as const;

/** Members of which one names what the others name, too. */
const ALIKE: readonly (readonly string[])[] = [
  [
    ...['svc-id', 'svc-subscriber-id', 'pay-subscriber-code', 'subscriber-id', 'email', 'external-id'],
    ...['pay-subscriber-reference-code', 'subscriptionReferenceCode'],
  ],
  ['svc-plan-id', 'pricingPlanReferenceCode', 'pay-plan-reference-code'],
  ['eventId', 'after', 'from', 'states'],
];
/** Members that are given together. */
const PAIRS = [
  ['svc-subscriber-id', 'svc-plan-id'],
  ['pay-subscriber-reference-code', 'pay-plan-reference-code'],
  ['subscriptionReferenceCode', 'customerReferenceCode'],
] as const;
/** Members that name what a request is about. */
const NAMING_ONE = [...ALIKE[0]!, 'invoice-id', 'apiKey', 'id', 'eventId'];
/** Here an address is one to be written, and names nobody. */
const WRITTEN: readonly RouteName[] = ['subscribers/correct-customer'];

/** The members of a described query or body; none where there is no such. Throws where a schema is not of an object. */
const membersOf = (schema: unknown): readonly string[] =>
  schema === undefined ? [] : Object.keys((schema as { _zod: { def: { shape: object } } })._zod.def.shape);

/** Members whose names end like an identifier's, and that name nothing which a tenant has on record. */
const NAMING_NOTHING = [
  ...['externalId', 'previewId', 'lookup_key', 'merchantId', 'secretKey'],
  ...['companyId', 'clientId', 'productId', 'goodsProductId', 'refreshToken'],
];

/** Members of the description that may name something of a tenant, and are tried nowhere. */
export function untried(of: Belongings): string[] {
  const tried = [...Object.keys(namedBy(of)), ...NAMING_NOTHING];
  const all = Object.values(OPERATIONS).flatMap(({ query, body }) => [query, body].flatMap(membersOf));
  return all.filter((name) => /(?:id|code|reference|token|key)$/i.test(name) && !tried.includes(name));
}

type Given = Readonly<Record<string, unknown>>;

const without = (given: Given, names: readonly string[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));

/**
 * Every identifier that the description of a route knows, alone and beside the caller's own; a change also under the key of
 * a change of the other tenant's.
 */
function describedCases(world: World, name: RouteName, theirs: Belongings, own: Belongings): Case[] {
  const { query, body } = OPERATIONS[name] ?? {};
  const example = exampleFor(name, { world, shop: own.shop, member: own.member });
  const [named, ownNamed] = [namedBy(theirs, name), namedBy(own)];
  const casesIn = (place: 'query' | 'body', members: readonly string[]): Case[] =>
    members
      .filter((field) => named[field] && !(WRITTEN.includes(name) && field === 'email'))
      .flatMap((field) => {
        const given = without((example[place] ?? {}) as Given, ['clientReferenceId']);
        const pair = PAIRS.find((one) => one.some((each) => each === field) && members.includes(one[0]));
        const isPaired = pair !== undefined && members.includes(pair[1]);
        const alike = isPaired ? ALIKE.slice(0, 2).flat() : (ALIKE.find((all) => all.includes(field)) ?? []);
        const [mate] = isPaired ? pair.filter((each) => each !== field) : [];
        const alone = { ...without(given, alike), ...(mate && { [mate]: ownNamed[mate]![0] }) };
        const beside = alike.some((each) => each !== field && each in given) ? [given] : [];
        return [alone, ...beside].map((others): Case => ({
          field,
          values: named[field]!,
          ask: (value) => ({ [place]: { ...others, [field]: value } }),
        }));
      });
  const { caller, methods } = routeNamed(name);
  const isChange = caller === 'tenant' && !methods.some((method) => method === 'GET');
  const ofNobody = Object.entries((example.body ?? {}) as Given).map(([field, value]) => [
    field,
    NAMING_ONE.includes(field) ? String(value).replace(/.$/, 'x') : value,
  ]);
  const keyed: Case = {
    field: 'idempotency-key',
    values: [theirs.idempotencyKeys[name]!],
    ask: (key) => ({ body: Object.fromEntries(ofNobody), headers: { 'idempotency-key': key } }),
  };
  return [
    ...casesIn('query', membersOf(query)),
    ...casesIn('body', membersOf(body)),
    ...(isChange ? [keyed] : []),
  ];
}

/** Every identifier field of every route. `theirs` is the other tenant's, `own` the caller's. */
export function casesOf(
  world: World,
  theirs: Belongings,
  own: Belongings,
): Readonly<Record<RouteName, readonly Case[]>> {
  const undescribed = undescribedCases(theirs, own);
  const anything: Case = {
    field: 'svc-id',
    values: formsOf('sub_', theirs.subscriber),
    ask: (value) => ({ query: { 'svc-id': value, tenantId: theirs.shop.tenant.id } }),
  };
  const all = ROUTES.map(({ name }) => {
    const cases = undescribed[name] ?? describedCases(world, name, theirs, own);
    return [name, cases.length > 0 ? cases : [anything]] as const;
  });
  return Object.fromEntries(all) as Record<RouteName, readonly Case[]>;
}

/** The same of what browsers and the payment provider send, which the description does not say. */
function undescribedCases(
  theirs: Belongings,
  own: Belongings,
): Readonly<Partial<Record<RouteName, readonly Case[]>>> {
  const [subscribers, invoices] = [formsOf('sub_', theirs.subscriber), formsOf('inv_', theirs.invoice)];
  const planReferences = [theirs.shop.plans.basic!.reference, theirs.shop.plans.plus!.reference];
  const plan = own.shop.plans.basic!;
  const field = (name: string, values: readonly string[], ask: (value: string) => Ask): Case => ({
    field: name,
    values,
    ask,
  });
  const { cookies, csrf } = own.desk;
  const shown = (
    screen: string,
    name: string,
    values: readonly string[],
    more: Record<string, string> = {},
  ) =>
    field(`${screen} ${name}`, values, (value) => ({
      path: { screen },
      cookies,
      query: { ...more, [name]: value },
    }));
  const sent = (act: string, name: string, values: readonly string[], more: Record<string, string> = {}) =>
    field(`${act} ${name}`, values, (value) => ({
      path: { screen: act },
      cookies,
      headers: FORM,
      raw: new URLSearchParams({ csrf, ...more, [name]: value }).toString(),
    }));

  return {
    'checkout/callback': [
      field('token', [theirs.checkoutToken, theirs.cardToken], (token) => ({ query: { token } })),
      field('token (form)', [theirs.checkoutToken, theirs.cardToken], (value) => ({
        method: 'POST',
        raw: `token=${value}`,
      })),
    ],
    'docs/page': [field('page', [theirs.shop.tenant.id], (value) => ({ path: { page: value } }))],
    'notifications/receive': [
      field('token', [`${theirs.shop.tenant.id}_${'x'.repeat(24)}`], (value) => ({
        path: { token: value },
        raw: JSON.stringify({
          iyziEventType: 'subscription.order.success',
          subscriptionReferenceCode: theirs.reference,
        }),
      })),
    ],
    'brand/logo': [field('logo', [`${theirs.shop.tenant.id}.png`], (value) => ({ path: { logo: value } }))],
    'portal/show': [field('page', [theirs.subscriber], (value) => ({ path: { page: value } }))],
    'portal/act': [field('page', [theirs.subscriber], (value) => ({ path: { page: value }, raw: 'csrf=x' }))],
    'console/show': [
      ...['subscriber', 'cancel', 'undo', 'change-plan', 'reconcile', 'retry', 'portal-link'].map((screen) =>
        shown(screen, 'id', subscribers),
      ),
      shown('invoice', 'id', invoices),
      shown('refund', 'id', invoices),
      shown('events', 'svc-id', subscribers),
      shown('events', 'starting_after', [theirs.event]),
      shown('event', 'id', [theirs.event]),
      shown('replay', 'id', [theirs.replay]),
      ...['subscribers', 'subscriber'].map((screen) => shown(screen, 'external-id', [theirs.externalId])),
      shown('subscribers', 'plan', planReferences),
      shown('subscribers', 'starting_after', subscribers),
      shown('plan', 'id', planReferences),
      shown('person', 'id', [theirs.desk.personId]),
      shown('difference', 'id', [theirs.event]),
    ],
    'console/act': [
      ...['cancel', 'cancel-here', 'undo', 'reconcile', 'retry'].map((act) => sent(act, 'id', subscribers)),
      sent('portal-link', 'id', subscribers, { returnUrl: 'https://shop.example/' }),
      sent('preview-change', 'id', subscribers, { plan: plan.reference, when: 'NOW' }),
      sent('preview-change', 'plan', planReferences, { id: own.subscriber, when: 'NOW' }),
      sent('change-plan', 'id', subscribers, { plan: plan.reference, when: 'NOW' }),
      sent('change-plan', 'plan', planReferences, { id: own.subscriber, when: 'NOW' }),
      sent('refund', 'id', invoices, { reason: 'OTHER' }),
      sent('replay-event', 'id', [theirs.event]),
      sent('rotate-key', 'key', [theirs.apiKey]),
      sent('revoke-key', 'key', [theirs.apiKey]),
      sent('set-grace', 'id', planReferences, { graceDays: '3' }),
      sent('set-features', 'id', planReferences, { features: 'seats = 3' }),
      ...['close-difference', 'finish-task', 'import'].map((act) => sent(act, 'id', [theirs.event])),
      sent('end-session', 'id', [theirs.desk.personId], { session: 'x'.repeat(43) }),
      ...['invite-again', 'remove-person', 'end-sessions'].map((act) =>
        sent(act, 'id', [theirs.desk.personId]),
      ),
      sent('set-roles', 'id', [theirs.desk.personId], { 'role-owner': 'on' }),
    ],
    'console/enter': [
      ...['accept-invitation', 'visit'].map((step) =>
        field(
          `token (${step})`,
          [`${theirs.shop.tenant.id}.${theirs.desk.personId}.${'x'.repeat(43)}`],
          (value) => ({
            path: { step },
            headers: FORM,
            raw: new URLSearchParams({ token: value, answer: 'x' }).toString(),
          }),
        ),
      ),
    ],
  };
}
