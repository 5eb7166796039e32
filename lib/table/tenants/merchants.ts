import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** Which tenants have connected an account at the payment provider, by one of the marks that tell it from others. */
export interface MerchantHolders {
  /** The fingerprint of its mark: its address with its merchant number, or with its API key. */
  readonly mark: string;
  readonly tenants: readonly string[];
  /** 0 where nobody ever had it. */
  readonly revision: number;
}

/** The holders of accounts with these marks, in their order. One consistent read. Throws Unreadable. */
export async function readMerchantHolders(
  app: CoreApp,
  marks: readonly string[],
): Promise<MerchantHolders[]> {
  if (marks.length === 0) return [];
  const items = await app.table.getMany(marks.map(key.merchant), { consistent: true });
  return marks.map((mark, at) => {
    const item = items[at];
    if (!item) return { mark, tenants: [], revision: 0 };
    const of = fieldsOf(item);
    return { mark, tenants: of.texts('tenants') ?? [], revision: of.number('revision') };
  });
}

/** Makes a tenant a holder of an account, or no longer one, unless its holders have changed since they were read. */
export function merchantHeld(
  { mark, tenants, revision }: MerchantHolders,
  tenant: string,
  isHeld: boolean,
): Put {
  const others = tenants.filter((one) => one !== tenant);
  return {
    put: { ...key.merchant(mark), tenants: isHeld ? [...others, tenant] : others, revision: revision + 1 },
    if: [revision === 0 ? { absent: true } : { attribute: 'revision', is: revision }],
  };
}
