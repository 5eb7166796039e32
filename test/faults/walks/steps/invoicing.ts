import { setAcctAccount } from '../../../../lib/account/provider-accounts.ts';
import type { AcctAccount } from '../../../../lib/acct/acct.ts';
import { listDocuments, retryDocument } from '../../../../lib/invoicing/retry-document.ts';
import { readTenant } from '../../../../lib/table/tenants/tenants.ts';
import type { Behave } from '../../../../sandbox/acct/behaviour.ts';
import { MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { forTenant } from '../../../../lib/runtime/for-tenant.ts';

const QUICK = { jobMs: 2_000 };
const TROUBLES: readonly Behave[] = [
  { failNext: 3 },
  { loseAnswerNext: 2 },
  { expireTokens: 'all' },
  { jobMs: 10 * 60_000 },
  { pdfNotReadyCalls: 2 },
];

/** The invoicing provider fails, loses answers, forgets its tokens, takes its time, or refuses the tenant's password. */
export async function disturbInvoicing(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  if (dice.chance(0.7)) return behave(stage, shop, dice.pick(TROUBLES));
  shop.acctAccount ??= await accountOf(stage, shop);
  shop.wrongPassword = true;
  await useAccount(stage, shop, { ...shop.acctAccount, password: 'mistyped' });
  await behave(stage, shop, { expireTokens: 'all' });
}

/** All that was wrong at the invoicing provider is right again. */
export async function mendInvoicing(stage: Stage, shop: Shop): Promise<void> {
  if (!shop.tenant.invoicing) return;
  await behave(stage, shop, QUICK);
  if (shop.acctAccount) await useAccount(stage, shop, shop.acctAccount);
  shop.wrongPassword = false;
}

/** A person looks for each invoice and document whose request got no answer, sees that it is not there, and retries it. */
export async function retryUnfound({ place }: Stage, { tenant }: Shop): Promise<void> {
  if (!tenant.invoicing) return;
  for (let round = 0; round < 2; round++) {
    const failed = await listDocuments(forTenant(place.app, tenant.tenantId), 'FAILED');
    for (const { invoiceId, problem } of failed)
      if (problem.includes('got no answer'))
        await retryDocument(forTenant(place.app, tenant.tenantId), invoiceId);
    await place.advance(5 * MINUTE);
  }
}

async function accountOf({ place }: Stage, { tenant }: Shop): Promise<AcctAccount> {
  const { acct } = await readTenant(forTenant(place.app, tenant.tenantId));
  const opened = await place.app.secrets.decrypt(tenant.tenantId, 'acct', acct!.sealed);
  return JSON.parse(opened.reveal()) as AcctAccount;
}

const useAccount = ({ place }: Stage, { tenant }: Shop, account: AcctAccount) =>
  setAcctAccount(forTenant(place.app, tenant.tenantId), account, { check: false });

async function behave(stage: Stage, shop: Shop, how: Behave): Promise<void> {
  const { companyId } = (shop.acctAccount ??= await accountOf(stage, shop));
  const answer = await stage.place.fetch(`${stage.place.acct.url}/sandbox/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ companyId, ...how }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
