import type { SubscriptionApp, WithTenant, OfTenant } from '../runtime/app.ts';
import { payClientFor, valueOrRefuse } from '../pay/client.ts';
import { againOf } from '../pay/failure.ts';
import { termsOf } from '../billing/plan.ts';
import type { Pay } from '../pay/pay.ts';
import {
  hasEndedThere,
  type PaySubscriptionDetails,
  type PaySubscriptionList,
} from '../pay/provider-records.ts';
import { planFrom } from '../table/subscribers/plans.ts';
import { skipUnreadable, readableItems } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { isToBeReconciled } from '../reconciliation/subscriber-of-lineage.ts';
import { comparedEmail } from '../text/email-address.ts';
import { lookUpCustomer } from '../table/subscribers/customers.ts';
import { customerWithExternalId } from '../table/subscribers/external-ids.ts';
import { adopt, type Adopted } from './adopt.ts';
import { formersInForce, runningAt } from './imported-lineage.ts';
import { openPurchases, type IsBeingBought } from './open-purchases.ts';
import { readTenant } from '../table/tenants/tenants.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** All that can become of a subscription that the provider has. */
export const IMPORT_FATES = [
  'adopted',
  'known',
  'being bought',
  'ended',
  'plan unknown',
  'no e-mail',
  'own id taken',
  'not readable',
] as const;
/** One of `IMPORT_FATES`. */
export type ImportFate = (typeof IMPORT_FATES)[number];

/** One subscription found at the provider, and what happens, or would happen, to it. */
export interface ImportRow {
  readonly reference: string;
  readonly email: string | null;
  readonly planReference: string;
  readonly status: string;
  /** The tenant's own id of its person, where one was given to the import. */
  readonly externalId: string | null;
  readonly fate: ImportFate;
}

/** The progress of an import, in subscriptions of the provider. */
export interface ImportProgress {
  readonly passed: number;
  readonly total: number;
  /** The number of unreadable subscriptions in the last page, which were skipped. */
  readonly unreadable: number;
}

/** The tenant's own id of a person, by a subscription of theirs at the provider. */
export type OwnIds = (found: PaySubscriptionDetails) => string | undefined;

interface ImportOptions {
  /** Only reports what would happen. */
  readonly dryRun: boolean;
  /** Whether a SUBSCRIBED event is emitted for each. */
  readonly announce: boolean;
  /** Charges of periods from then on (epoch ms) get invoices here: after a restore, the moment restored to. */
  readonly chargesSince?: number | undefined;
  readonly ownIds?: OwnIds | undefined;
}

/** An import's page: for whom, by what options, and which of its subscriptions are on record or being bought. */
interface ImportPage extends ImportOptions {
  readonly pay: Pay;
  readonly known: ReadonlyMap<string, 'known' | 'not readable'>;
  readonly isBeingBought: IsBeingBought;
}

/**
 * Adopts a tenant's live subscriptions at its payment provider that are not on record here, page by page. One that is
 * just being bought here is left to its purchase, and the result of a plan change to its subscriber. Each is written
 * atomically and known ones are skipped, so an interrupted import can be repeated. Charges before the import (or before
 * `chargesSince`) were invoiced elsewhere; later ones get invoices here. `report` gets each page's rows and the
 * progress; of a record that cannot be read its row says so. Throws `not_found`, `provider_not_configured`, the refusals of a
 * provider call, and Unreadable where a purchase is open that cannot be read.
 */
export async function importSubscriptions(
  app: SubscriptionApp & OfTenant,
  asked: ImportOptions,
  report: (rows: readonly ImportRow[], done: ImportProgress) => void,
): Promise<void> {
  const own = withRecord(app, await readTenant(app));
  const pay = await payClientFor(own);
  const purchasesOf = openPurchases(own);
  let [passed, from]: [number, number | null] = [0, 1];
  while (from !== null) {
    const page: PaySubscriptionList = valueOrRefuse(await pay.listSubscriptions(from));
    const { items, unreadable, next, total } = page;
    const known = await knownReferences(own, items);
    const isBeingBought = await purchasesOf(items.filter(({ reference }) => !known.has(reference)));
    const rows: ImportRow[] = [];
    for (const one of items)
      rows.push(await rowOrUnreadable(own, { ...asked, pay, known, isBeingBought }, one));
    passed += items.length + unreadable;
    report(rows, { passed, total: total ?? passed, unreadable });
    from = next;
  }
}

/**
 * Adopts one subscription that the provider has, as an import would, for the person with a tenant's own id if one is given.
 * Throws `provider_not_configured`, and the refusals of a provider call.
 */
export async function importSubscription(
  app: SubscriptionApp & WithTenant,
  reference: string,
  { announce, externalId }: { readonly announce: boolean; readonly externalId?: string | undefined },
): Promise<ImportFate> {
  const pay = await payClientFor(app);
  const one = valueOrRefuse(await pay.readSubscription(reference));
  const known = await knownReferences(app, [one]);
  const isBeingBought = await openPurchases(app)([one]);
  const page = {
    pay,
    known,
    isBeingBought,
    announce,
    dryRun: false,
    ownIds: () => externalId,
  };
  return (await rowOrUnreadable(app, page, one)).fate;
}

/** An unreadable record, of a subscription or its customer, does not stop the others. */
async function rowOrUnreadable(
  app: SubscriptionApp & WithTenant,
  page: ImportPage,
  one: PaySubscriptionDetails,
): Promise<ImportRow> {
  const whose = { reference: one.reference };
  const row = await skipUnreadable(app, 'subscriber', whose, () => importOne(app, page, one));
  return row ?? rowOf(page, one, 'not readable');
}

function rowOf({ ownIds }: ImportPage, one: PaySubscriptionDetails, fate: ImportFate): ImportRow {
  const { reference, planReference, status, customerEmail } = one;
  const externalId = ownIds?.(one) ?? null;
  return { reference, email: customerEmail ?? null, planReference, status, externalId, fate };
}

async function importOne(
  app: SubscriptionApp & WithTenant,
  page: ImportPage,
  one: PaySubscriptionDetails,
): Promise<ImportRow> {
  const { pay, known, isBeingBought } = page;
  const { reference, planReference, customerEmail } = one;
  const row = (fate: ImportFate) => rowOf(page, one, fate);
  const externalId = page.ownIds?.(one);
  const fateOfKnown = known.get(reference);
  if (fateOfKnown) return row(fateOfKnown);
  if (hasEndedThere(one) || one.isReplaced) return row('ended');
  const plan = await app.table.get(key.planByReference(app.tenantId, planReference), { consistent: true });
  if (!plan) return row('plan unknown');
  if (customerEmail === undefined) return row('no e-mail');
  if (isBeingBought(one) || (await isFromOpenPurchase(pay, one, isBeingBought))) return row('being bought');
  if (await isToBeReconciled(app, pay, one)) return row('known');
  const isTaken = externalId !== undefined && (await isOfAnother(app, externalId, customerEmail));
  if (isTaken) return row('own id taken');
  if (page.dryRun) return row('adopted');
  const person = await pay.readCustomer(one.customerReference);
  // Without an answer the import stops; an operator repeats it.
  if (!person.ok && (againOf(person) === 'same' || person.is === 'unclear')) return row('not readable');
  const { announce, chargesSince } = page;
  const newest = { found: one, plan: termsOf(planFrom(plan)) };
  const taken =
    chargesSince === undefined
      ? { ...newest, formers: await formersInForce(app, pay, one) }
      : { ...(await runningAt(app, pay, newest, chargesSince)), formers: undefined };
  const adopted = await adopt(app, {
    ...taken,
    person: valueOrRefuse(person),
    announce,
    chargesSince,
    externalId,
  });
  return row(FATE_OF[adopted]);
}

const FATE_OF = { recorded: 'adopted', known: 'known', taken: 'own id taken' } as const satisfies Record<
  Adopted,
  ImportFate
>;

/** Whether another customer than the one with an e-mail address has a tenant's own id of a person. */
async function isOfAnother(
  app: SubscriptionApp & WithTenant,
  externalId: string,
  email: string,
): Promise<boolean> {
  const owner = await customerWithExternalId(app, externalId);
  if (owner === undefined) return false;
  const { customer } = await lookUpCustomer(app, comparedEmail(email));
  return customer?.id !== owner;
}

/** Whether it is the result of a plan change, made at the provider, of a purchase that is not on record yet. */
async function isFromOpenPurchase(
  pay: Pay,
  one: PaySubscriptionDetails,
  isBeingBought: IsBeingBought,
): Promise<boolean> {
  if (!isBeingBought(one, 'any plan')) return false;
  const ancestors = await pay.ancestors(one);
  return !ancestors.ok || ancestors.value.some((each) => isBeingBought(each));
}

async function knownReferences(
  app: SubscriptionApp & OfTenant,
  found: readonly PaySubscriptionDetails[],
): Promise<ImportPage['known']> {
  const keys = found.map(({ reference }) => key.reference(app.tenantId, reference));
  const items = await readableItems(app, 'subscriber', keys);
  return new Map(
    found.flatMap(({ reference }, at) => {
      const item = items[at];
      return item ? [[reference, item === 'unreadable' ? 'not readable' : 'known'] as const] : [];
    }),
  );
}
