import type { Operations } from './generated.ts';

type OperationName = keyof Operations;
type Input<Name extends OperationName> = Operations[Name]['input'];
/** Ways to name what a call is about, of which it takes exactly one: friendly names, each with the wire's. */
type Ways = { [Name in OperationName]?: readonly Readonly<Record<string, keyof Input<Name>>>[] };

const PLAN = [{ planReference: 'pricingPlanReferenceCode' }, { svcPlanId: 'svc-plan-id' }] as const;
const SUBSCRIBER = [{ payReference: 'subscriber-id' }, { svcId: 'svc-id' }] as const;
const INVOICE = [{ invoiceId: 'invoice-id' }] as const;
const AT_PROVIDER = [{ payReference: 'pay-subscriber-reference-code' }] as const;
const IN_OUR_RECORDS = [{ svcId: 'svc-id' }] as const;
const EITHER = [...AT_PROVIDER, ...IN_OUR_RECORDS] as const;

/** The ways to name what a call is about: friendly names, each with the wire's. */
export const WAYS = {
  checkoutInitialize: PLAN,
  checkoutInitializeDirect: PLAN,
  checkoutUpdateCard: [
    { payReference: 'subscriptionReferenceCode', customerReference: 'customerReferenceCode' },
    { svcId: 'svc-id' },
  ],
  access: [
    { payReference: 'pay-subscriber-code' },
    { svcId: 'svc-id' },
    { email: 'email' },
    { externalId: 'external-id' },
  ],
  subscribersGet: [{ payReference: 'pay-subscriber-code' }, { svcId: 'svc-id' }],
  subscribersGetCustomer: EITHER,
  subscribersRetryPayment: EITHER,
  subscribersErase: [{ email: 'email' }, ...EITHER],
  portalCreateSession: [...EITHER, { externalId: 'external-id' }],
  subscribersCorrectCustomer: AT_PROVIDER,
  subscribersInvoices: SUBSCRIBER,
  subscribersTimeline: SUBSCRIBER,
  invoicesGet: INVOICE,
  invoicesRefund: INVOICE,
  subscribersChangePlan: [
    { payReference: 'pay-subscriber-reference-code', planReference: 'pay-plan-reference-code' },
  ],
  subscribersPreviewChange: [
    { payReference: 'pay-subscriber-reference-code', planReference: 'pay-plan-reference-code' },
    { svcId: 'svc-subscriber-id', svcPlanId: 'svc-plan-id' },
  ],
  subscribersCancel: AT_PROVIDER,
  subscribersUndoCancel: AT_PROVIDER,
} as const satisfies Ways;

/** What the payment provider is not told of has calls of its own. */
export const LOCAL_WAYS = {
  subscribersCorrectCustomer: IN_OUR_RECORDS,
  subscribersChangePlan: [{ svcId: 'svc-subscriber-id', svcPlanId: 'svc-plan-id' }],
  subscribersCancel: IN_OUR_RECORDS,
  subscribersUndoCancel: IN_OUR_RECORDS,
} as const satisfies Ways;

type Both<Way> = keyof Way | Way[keyof Way];
type MembersOf<Way> = Way extends unknown ? Both<Way> & string : never;
/** Every member that names something, of which a way takes some and excludes the rest. */
type Naming<Name extends OperationName> =
  | (Name extends keyof typeof WAYS ? MembersOf<(typeof WAYS)[Name][number]> : never)
  | (Name extends keyof typeof LOCAL_WAYS ? MembersOf<(typeof LOCAL_WAYS)[Name][number]> : never);

type Only<Mine extends PropertyKey, All extends PropertyKey> = { readonly [Member in Mine]: string } & {
  readonly [Member in Exclude<All, Mine>]?: never;
};
type OneOf<Way, All extends PropertyKey> = Way extends unknown
  ? Only<keyof Way, All> | Only<Way[keyof Way] & string, All>
  : never;
type Named<Name extends OperationName, Way> = Omit<Input<Name>, Naming<Name>> & OneOf<Way, Naming<Name>>;

/** What a call takes: what it is about in exactly one way, by friendly names or the wire's, and the rest. */
export type CallInput<Name extends OperationName> = Name extends keyof typeof WAYS
  ? Named<Name, (typeof WAYS)[Name][number]>
  : Input<Name>;

/** An operation that can change our records alone. */
export type LocalName = keyof typeof LOCAL_WAYS;

/** What a change in our records alone takes: our own ids. */
export type LocalInput<Name extends LocalName> = Named<Name, (typeof LOCAL_WAYS)[Name][number]>;

const WIRE_NAMES = new Map<string, Readonly<Record<string, string>>>(
  Object.entries(WAYS).map(([name, ways]) => {
    const local = Object.entries(LOCAL_WAYS).find(([of]) => of === name)?.[1] ?? [];
    return [name, Object.assign({}, ...ways, ...local) as Record<string, string>];
  }),
);

/** An input with the wire's names alone. */
export function onTheWire(name: OperationName, input: object): object {
  const names = WIRE_NAMES.get(name);
  if (!names) return input;
  return Object.fromEntries(Object.entries(input).map(([member, value]) => [names[member] ?? member, value]));
}
