import type { CoreApp, LogFields } from '../app.ts';
import { errorFields } from '../log.ts';
import { Unreadable } from './fields.ts';

/** The kind of a record; also the dimension of its metric. */
type Kind =
  'tenant' | 'subscriber' | 'checkout' | 'intent' | 'difference' | 'comparison' | 'provider subscription';

/**
 * The result of `read`, or undefined if a record cannot be parsed: it is logged, counted and skipped, and does not stop
 * the others. Other errors are thrown.
 */
export async function skipUnreadable<T>(
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

/** Counts unreadable records that were skipped. */
export function countUnreadable({ log }: Pick<CoreApp, 'log'>, kind: Kind, count = 1): void {
  log.measure('RecordsUnreadable', count, kind);
}
