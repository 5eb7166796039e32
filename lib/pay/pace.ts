import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { takeToken, takeUncounted } from '../table/tenants/rate-limits.ts';
import type { Admission } from './pay.ts';

/**
 * Our own pace towards an account: background work makes at most 60 calls a minute. Undefined where there is nothing to
 * keep.
 */
export function paceOf(app: CoreApp & OfTenant): (() => Promise<Admission>) | undefined {
  const { keepsPace } = app;
  if (keepsPace === undefined) return undefined;
  return async () => {
    try {
      const counted = takeUncounted(app, 'payCalls');
      if (counted)
        return { isGranted: true, counted: counted.catch((error: unknown) => uncounted(app, error)) };
      for (;;) {
        const { isGranted, endsAt } = await takeToken(app, 'payCalls');
        if (isGranted || keepsPace === 'postponing') return { isGranted };
        await app.wait(Math.max(1, endsAt - app.clock()));
      }
    } catch (error) {
      uncounted(app, error);
      return { isGranted: true };
    }
  };
}

/** A call that could not be counted is made all the same. */
function uncounted(app: CoreApp, error: unknown): void {
  app.log.warn('call of the provider not counted', errorFields(error));
}
