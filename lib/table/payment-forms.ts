import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CoreApp } from '../app.ts';
import type { Checkout } from '../billing/checkout.ts';
import { FORM_KEPT_MS } from '../limits.ts';
import type { HostedForm } from '../pay/pay.ts';
import { checkoutFrom } from './checkouts.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import type { Put } from './table.ts';

/**
 * The provider's form content, for the hosted page; kept deflated, so that it stays within one write unit, and no longer
 * than it can be of use, because it may name the customer.
 */
export function formPut(
  { token, content, sources }: Pick<HostedForm, 'token' | 'content' | 'sources'>,
  expiresAt: number,
): Put {
  return {
    put: {
      ...key.form(token),
      content: deflateRawSync(content),
      sources,
      ttl: Math.ceil((expiresAt + FORM_KEPT_MS) / 1000),
    },
  };
}

/**
 * The checkout, and its form as long as that is kept, for the hosted page. Forms of earlier releases do not say where
 * their scripts come from.
 */
export async function lookUpForm(
  app: CoreApp,
  token: string,
): Promise<{ checkout: Checkout; content: string | undefined; sources: string | null } | undefined> {
  const [checkout, form] = await app.table.getMany([key.checkout(token), key.form(token)], {
    consistent: true,
  });
  if (!checkout) return undefined;
  const content = form?.content instanceof Uint8Array ? inflateRawSync(form.content).toString() : undefined;
  return {
    checkout: checkoutFrom(checkout),
    content,
    sources: form ? fieldsOf(form).textOrNull('sources') : null,
  };
}
