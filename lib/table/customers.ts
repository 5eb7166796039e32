import type { Customer } from '../billing/customer.ts';
import { key } from './schema.ts';
import type { Item, Put, Update } from './table.ts';

export function customerFrom(item: Item): Customer {
  const { id, email, name, surname, gsmNumber, payReference, endedAt, createdAt } =
    item as unknown as Customer;
  return { id, email, name, surname, gsmNumber, payReference, endedAt, createdAt };
}

/** Records a new customer, provided there is none with this e-mail yet, or what a known one is called now. */
export function customerChange(
  tenant: string,
  customer: Customer,
  known: Customer | undefined,
): Put | Update {
  const at = key.customer(tenant, customer.email);
  if (!known) return { put: { ...at, ...customer }, if: [{ absent: true }] };
  const { name, surname, gsmNumber } = customer;
  return { update: at, set: { name, surname, gsmNumber }, if: [{ present: true }] };
}
