import type { CoreApp } from '../app.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';

/** Under which id a tenant's account at the invoicing provider knows one customer. */
export interface KnownContact {
  recall(): Promise<string | undefined>;
  remember(contactId: string): Promise<void>;
  forget(): Promise<void>;
}

/** What is remembered of a customer; of another account of the tenant, it means nothing. */
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
