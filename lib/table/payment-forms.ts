import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoreApp } from '../app.ts';
import type { Checkout, HostedPage, PageFacts } from '../billing/checkout.ts';
import { FORM_RETENTION_MS } from '../limits.ts';
import type { HostedForm } from '../pay/pay.ts';
import { checkoutFrom } from './checkouts.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import { planTermsFrom } from './stored-subscription.ts';
import type { Put } from './table.ts';

/**
 * What the hosted page shows, with the provider's form deflated, so that all stays within one write unit; kept no longer
 * than it can be of use, because the form may name the customer.
 */
export function formPut(
  { token, content, sources }: Pick<HostedForm, 'token' | 'content' | 'sources'>,
  { shop, plan, owed }: PageFacts,
  expiresAt: number,
): Put {
  return {
    put: {
      ...key.form(token),
      content: deflateRawSync(content),
      sources,
      shop,
      plan: { ...plan },
      owed,
      ttl: Math.ceil((expiresAt + FORM_RETENTION_MS) / 1000),
    },
  };
}

/**
 * The checkout and what its hosted page shows. Where the form is no longer kept, or an earlier release kept less, what
 * is missing is made up for from the checkout.
 */
export async function lookUpHostedPage(
  app: CoreApp,
  token: string,
): Promise<{ checkout: Checkout; page: HostedPage } | undefined> {
  const [item, form] = await app.table.getMany([key.checkout(token), key.form(token)], {
    consistent: true,
  });
  if (!item) return undefined;
  const checkout = checkoutFrom(item);
  const of = fieldsOf(form ?? {});
  const plan = of.part('plan');
  const page = {
    form: form?.content instanceof Uint8Array ? inflateRawSync(form.content).toString() : null,
    formSources: of.textOrNull('sources'),
    shop: of.textOrNull('shop') ?? new URL(checkout.callbackUrl).host,
    plan: plan ? planTermsFrom(plan) : checkout.kind === 'subscribe' ? checkout.plan : null,
    owed: of.isSet('owed'),
  };
  return { checkout, page };
}
