import { Refusal } from '../refusal.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/**
 * Holds a callback address to the hosts that the tenant has named, if it has named any: whoever has only its API key then
 * cannot send its customers elsewhere. Throws `invalid_request`.
 */
export function refuseOtherHosts({ callbackHosts = [] }: Tenant, callbackUrl: string): void {
  const { hostname } = new URL(callbackUrl);
  if (callbackHosts.length === 0 || callbackHosts.includes(hostname)) return;
  const message = `must be at one of the account's callback hosts: ${callbackHosts.join(', ')}`;
  throw new Refusal('invalid_request', { details: [{ field: 'callbackUrl', message }] });
}
