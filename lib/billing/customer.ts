/** A tenant's customer: one per e-mail. The national id is never stored. */
export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly gsmNumber: string | null;
  /** The provider's reference, known once a checkout has succeeded. */
  readonly payReference: string | null;
  /** When its most recently ended subscription ended (epoch ms); a later checkout is then a RESUBSCRIBE. */
  readonly endedAt: number | null;
  readonly createdAt: number;
}

/** Replaces erased personal text. */
const ERASED = 'erased';

/** Whether a customer's personal data has been erased. */
export const isErased = ({ email }: Pick<Customer, 'email'>) => email === ERASED;

/** A customer without personal data. */
export const erasedCustomer = (id: string) => ({
  id,
  email: ERASED,
  name: ERASED,
  surname: ERASED,
  gsmNumber: null,
});
