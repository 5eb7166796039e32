import { RIGHTS, rightsIn } from '../../../lib/billing/rights.ts';
import { createKey, revokeKey, rotateKey, type IssuedKey } from '../../../lib/account/keys.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { openOperator } from './operator.ts';

export async function withTenant(mode: 'live' | 'test' = 'live') {
  const operator = await openOperator();
  const { id } = await createTenant(operator.app, 'shop', mode);
  const issue = (right: string = 'all') =>
    createKey(operator.app, id, { label: 'till', rights: rightsIn([right]) }, RIGHTS);
  const rotate = ({ key }: IssuedKey, overlapHours = 24) =>
    rotateKey(operator.app, id, { apiKey: key.apiKey, overlapHours }, RIGHTS);
  const revoke = ({ key }: IssuedKey) => revokeKey(operator.app, id, key.apiKey);
  return { operator, id, issue, rotate, revoke };
}
