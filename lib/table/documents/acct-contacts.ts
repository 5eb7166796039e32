import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';

/** The cached contact id of one customer at a tenant's invoicing provider. */
export interface KnownContact {
  recall(): Promise<string | undefined>;
  remember(contactId: string): Promise<void>;
  forget(): Promise<void>;
}

/** The cached contact of a customer, valid for the account `owner` only. */
export function knownContact(app: CoreApp, tenant: string, owner: string, email: string): KnownContact {
  const at = key.acctContact(tenant, email);
  return {
    async recall() {
      const item = await app.table.get(at, { consistent: false });
      const of = item && fieldsOf(item);
      return of?.text('owner') === owner ? of.text('contactId') : undefined;
    },
    async remember(contactId) {
      await app.table.apply({ put: { ...at, owner, contactId } });
    },
    async forget() {
      await app.table.apply({ delete: at });
    },
  };
}
