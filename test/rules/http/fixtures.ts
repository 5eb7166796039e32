import { test } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import type { Answer } from '../../support/world/world.ts';
import { keyed } from './keyed.ts';
import { addShop, call, stage } from './stage.ts';
import { routeNamed } from '../../../functions/routes.ts';

/** A test with a stage of its own: `shop` is a tenant on it, `one` an endpoint of which it asks under idempotency keys. */
export const it = test
  .extend('on', () => stage())
  .extend('shop', ({ on }) => addShop(on))
  .extend('one', ({ on, shop }) => keyed(on, shop))
  /** Asks an endpoint that does this. */
  .extend('failing', ({ on, shop }) => (run: () => Promise<unknown>): Promise<Answer> => {
    const handler = forTenants(routeNamed('plans/list'), { input: () => undefined, run });
    return call(handler(on.app), 'plans/list', { headers: shop.headers });
  })
  .extend(
    'throwing',
    ({ failing }) =>
      (error: Error) =>
        failing(() => Promise.reject(error)),
  );
