import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import { foundIn, onConflict, type Item, type Key, type Put } from '../table.ts';

/** Whether an item says who has a tenant's own id of a person. */
export const isExternalPerson = ({ sk }: Key): boolean => sk === key.externalPerson('', '').sk;

/** The customer in such an item. Throws Unreadable. */
export const customerWith = (item: Item): string => fieldsOf(item).text('customerId');

/** The id of the customer who has a tenant's own id of a person; undefined if nobody has. One consistent read. */
export async function customerWithExternalId(
  app: CoreApp & OfTenant,
  externalId: string,
): Promise<string | undefined> {
  const item = await app.table.get(key.externalPerson(app.tenantId, externalId), { consistent: true });
  return item && customerWith(item);
}

/** The change that gives a customer a tenant's own id of a person that nobody has. */
export const externalIdPut = (tenant: string, externalId: string, customerId: string): Put => ({
  put: { ...key.externalPerson(tenant, externalId), customerId },
  if: [{ absent: true }],
});

/** Gives a customer a tenant's own id of a person, once and for all callers; false if another customer has it. */
export async function claimExternalId(
  app: CoreApp & OfTenant,
  externalId: string,
  customerId: string,
): Promise<boolean> {
  return onConflict(
    () => app.table.apply(externalIdPut(app.tenantId, externalId, customerId)).then(() => true),
    (conflict) => customerWith(foundIn(conflict)) === customerId,
  );
}

/** Frees a tenant's own id of a person that this customer had. */
export async function freeExternalId(
  app: CoreApp & OfTenant,
  externalId: string,
  customerId: string,
): Promise<void> {
  const gone = {
    delete: key.externalPerson(app.tenantId, externalId),
    if: [{ attribute: 'customerId', is: customerId }],
  };
  await onConflict<unknown>(
    () => app.table.apply(gone),
    () => undefined,
  );
}
