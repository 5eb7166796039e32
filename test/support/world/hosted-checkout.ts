import { someone } from './shop.ts';
import { checkoutBody, type TestTenant } from './tenant.ts';

/** A hosted checkout that a customer has begun, and not paid. */
export interface StartedCheckout {
  readonly token: string;
  readonly email: string;
}

/** Begins a hosted checkout of the tenant's plan `basic`, for a customer nobody has met before unless `email` is given. */
export async function startCheckout(
  shop: TestTenant,
  { email = someone(), ...more }: { readonly email?: string; readonly [name: string]: unknown } = {},
): Promise<StartedCheckout> {
  const body = checkoutBody(shop.plans.basic!, { email, ...more });
  const { status, text, body: answer } = await shop.call('checkout/initialize', { body });
  if (status !== 200) throw new Error(text);
  return { token: String(answer.token), email };
}
