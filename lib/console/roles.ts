import { RIGHTS, type Right } from '../billing/rights.ts';
import type { Role } from '../table/people/people.ts';

/** What people do in the console, each with the roles that may, beside the owner, who may everything. */
const ALLOWED = {
  /** Portal links, cancelling and undoing, plan changes, trying a payment, reading again from the provider. */
  subscribers: ['support'],
  /** Refunds, tasks, and differences closed by hand. */
  money: ['finance'],
  /** Replays, the webhook, keys, providers, syncing plans. */
  connections: ['developer'],
  /** Changes in our records alone, recovery, brand, portal, grace, imports and people. */
  account: [],
  /** Every screen. */
  read: ['support', 'finance', 'developer', 'read'],
  /** One's own passkeys and sessions. */
  oneself: ['support', 'finance', 'developer', 'read'],
} as const satisfies Record<Right | 'oneself', readonly Role[]>;

/** A kind of act in the console. */
export type Deed = keyof typeof ALLOWED;

/** Whether somebody with these roles may do this. */
export function mayDo(roles: readonly Role[], deed: Deed): boolean {
  return rolesFor(deed).some((role) => roles.includes(role));
}

/** The roles that may do this, the owner first. */
export function rolesFor(deed: Deed): readonly Role[] {
  return ['owner', ...ALLOWED[deed]];
}

/** The rights of somebody with these roles, beyond which no key of theirs goes. */
export const rightsOf = (roles: readonly Role[]): readonly Right[] =>
  RIGHTS.filter((right) => mayDo(roles, right));
