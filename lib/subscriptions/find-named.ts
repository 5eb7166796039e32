import { subscriptionsWithExternalId } from '../access/external-person.ts';
import { idFrom } from '../billing/identifiers.ts';
import type { CoreApp } from '../runtime/app.ts';
import { fieldsOf } from '../table/fields.ts';
import { invoiceWithNumber } from '../table/subscribers/invoices.ts';
import { key } from '../table/schema.ts';
import { canonicalReference } from '../text/clean-text.ts';

/** What can be a reference, an id or the number of an invoice as a whole: no name, address or short word. */
const NAME = /^[\w.:-]{8,128}$/;

/** Letters alone are looked for as people's names: nobody's own id may hide everybody who is called so. */
const LETTERS = /^[\p{L}\s]*$/u;

/**
 * The subscribers that a text names as a whole: by the provider's reference, an id of ours (of a subscriber, an invoice or a
 * refund), the number of an invoice, or a caller's own id of a person or reference of a purchase, a refund or a card form. Two
 * round trips, three for a number.
 */
export async function subscribersNamed(app: CoreApp, tenant: string, text: string): Promise<string[]> {
  const name = text.trim();
  const ofPerson = LETTERS.test(name)
    ? []
    : await subscriptionsWithExternalId(app, tenant, canonicalReference(name));
  if (ofPerson.length > 0) return ofPerson.map(({ id }) => id).reverse();
  if (!NAME.test(name)) return [];
  const [subscriber, invoice, refund] = (['subscription', 'invoice', 'refund'] as const).map((kind) =>
    idFrom(kind, name),
  );
  const [numbered, items] = await Promise.all([
    invoiceWithNumber(app, tenant, name),
    app.table.getMany(
      [
        key.reference(tenant, name),
        key.refundNamed(tenant, name),
        key.intent(tenant, name),
        key.cardForm(tenant, name),
        ...(invoice === undefined ? [] : [key.invoiceNamed(tenant, invoice)]),
        ...(refund === undefined ? [] : [key.refundListed(tenant, refund)]),
      ],
      { consistent: false },
    ),
  ]);
  const found = items.flatMap((item) => (item ? [fieldsOf(item).textOrNull('subscriberId')] : []));
  const ids = [subscriber, numbered?.subscriberId, ...found];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}
