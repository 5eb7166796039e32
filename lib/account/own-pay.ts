import { isOnThisMachine } from '../text/this-machine.ts';
import type { CoreApp, Encrypts, TriesPay, WithTenant } from '../runtime/app.ts';
import { payProvider } from '../pay/provider.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import type { PaymentInput } from '../wire/payment-account.ts';
import { setPayAccount } from './provider-accounts.ts';

/** Connects a tenant's own payment account after a harmless call. Throws OperatorError as `setPayAccount` does. */
export function connectPay(
  app: CoreApp & TriesPay & Encrypts<'pay'> & WithTenant,
  { baseUrl, ...given }: PaymentInput,
): Promise<Tenant> {
  const { pay } = app.tenant;
  const local = pay && isOnThisMachine(pay.baseUrl) ? pay.baseUrl : undefined;
  const account = { ...given, baseUrl: baseUrl ?? local ?? payProvider.addressFor(given) };
  return setPayAccount(app, account, { check: true, byTenant: true });
}
