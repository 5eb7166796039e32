import { payClientFor, refusalOf } from '../pay/client.ts';
import { againOf, effectOf } from '../pay/failure.ts';
import type { Pay, PayFailure } from '../pay/pay.ts';
import type { PayApp } from '../runtime/app.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/** What became of a customer at the payment provider: `kept` unless it said so, `none` where it never knew them. */
export type ErasedAtProvider = 'deleted' | 'kept' | 'none';

/** Statuses of the provider after which a subscription is never charged again. */
const OVER: readonly string[] = ['CANCELLED', 'EXPIRED'];

/**
 * Deletes a customer's records at the payment provider, where it allows that. One with a live subscription is kept, because
 * the provider may know two buyers with one phone as one. Throws the refusal of a call that may be repeated.
 */
export async function eraseAtProvider(
  app: PayApp,
  tenant: Tenant,
  references: readonly string[],
): Promise<ErasedAtProvider> {
  if (!tenant.pay || references.length === 0) return 'none';
  const pay = await payClientFor(app, tenant);
  const outcomes: ErasedAtProvider[] = [];
  for (const reference of references) outcomes.push(await eraseOne(pay, reference));
  return outcomes.includes('kept') ? 'kept' : 'deleted';
}

async function eraseOne(pay: Pay, customerReference: string): Promise<ErasedAtProvider> {
  const found = await pay.search({ customerReference });
  if (!found.ok) return keptOrRefused(found);
  if (found.value.some(({ status }) => !OVER.includes(status))) return 'kept';
  const deleted = await pay.deleteCustomer(customerReference);
  return deleted.ok || deleted.is === 'notFound' ? 'deleted' : keptOrRefused(deleted);
}

function keptOrRefused(failure: PayFailure): 'kept' {
  if (effectOf(failure) === 'unknown' || againOf(failure) === 'later') throw refusalOf(failure);
  return 'kept';
}
