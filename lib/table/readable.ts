import type { CoreApp, LogFields } from '../app.ts';
import { errorFields } from '../log.ts';
import { Unreadable } from './fields.ts';

/** What is read; also the dimension of the metric that counts what cannot be. */
type Kind =
  'tenant' | 'subscriber' | 'checkout' | 'intent' | 'difference' | 'comparison' | 'provider subscription';

/**
 * What `read` answers, or undefined where it meets something that cannot be read: one bad record is logged, counted and
 * passed over, and stops none of the others. Every other error is thrown.
 */
export async function passingOver<T>(
  app: Pick<CoreApp, 'log'>,
  kind: Kind,
  whose: Pick<LogFields, 'tenant' | 'subscriberId' | 'reference'>,
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    app.log.error('a record cannot be read', { ...whose, ...errorFields(error) });
    countUnreadable(app, kind);
    return undefined;
  }
}

/** Counts what could not be read and was passed over. */
export function countUnreadable({ log }: Pick<CoreApp, 'log'>, kind: Kind, count = 1): void {
  log.measure('RecordsUnreadable', count, kind);
}
