import { createHash } from 'node:crypto';
import type { CoreApp } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { overLimit, takeTokenOf, type Allowance } from '../table/tenants/rate-limits.ts';
import { cookiesIn, visitorAddress } from './browser.ts';
import type { HttpRequest } from './call.ts';

/** The doors that people come by, each with the cookie of its sessions. `__Host-`: only this host has set it, over TLS. */
export const DOOR_COOKIES = { portal: '__Host-portal', console: '__Host-console' } as const;
/** A door that people come by. */
export type Door = keyof typeof DOOR_COOKIES;

const LIMITS = { session: 'doorSession', address: 'doorAddress' } as const;

/** Limits what one session and one address ask of a door, by whatever page or form; neither is kept as it is. */
export function doorLimits(app: CoreApp, door: Door) {
  return {
    before: async ({ event }: HttpRequest): Promise<void> => {
      const session = cookiesIn(event)[DOOR_COOKIES[door]] ?? '';
      const counted = await Promise.all([
        session === '' ? undefined : countOf(app, door, 'session', session),
        countOf(app, door, 'address', visitorAddress(app, event)),
      ]);
      const refused = counted.find((one) => one?.isGranted === false);
      if (refused) throw overLimit(refused, app.clock());
    },
  };
}

/** If the table does not answer, the request is admitted: the limit only throttles. */
async function countOf(
  app: CoreApp,
  door: Door,
  of: keyof typeof LIMITS,
  who: string,
): Promise<Allowance | undefined> {
  const hash = createHash('sha256').update(`${door} ${of} ${who}`).digest('base64url');
  try {
    return await takeTokenOf(app, hash, LIMITS[of]);
  } catch (error) {
    app.log.warn('door not counted', { route: door, ...errorFields(error) });
    return undefined;
  }
}
