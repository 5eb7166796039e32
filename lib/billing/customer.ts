import { number, orNull, record, text, type TypeOf } from '../record.ts';

/** A tenant's customer: one per e-mail. The national id is never stored. */
export const CUSTOMER = record('customer', {
  id: text,
  email: text,
  name: text,
  surname: text,
  gsmNumber: orNull(text),
  /** The provider's reference, known once a checkout has succeeded. */
  payReference: orNull(text),
  /** When its most recently ended subscription ended (epoch ms); a later checkout is then a RESUBSCRIBE. */
  endedAt: orNull(number),
  createdAt: number,
});
/** A customer. */
export type Customer = TypeOf<typeof CUSTOMER>;

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
