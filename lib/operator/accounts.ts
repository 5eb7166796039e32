import type { AcctAccount } from '../acct/acct.ts';
import type { PayAccount } from '../pay/pay.ts';
import type { Tenant } from '../table/tenants.ts';
import { change, showTenant, Unable, type Operator } from './tenants.ts';

/** Keeps a tenant's sign-in at the payment provider, sealed, after it has been tried out. Throws Unable if refused. */
export async function setPayAccount(
  operator: Operator,
  id: string,
  account: PayAccount,
  options: { check: boolean } = { check: true },
): Promise<Tenant> {
  await showTenant(operator, id);
  const { baseUrl, apiKey, secretKey, merchantId } = account;
  if (!URL.canParse(baseUrl)) throw new Unable(`${baseUrl} is not an address`);
  if (options.check) {
    const answer = await operator.app.pay(account).listProducts();
    if (!answer.ok) throw new Unable(`the payment provider did not accept the credentials (${answer.is})`);
  }
  const sealed = await operator.app.secrets.seal(id, 'pay', JSON.stringify({ apiKey, secretKey }));
  return change(operator, id, { pay: { baseUrl, merchantId: merchantId ?? null, sealed } });
}

/** Keeps a tenant's account at the invoicing provider, sealed. */
export async function setAcctAccount(operator: Operator, id: string, account: AcctAccount): Promise<Tenant> {
  await showTenant(operator, id);
  if (!URL.canParse(account.baseUrl)) throw new Unable(`${account.baseUrl} is not an address`);
  const sealed = await operator.app.secrets.seal(id, 'acct', JSON.stringify(account));
  return change(operator, id, { acct: { sealed } });
}

/** Whether the provider's notices must be signed; that needs the merchant's number. */
export async function setNoticesSigned(operator: Operator, id: string, signed: boolean): Promise<Tenant> {
  const tenant = await showTenant(operator, id);
  if (signed && !tenant.pay?.merchantId)
    throw new Unable('signatures need the merchant number; set it with the pay credentials');
  return change(operator, id, { noticesSigned: signed });
}
