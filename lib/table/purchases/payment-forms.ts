import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoreApp } from '../../runtime/app.ts';
import type { CardCheckout, Checkout, StoredPage } from '../../billing/checkout.ts';
import type { PlanTerms } from '../../billing/plan.ts';
import { FORM_RETENTION_MS, IDEMPOTENCY_RETENTION_MS } from '../../limits.ts';
import type { HostedForm } from '../../pay/pay.ts';
import { checkoutFrom } from './checkouts.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { key } from '../schema.ts';
import { planTermsFrom } from '../subscribers/stored-subscription.ts';
import type { Put } from '../table.ts';

/** The content of the hosted page with the provider's form, deflated; it expires with the form. */
export function formPut(
  { token, content, sources }: Pick<HostedForm, 'token' | 'content' | 'sources'>,
  { shop, plan }: { readonly shop: string; readonly plan: PlanTerms },
  expiresAt: number,
): Put {
  return {
    put: {
      ...key.form(token),
      content: deflateRawSync(content),
      sources,
      shop,
      plan: { ...plan },
      ttl: Math.ceil((expiresAt + FORM_RETENTION_MS) / 1000),
    },
  };
}

/** Notes that another request is answered with a form (epoch ms), whose stored answer is then a copy of it. */
export function formCopyPut(token: string, idempotencyKey: string, now: number): Put {
  const ttl = Math.ceil((now + IDEMPOTENCY_RETENTION_MS) / 1000);
  return { put: { ...key.formCopy(token, idempotencyKey), idempotencyKey, createdAt: now, ttl } };
}

/** Notes that a card form has expired without a return, so that an erasure finds stored answers with a copy of it. */
export function expiredCardFormPut({ tenant, subscriberId, token, expiresAt }: CardCheckout): Put {
  const ttl = Math.ceil((expiresAt + IDEMPOTENCY_RETENTION_MS) / 1000);
  return { put: { ...key.expiredCardForm(tenant, subscriberId, token), token, ttl } };
}

/** The checkout and its hosted page. What is no longer stored, or was not by older code, is taken from the checkout. */
export async function lookUpStoredPage(
  app: CoreApp,
  token: string,
): Promise<{ checkout: Checkout; page: StoredPage } | undefined> {
  const [item, form] = await app.table.getMany([key.checkout(token), key.form(token)], {
    consistent: true,
  });
  if (!item) return undefined;
  const checkout = checkoutFrom(item);
  const of = fieldsOf(form ?? {});
  const page = {
    form: form?.content instanceof Uint8Array ? inflateRawSync(form.content).toString() : null,
    formSources: of.textOrNull('sources'),
    shop: of.textOrNull('shop') ?? new URL(checkout.callbackUrl).host,
    plan: planOf(checkout, of),
  };
  return { checkout, page };
}

/** The plan stored with the form, or else the checkout's own; a card form that has lost its plan has none. */
function planOf(checkout: Checkout, form: Fields): PlanTerms | null {
  const stored = form.part('plan');
  if (stored) return planTermsFrom(stored);
  return checkout.kind === 'subscribe' ? checkout.plan : null;
}
