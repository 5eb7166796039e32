import { OperatorError } from '../account/operator-error.ts';
import { emailAddress } from '../wire/contact.ts';

/** The address that somebody's messages go to, as it is kept; null for none. Throws OperatorError for what is no address. */
export function personEmail(given: string): string | null {
  if (given.trim() === '') return null;
  const read = emailAddress.safeParse(given);
  if (read.success) return read.data;
  throw new OperatorError(read.error.issues[0]?.message ?? 'must be an e-mail address', 'email');
}
