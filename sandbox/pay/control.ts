import type { Fields } from './fields.ts';
import { addMerchant, setNotifications, type MerchantOptions } from './merchants.ts';
import { chargeAgain, end, keep } from './orders.ts';
import type { Merchant, Subscription } from './records.ts';
import type { Method, Route } from './routes.ts';
import { detailsView, planView } from './views.ts';
import type { World } from './world.ts';

/** A control call that makes no sense, in words. */
export class BadControl extends Error {
  readonly httpStatus: number;

  constructor(message: string, httpStatus = 400) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

export interface ControlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields;
}

type ControlRun = (world: World, request: ControlRequest) => unknown;

const control = (method: Method, path: string, run: ControlRun): Route<ControlRun> => ({
  method,
  path: `/sandbox${path}`,
  run,
});

/** Calls without credentials, for tests and people: what really happened, and what is to happen. */
export const CONTROL_ROUTES: readonly Route<ControlRun>[] = [
  control('GET', '/ledger', (world, { query }) => ofMerchant(world.store.ledger.all(), query)),
  control('GET', '/notifications', (world, { query }) => ofMerchant(world.store.notifications.all(), query)),
  control('GET', '/subscriptions', (world, { query }) =>
    ofMerchant(world.store.subscriptions.all(), query).map((each) => detailsView(world, each)),
  ),
  control('GET', '/subscriptions/{reference}', (world, request) =>
    detailsView(world, findSubscription(world, request)),
  ),
  control('POST', '/subscriptions/{reference}/charge', charge),
  control('POST', '/subscriptions/{reference}/card', swapCard),
  control('POST', '/subscriptions/{reference}/cancel', (world, request) =>
    detailsView(world, end(world, findSubscription(world, request), 'CANCELED')),
  ),
  control('POST', '/subscriptions/{reference}/expire', (world, request) =>
    detailsView(world, end(world, findSubscription(world, request), 'EXPIRED')),
  ),
  control('POST', '/plans/{reference}', setPlanStatus),
  control('GET', '/merchants', (world) => world.store.merchants.all()),
  control('POST', '/merchants', (world, { body }) => addMerchant(world, readMerchantOptions(body))),
  control('POST', '/merchants/{merchantId}', changeMerchant),
  control('GET', '/behaviour', (world, { query }) => world.behaviour.of(readMerchantId(query))),
  control('POST', '/behaviour', setBehaviour),
  control('DELETE', '/behaviour', (world, { query }) => {
    world.behaviour.reset(readMerchantId(query));
    return world.behaviour.of(readMerchantId(query));
  }),
];

/** Settles the next waiting order now, or tries a failed one again, as told and whatever the card. */
function charge(world: World, request: ControlRequest): unknown {
  const subscription = findSubscription(world, request);
  const order = subscription.orders.find((each) => ['WAITING', 'FAILED'].includes(each.orderStatus));
  if (!order || !['ACTIVE', 'UNPAID'].includes(subscription.status))
    throw new BadControl('No order of this subscription is waiting or failed.', 409);
  const { outcome, errorCode } = request.body;
  if (outcome === 'success') chargeAgain(world, subscription, order, { succeeds: true });
  else if (outcome === 'failure')
    chargeAgain(world, subscription, order, {
      succeeds: false,
      errorCode: typeof errorCode === 'string' ? errorCode : '10051',
    });
  else throw new BadControl('"outcome" must be "success" or "failure".');
  return detailsView(world, subscription);
}

/** Puts another card behind a subscription without a word to anybody, so that later charges go its way. */
function swapCard(world: World, request: ControlRequest): unknown {
  const subscription = findSubscription(world, request);
  const { cardNumber } = request.body;
  if (typeof cardNumber !== 'string') throw new BadControl('"cardNumber" must be a string.');
  subscription.cardNumber = cardNumber;
  return detailsView(world, keep(world, subscription));
}

function setPlanStatus(world: World, { params, body }: ControlRequest): unknown {
  const plan = world.store.plans.get(params['reference'] ?? '');
  if (!plan) throw new BadControl('There is no such plan.', 404);
  const { status } = body;
  if (status !== 'ACTIVE' && status !== 'PASSIVE')
    throw new BadControl('"status" must be "ACTIVE" or "PASSIVE".');
  return planView(world.store.plans.put(plan.referenceCode, { ...plan, status }));
}

function changeMerchant(world: World, { params, body }: ControlRequest): Merchant {
  const merchant = world.store.merchants.get(params['merchantId'] ?? '');
  if (!merchant) throw new BadControl('There is no such merchant.', 404);
  const options = readMerchantOptions(body);
  const url = body['notificationUrl'] === null ? null : options.notificationUrl;
  return setNotifications(world, merchant, { url, signed: options.signed });
}

function setBehaviour(world: World, { body }: ControlRequest): unknown {
  const { merchantId, ...settings } = body;
  try {
    return world.behaviour.set(settings, typeof merchantId === 'string' ? merchantId : undefined);
  } catch (error) {
    throw new BadControl(error instanceof Error ? error.message : String(error));
  }
}

function readMerchantOptions(body: Fields): MerchantOptions {
  const { apiKey, secretKey, merchantId, notificationUrl, signed } = body;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    apiKey: text(apiKey),
    secretKey: text(secretKey),
    merchantId: text(merchantId),
    notificationUrl: text(notificationUrl),
    signed: typeof signed === 'boolean' ? signed : undefined,
  };
}

function readMerchantId(query: Fields): string | undefined {
  const { merchantId } = query;
  return typeof merchantId === 'string' ? merchantId : undefined;
}

function ofMerchant<T extends { merchantId: string }>(records: readonly T[], query: Fields): T[] {
  const wanted = readMerchantId(query);
  return records.filter((each) => wanted === undefined || each.merchantId === wanted);
}

function findSubscription(world: World, { params }: ControlRequest): Subscription {
  const subscription = world.store.subscriptions.get(params['reference'] ?? '');
  if (!subscription) throw new BadControl('There is no such subscription.', 404);
  return subscription;
}
