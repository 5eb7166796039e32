import type { AcctBuyer } from '../../acct/acct.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { fieldsOf } from '../fields.ts';
import { readHint } from '../readable.ts';
import { key } from '../schema.ts';
import type { Item } from '../table.ts';

/** The cached contact id of one customer at a tenant's invoicing provider. */
export interface KnownContact {
  recall(): Promise<string | undefined>;
  remember(contactId: string): Promise<void>;
  forget(): Promise<void>;
}

/** The cached contact of a buyer, for the account `owner` and these very details only. */
export function knownContact(app: CoreApp & OfTenant, owner: string, buyer: AcctBuyer): KnownContact {
  const at = key.acctContact(app.tenantId, buyer.email);
  const details = fingerprintOf(buyer);
  const theirs = (item: Item | undefined) => {
    const of = item && fieldsOf(item);
    const isTheirs = of?.text('owner') === owner && of.textOrNull('details') === details;
    return isTheirs ? of.text('contactId') : undefined;
  };
  return {
    recall: () => readHint(app, at, theirs, undefined, { consistent: false }),
    async remember(contactId) {
      await app.table.apply({ put: { ...at, owner, details, contactId } });
    },
    async forget() {
      await app.table.apply({ delete: at });
    },
  };
}
