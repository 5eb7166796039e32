import type { App } from '../../../lib/runtime/app.ts';
import { eachCall } from './calls.ts';
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
    eachCall(world.app.pay(...asked), async (_call, carryOut) => {
      if (isTaken()) return carryOut();
      refused++;
      return REFUSED;
    });
  world.serve(instanceOf({ ...world.app, pay }));
  return () => refused;
}
