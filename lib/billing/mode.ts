/** The modes of tenants: `live` ones have accounts that charge real cards. */
export const MODES = ['live', 'test'] as const;
/** The mode of a tenant, and of an account at the payment provider. */
export type Mode = (typeof MODES)[number];

/** A tenant's mode; one that nothing has decided yet is a test. */
export const modeOf = ({ mode }: { readonly mode: Mode | null }): Mode => mode ?? 'test';
