import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { CHECKOUT_RETENTION_MS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** A card form under the caller's reference, so that a repeated request gets the same one. */
export interface StoredCardForm {
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly paymentPageUrl: string;
  readonly subscriberId: string;
  /** Of the request that opened it. */
  readonly fingerprint: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The card form under a caller's reference; undefined if there is none. One consistent read. Throws Unreadable. */
export async function lookUpCardForm(
  app: CoreApp & OfTenant,
  reference: string,
): Promise<StoredCardForm | undefined> {
  const item = await app.table.get(key.cardForm(app.tenantId, reference), { consistent: true });
  return item && cardFormFrom(item);
}

/** Stores a form opened at `now` (epoch ms) in place of the expired one that was read `before`, or where none was. */
export function cardFormPut(
  tenant: string,
  reference: string,
  form: StoredCardForm,
  { before, now }: { readonly before: StoredCardForm | undefined; readonly now: number },
): Put {
  const ttl = Math.ceil((now + CHECKOUT_RETENTION_MS) / 1000);
  return {
    put: { ...key.cardForm(tenant, reference), ...form, ttl },
    if: [before ? { attribute: 'token', is: before.token } : { absent: true }],
  };
}

/** Parses a card form. Throws Unreadable. */
export function cardFormFrom(item: Item): StoredCardForm {
  const of = fieldsOf(item);
  return {
    token: of.text('token'),
    expiresInSeconds: of.number('expiresInSeconds'),
    paymentPageUrl: of.text('paymentPageUrl'),
    subscriberId: of.text('subscriberId'),
    fingerprint: of.text('fingerprint'),
    expiresAt: of.number('expiresAt'),
  };
}
