/** A tenant's customer: one per e-mail. The national id is never part of it. */
export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly gsmNumber: string | null;
  /** The provider's reference, known once a checkout has succeeded. */
  readonly payReference: string | null;
  /** When the last of its subscriptions ended (epoch ms); a later checkout is then a resubscription. */
  readonly endedAt: number | null;
  readonly createdAt: number;
}

/** E-mails are compared trimmed and lower-cased. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** What stands where a name, a number or an address was. */
const ERASED = 'erased';

/** Whether nothing personal is kept of a customer any more. */
export const isErased = ({ email }: Pick<Customer, 'email'>) => email === ERASED;

/** Somebody of whom nothing personal is kept. */
export const nobody = (id: string) => ({
  id,
  email: ERASED,
  name: ERASED,
  surname: ERASED,
  gsmNumber: null,
});
