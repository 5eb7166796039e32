import type { App } from '../../../lib/app.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import type { Front, Provider } from '../../world/shop.ts';
import type { Dice } from '../delivery/dice.ts';
import type { Shop } from './records.ts';

/** Where walks are taken: the service with its time, its provider and its receivers. */
export interface Place extends Front, Provider {
  /** The service as its operator reaches it. */
  readonly app: App;
  /** The provider's account of a tenant as its panel reaches it, past all trouble. */
  atPanel(shop: Shop): Pay;
  /** Works off all that can be done at this instant. */
  settle(): Promise<void>;
  /** Moves time and works off what falls due on the way. */
  advance(ms: number): Promise<void>;
  /** Moves time at the providers, while none of our queues or schedules runs; false where that cannot be had. */
  standStill(ms: number): Promise<boolean>;
  /** A tenant with plans, its receiver and its account at the provider. */
  openShop(number: number, dice: Dice): Promise<Shop>;
  /** Has the provider misbehave towards the tenant as its trouble says now. */
  impose(shop: Shop): Promise<void>;
  /** Brings the tenant's trouble up to what the provider has done to it meanwhile. */
  follow(shop: Shop): Promise<void>;
  /** Has the tenant's receiver do what its mood says now. */
  receive(shop: Shop): Promise<void>;
  /** Brings the tenant's posts up to what its receiver has got. */
  hear(shop: Shop): Promise<void>;
  /** How many messages were given up. */
  deadLetters(): Promise<number>;
  /** The tenants of a walk are left alone for good. */
  leave(shops: readonly Shop[]): Promise<void>;
}
