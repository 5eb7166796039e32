import type { CoreApp } from '../../runtime/app.ts';
import type { CardCheckout, Checkout, StoredPage } from '../../billing/checkout.ts';
import { PLAN_TERMS, type PlanTerms } from '../../billing/plan.ts';
import { FORM_RETENTION_MS, IDEMPOTENCY_RETENTION_MS } from '../../limits.ts';
import type { HostedForm } from '../../pay/pay.ts';
import { record, text } from '../../record.ts';
import { checkoutFrom } from './checkouts.ts';
import { deflated } from './deflated.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** A form's content, for the hosted page. */
export const FORM = record('form', {
  form: deflated,
  formSources: text,
  shop: text,
  plan: PLAN_TERMS,
});

/** The content of the hosted page with the provider's form, deflated; it expires with the form. */
export function formPut(
  { token, content, sources }: Pick<HostedForm, 'token' | 'content' | 'sources'>,
  { shop, plan }: { readonly shop: string; readonly plan: PlanTerms },
  expiresAt: number,
): Put {
  return {
    put: {
      ...key.form(token),
      ...FORM.write({ form: content, formSources: sources, shop, plan }),
      ttl: Math.ceil((expiresAt + FORM_RETENTION_MS) / 1000),
    },
  };
}

/** Notes that another request is answered with a form (epoch ms), whose stored answer is then a copy of it. */
export function formCopyPut(token: string, idempotencyKey: string, now: number): Put {
  const ttl = Math.ceil((now + IDEMPOTENCY_RETENTION_MS) / 1000);
  return { put: { ...key.formCopy(token, idempotencyKey), idempotencyKey, startedAt: now, ttl } };
}

/** Notes that a card form has expired without a return, so that an erasure finds stored answers with a copy of it. */
export function expiredCardFormPut({ tenant, subscriberId, token, expiresAt }: CardCheckout): Put {
  const ttl = Math.ceil((expiresAt + IDEMPOTENCY_RETENTION_MS) / 1000);
  return { put: { ...key.expiredCardForm(tenant, subscriberId, token), token, ttl } };
}

/** The checkout and its hosted page. What is no longer stored is taken from the checkout. */
export async function lookUpStoredPage(
  app: CoreApp,
  token: string,
): Promise<{ checkout: Checkout; page: StoredPage } | undefined> {
  const [item, form] = await app.table.getMany([key.checkout(token), key.form(token)], {
    consistent: true,
  });
  if (!item) return undefined;
  const checkout = checkoutFrom(item);
  return { checkout, page: form ? FORM.read(form) : pageOf(checkout) };
}

/** What is shown once the form is no longer kept; a card form has lost its plan with it. */
const pageOf = (checkout: Checkout): StoredPage => ({
  form: null,
  formSources: null,
  shop: new URL(checkout.callbackUrl).host,
  plan: checkout.kind === 'subscribe' ? checkout.plan : null,
});
