import { DOCUMENT_CURRENCIES } from '../../billing/invoice.ts';
import type { Acct, AcctAccount, AcctAnswer } from '../acct.ts';
import { ourCurrency } from './bodies.ts';
import type { Calls } from './call.ts';
import { text, type Rec } from './records.ts';

/** The account itself, and whether what its tenant has set is there. */
export function settings(account: AcctAccount, calls: Calls): Pick<Acct, 'signIn' | 'findWrongSettings'> {
  return {
    signIn: () => calls.signIn(),

    async findWrongSettings() {
      const wrong: string[] = [];
      const products = { productId: account.productId, goodsProductId: account.goodsProductId };
      for (const [name, id] of Object.entries(products)) {
        const found = id === undefined ? undefined : await recordOf(calls, 'products', id);
        if (found && !found.ok) return found;
        if (found && !found.value) wrong.push(`${name}: there is no product ${id}`);
      }
      for (const currency of DOCUMENT_CURRENCIES) {
        const id = account.moneyAccounts?.[currency];
        const found = id === undefined ? undefined : await recordOf(calls, 'accounts', id);
        if (found && !found.ok) return found;
        if (!found) continue;
        const actual = found.value && ourCurrency(text(found.value, 'currency') ?? 'TRL');
        if (actual === undefined) wrong.push(`moneyAccounts.${currency}: there is no account ${id}`);
        else if (actual !== currency)
          wrong.push(`moneyAccounts.${currency}: the account ${id} is in ${actual}`);
      }
      return { ok: true, value: wrong };
    },
  };
}

async function recordOf(
  calls: Calls,
  resource: 'products' | 'accounts',
  id: string,
): Promise<AcctAnswer<Rec | undefined>> {
  const found = await calls.call({ method: 'GET', path: [resource, id] });
  if (found.ok) return { ok: true, value: found.value.data[0] };
  return found.is === 'notFound' || found.is === 'refused' ? { ok: true, value: undefined } : found;
}
