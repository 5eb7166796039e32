import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { SUBSCRIBE_CHECKOUT, tokenInCause } from '../billing/checkout.ts';
import { CLOCK_DIFFERENCE_MS } from '../limits.ts';
import { fieldsOf } from '../table/fields.ts';
import { eventsOfCustomer } from '../table/events/event-queries.ts';
import { openItems } from '../table/purchases/open-items.ts';
import { range } from '../table/ranges.ts';
import { key } from '../table/schema.ts';
import { tryWrite, type Item } from '../table/table.ts';

/** Whose purchases are meant. */
export interface PurchasesOf {
  /** The customer's address, and those it had before that are nobody else's by now. */
  readonly emails: readonly string[];
  readonly customerId: string;
}

interface ErasureSubject extends PurchasesOf {
  readonly subscriptionIds: readonly string[];
}

/** Deletes the forms of a customer's checkouts with their copies, then, last, the customer from open checkouts. */
export async function eraseCheckouts(app: CoreApp & OfTenant, of: ErasureSubject): Promise<void> {
  const open = (await openItems(app, 'checkout', (item) => item)).filter((item) => belongsTo(item, of));
  const tokens = [
    ...open.map((item) => fieldsOf(item).text('token')),
    ...(await paidForms(app, of)),
    ...(await returnedCardForms(app, of)),
    ...(await expiredCardForms(app, of)),
  ];
  for (const token of new Set(tokens)) await eraseForm(app, token);
  await eraseNamingAnswers(app, of);
  for (const { pk, sk, kind } of open)
    if (kind === 'subscribe')
      await tryWrite(() =>
        app.table.apply({
          update: { pk, sk },
          ...SUBSCRIBE_CHECKOUT.change({ customer: null }),
          if: [SUBSCRIBE_CHECKOUT.is('outcome', null)],
        }),
      );
}

/** The tokens of the forms by which the customer subscribed. */
async function paidForms(app: CoreApp & OfTenant, { customerId }: ErasureSubject): Promise<string[]> {
  const events = await eventsOfCustomer(app, customerId);
  return events.map(({ cause }) => tokenInCause(cause)).filter((token) => token !== undefined);
}

/** The tokens of the card forms from which the customer came back. */
async function returnedCardForms(app: CoreApp & OfTenant, of: ErasureSubject): Promise<string[]> {
  const items = await app.table.query({ ...range.history(app.tenantId, of.customerId), consistent: true });
  return items.flatMap(({ what, subscriberId, about }) =>
    (what === 'card_form_returned' || what === 'card_replaced') &&
    of.subscriptionIds.some((id) => id === subscriberId) &&
    typeof about === 'string'
      ? [about]
      : [],
  );
}

/** The tokens of the card forms that expired in the last day, without a return. Read after the open ones. */
async function expiredCardForms(app: CoreApp & OfTenant, of: ErasureSubject): Promise<string[]> {
  const queries = of.subscriptionIds.map((id) => range.expiredCardForms(app.tenantId, id));
  const found = await Promise.all(queries.map((one) => app.table.query({ ...one, consistent: true })));
  return found.flat().map((item) => fieldsOf(item).text('token'));
}

async function eraseNamingAnswers(
  app: CoreApp & OfTenant,
  { subscriptionIds }: ErasureSubject,
): Promise<void> {
  for (const id of subscriptionIds) {
    const noted = await app.table.query({ ...range.namingAnswers(app.tenantId, id), consistent: true });
    for (const item of noted) {
      await eraseStoredAnswer(app, item);
      await app.table.apply({ delete: { pk: item.pk, sk: item.sk } });
    }
  }
}

async function eraseForm(app: CoreApp & OfTenant, token: string): Promise<void> {
  const checkout = await app.table.get(key.checkout(token), { consistent: true });
  const copies = await app.table.query({ ...range.formCopies(token), consistent: true });
  for (const item of checkout ? [checkout, ...copies] : copies) await eraseStoredAnswer(app, item);
  await app.table.apply({ delete: key.form(token) });
}

/** Deletes the stored answer with a copy of a form, unless its key has been used again since. */
async function eraseStoredAnswer(app: CoreApp & OfTenant, recorded: Item): Promise<void> {
  const of = fieldsOf(recorded);
  const idempotencyKey = of.textOrNull('idempotencyKey');
  if (idempotencyKey === null) return;
  const atMost = of.number('startedAt') + CLOCK_DIFFERENCE_MS;
  await tryWrite(() =>
    app.table.apply({
      delete: key.idempotency(app.tenantId, idempotencyKey),
      if: [{ attribute: 'startedAt', atMost }],
    }),
  );
}

function belongsTo(item: Item, of: ErasureSubject): boolean {
  if (item.kind === 'card') return of.subscriptionIds.some((id) => id === item.subscriberId);
  return isPurchaseOf(item, of);
}

/** Whether a checkout or a money call is a customer's; none is any more once it was erased. */
export function isPurchaseOf(item: Item, { emails, customerId }: PurchasesOf): boolean {
  const customer = fieldsOf(item).part('customer');
  return (
    customer?.textOrNull('id') === customerId || emails.some((one) => one === customer?.textOrNull('email'))
  );
}
