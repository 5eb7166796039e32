import {
  deliveryMessageFrom,
  invoicingMessageFrom,
  messageToSendFrom,
  reconciliationMessageFrom,
  slowDeliveryMessageFrom,
  sweepMessageFrom,
} from '../../../lib/queue/messages.ts';
import { checkoutFrom } from '../../../lib/table/purchases/checkouts.ts';
import { customerFrom } from '../../../lib/table/subscribers/customers.ts';
import { differenceFrom } from '../../../lib/table/differences/differences.ts';
import { endpointHealthFrom } from '../../../lib/table/events/endpoint-health.ts';
import { keyedRequestFrom } from '../../../lib/table/purchases/idempotency.ts';
import { invoiceFrom } from '../../../lib/table/subscribers/invoices.ts';
import { apiKeyFrom } from '../../../lib/table/tenants/keys.ts';
import { intentFrom } from '../../../lib/table/purchases/payment-intents.ts';
import { planFrom } from '../../../lib/table/subscribers/plans.ts';
import { subscriptionFrom } from '../../../lib/table/subscribers/stored-subscription.ts';
import type { Item } from '../../../lib/table/table.ts';
import { tenantFrom } from '../../../lib/table/tenants/tenant.ts';

/** How a release reads what is kept, by what the key says it is (`pk sk`). */
const ITEMS: readonly (readonly [RegExp, (item: Item) => unknown])[] = [
  [/^K#\S+ KEY$/, apiKeyFrom],
  [/^C#\S+ CHECKOUT$/, checkoutFrom],
  [/ TENANT$/, tenantFrom],
  [/ ENDPOINT#/, endpointHealthFrom],
  [/#PLANS PLAN#/, planFrom],
  [/ CUSTOMER#/, customerFrom],
  [/ SUB#[^#]+$/, subscriptionFrom],
  [/ INV#/, invoiceFrom],
  [/ OPERATION$/, intentFrom],
  [/ IDEMPOTENCY$/, keyedRequestFrom],
  [/ DIFFERENCE$/, differenceFrom],
];

/** As JSON keeps it: bytes as text, and without what is undefined. */
export const kept = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? { bytes: Buffer.from(each).toString('base64') } : each,
  );

/** What was kept, with its bytes. */
export const unkept = (text: string): unknown =>
  JSON.parse(text, (_, each: { bytes?: unknown } | null) =>
    typeof each?.bytes === 'string' ? Uint8Array.from(Buffer.from(each.bytes, 'base64')) : each,
  );

/** Which kind of item a key names, as its place in the list above; undefined for one that has no reader of its own. */
export function kindOf({ pk, sk }: Pick<Item, 'pk' | 'sk'>): number | undefined {
  const at = ITEMS.findIndex(([pattern]) => pattern.test(`${pk} ${sk}`));
  return at < 0 ? undefined : at;
}

/** How many kinds of items have a reader. */
export const KINDS = ITEMS.length;

/** Reads an item as this release does; undefined for one that has no reader of its own. Throws where it cannot. */
export function readItem(item: Item): unknown {
  const kind = kindOf(item);
  return kind === undefined ? undefined : ITEMS[kind]?.[1](item);
}

/** Reads a message of a queue as this release does. Throws where it cannot. */
export function readMessage(queue: string, body: unknown): unknown {
  const readers: Record<string, (message: unknown) => unknown> = {
    deliveries: deliveryMessageFrom,
    'slow-deliveries': slowDeliveryMessageFrom,
    reconciliation: reconciliationMessageFrom,
    invoicing: invoicingMessageFrom,
    messages: messageToSendFrom,
    sweeps: sweepMessageFrom,
  };
  return readers[queue]?.(body);
}
