import { listOf, number, oneOf, part, type TypeOf } from '../record.ts';

/** How a tenant's failed renewals are tried again: on these days after the failure; then they are cancelled or kept. */
export const RECOVERY_SETTINGS = part({ retryDays: listOf(number), then: oneOf(['cancel', 'keep']) });
/** Such settings. */
export type RecoverySettings = TypeOf<typeof RECOVERY_SETTINGS>;

/** What a new tenant begins with. */
export const USUAL_RECOVERY: RecoverySettings = { retryDays: [1, 3, 6, 10, 16, 24], then: 'keep' };
/** What a tenant has that was there before failed renewals were tried again. */
export const NO_RECOVERY: RecoverySettings = { retryDays: [], then: 'keep' };
