import type { App } from '../../../../lib/runtime/app.ts';
import type { HttpHandler } from '../../../../lib/http/call.ts';
import type { RefusalCode } from '../../../../lib/refusal.ts';
import type { RouteName } from '../../../../functions/routes.ts';
import { control, DAY, directBody, someone, subscribe, type Member } from '../../../support/world/shop.ts';
import { checkoutBody, makeTenant, type TestTenant } from '../../../support/world/tenant.ts';
import { eventFor, type Answer, type Ask, type World } from '../../../support/world/world.ts';

/** What the codes are provoked with: a tenant, one of its members, and one whose subscription has ended. */
export interface Cast {
  readonly world: World;
  readonly shop: TestTenant;
  readonly member: Member;
  readonly ended: Member;
}

/** A tenant with a plan of each kind, and its members. */
export async function cast(world: World): Promise<Cast> {
  const shop = await makeTenant(world, {
    plans: [
      { name: 'basic' },
      { name: 'plus', price: '200.00' },
      { name: 'yearly', interval: 'YEARLY' },
      { name: 'euro', currency: 'EUR' },
      { name: 'old', active: false },
    ],
  });
  const ended = await subscribe(world, shop);
  await control(world, `/subscriptions/${ended.reference}/expire`, {});
  await world.advance(33 * DAY);
  return { world, shop, ended, member: await subscribe(world, shop) };
}

/** How some of the codes of the catalogue come about. */
export type Provocations<Code extends RefusalCode = RefusalCode> = Record<Code, () => Promise<Answer>>;

/** Calls a function made with an App that is the world's but for some parts. */
export async function callWith(
  { world, shop }: Cast,
  create: (app: App) => HttpHandler,
  parts: Partial<App>,
  name: RouteName,
  ask: Ask,
): Promise<Answer> {
  const event = eventFor(name, { ...ask, headers: { ...shop.headers, ...ask.headers } });
  const {
    statusCode = 0,
    headers,
    body = '',
  } = await create({ ...world.app, memory: {}, ...parts })(event, {} as never);
  const parsed = JSON.parse(body) as Record<string, unknown>;
  return { status: statusCode, headers: headers as Record<string, string>, text: body, body: parsed };
}

/** Begins a hosted checkout of the tenant's usual plan. */
export const start = (who: TestTenant, more: Record<string, unknown> = {}): Promise<Answer> =>
  who.call('checkout/initialize', { body: checkoutBody(who.plans.basic!, { email: someone(), ...more }) });

/** Buys the usual plan directly. */
export const direct = ({ shop }: Cast, more: Record<string, unknown> = {}): Promise<Answer> =>
  shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, more) });

export const cancel = ({ shop }: Cast, body: Record<string, unknown>): Promise<Answer> =>
  shop.call('subscribers/cancel', { body });

export const changePlan = ({ shop }: Cast, body: Record<string, unknown>): Promise<Answer> =>
  shop.call('subscribers/change-plan', { body });

/** Asks the same once more, with another name in the body; answers what the second got. */
export async function twice(ask: (body: Record<string, unknown>) => Promise<Answer>): Promise<Answer> {
  await ask({ name: 'One' });
  return ask({ name: 'Other' });
}
