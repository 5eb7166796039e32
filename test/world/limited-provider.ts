import type { App } from '../../lib/runtime/app.ts';
import type { Pay } from '../../lib/pay/pay.ts';
import { instanceOf } from './instance.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const REFUSED = { ok: false, is: 'rateLimited', providerCode: '50000', message: 'Request Limit Exceeded' };

/** Has the provider take only so many calls a minute from now on; answers how many it has refused so far. */
export function limitProvider(world: World, callsPerMinute: number): () => number {
  let minute = 0;
  let taken = 0;
  let refused = 0;
  const isTaken = () => {
    const now = Math.floor(world.clock.now() / MINUTE);
    if (now !== minute) taken = 0;
    minute = now;
    return ++taken <= callsPerMinute;
  };
  const pay: App['pay'] = (...asked) =>
    new Proxy<Pay>(world.app.pay(...asked), {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...told: unknown[]): Promise<unknown> => {
          if (isTaken()) return Reflect.apply(method, target, told);
          refused++;
          return REFUSED;
        };
      },
    });
  world.serve(instanceOf({ ...world.app, pay }));
  return () => refused;
}
