import type { Pay } from '../../../lib/pay/pay.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { instanceOf } from './instance.ts';
import type { World } from './world.ts';

/** What of a payment provider is otherwise than it is. */
type Otherwise = (provider: Pay) => Partial<Pay>;

/** The App whose payment provider does some things otherwise. */
export const paying = (app: App, otherwise: Otherwise): App => ({
  ...app,
  pay: (...account) => {
    const provider = app.pay(...account);
    return { ...provider, ...otherwise(provider) };
  },
});

/** Has an instance serve from now on whose payment provider does some things otherwise. */
export const servePaying = (world: World, otherwise: Otherwise): void =>
  world.serve(instanceOf(paying(world.app, otherwise)));
