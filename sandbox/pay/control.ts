import {
  BadControl,
  checkSwitches,
  count,
  either,
  flag,
  nothing,
  oneOf,
  text,
  webAddress,
  type Switches,
} from '../switches.ts';
import { makeDemoPlans } from './demo-plans.ts';
import type { Fields } from './fields.ts';
import { addMerchant, changeMerchant } from './merchants.ts';
import { chargeAgain, end, keep } from './orders.ts';
import type { Merchant, Plan, Refund, Subscription } from './records.ts';
import { refundInPanel } from './refunds.ts';
import { populate } from './populate.ts';
import type { Method, Route } from './routes.ts';
import { detailsView, planView } from './views.ts';
import type { World } from './world.ts';

/** A request to the sandbox's own control paths. */
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

/** Control calls without credentials, for tests and people. */
export const CONTROL_ROUTES: readonly Route<ControlRun>[] = [
  control('GET', '/ledger', (world, { query }) => ofMerchant(world.store.ledger.all(), query)),
  control('GET', '/refunds', (world, { query }) => ofMerchant(world.store.refunds.all(), query)),
  control('POST', '/payments/{paymentId}/refund', refundByPanel),
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
  control('POST', '/subscriptions/{reference}/expire', expire),
  control('POST', '/plans/{reference}', setPlanStatus),
  control('GET', '/merchants', (world) => world.store.merchants.all()),
  control('POST', '/merchants', openMerchant),
  control('POST', '/merchants/{merchantId}', editMerchant),
  control('POST', '/merchants/{merchantId}/subscriptions', (world, request) =>
    populate(world, findMerchant(world, request), request.body),
  ),
  control('GET', '/behaviour', (world, { query }) => world.behaviour.of(knownMerchant(world, query))),
  control('POST', '/behaviour', setBehaviour),
  control('DELETE', '/behaviour', (world, { query }) => {
    world.behaviour.reset(knownMerchant(world, query));
    return world.behaviour.of(knownMerchant(world, query));
  }),
];

/** Gives money back as the panel does: so many hundredths, or without an amount all of it by a cancellation. */
function refundByPanel(world: World, { params, body }: ControlRequest): Refund {
  checkSwitches({ cents: count }, body);
  const entry = world.store.ledger.get(params['paymentId'] ?? '');
  if (entry?.status !== 'SUCCESS') throw new BadControl('There is no such payment.', 404);
  const made = refundInPanel(world, entry, body['cents'] === undefined ? undefined : Number(body['cents']));
  if (!made) throw new BadControl('Not so much is left of this payment.', 409);
  return made;
}

const OUTCOME = oneOf('success', 'failure');

/** Settles the next waiting order now, or retries a failed one, with the given result whatever the card. */
function charge(world: World, request: ControlRequest): unknown {
  const subscription = findSubscription(world, request);
  const order = subscription.orders.find((each) => ['WAITING', 'FAILED'].includes(each.orderStatus));
  if (!order || !['ACTIVE', 'UNPAID'].includes(subscription.status))
    throw new BadControl('No order of this subscription is waiting or failed.', 409);
  const { outcome, errorCode = '10051' } = request.body;
  checkSwitches({ outcome: OUTCOME, errorCode: text }, { ...request.body, outcome });
  chargeAgain(world, subscription, order, {
    errorCode: outcome === 'success' ? undefined : String(errorCode),
  });
  return detailsView(world, subscription);
}

/** Ends a subscription's term, with the period that runs unless it `keepsPeriod`. */
function expire(world: World, request: ControlRequest): unknown {
  checkSwitches({ keepsPeriod: flag }, request.body);
  const subscription = findSubscription(world, request);
  const now = world.clock.now();
  if (request.body['keepsPeriod'] !== true)
    for (const order of subscription.orders)
      order.endPeriod = Math.min(order.endPeriod, Math.max(now, order.startPeriod));
  return detailsView(world, end(world, subscription, 'EXPIRED'));
}

/** Replaces a subscription's card without notifying anybody. */
function swapCard(world: World, request: ControlRequest): unknown {
  const subscription = findSubscription(world, request);
  const { cardNumber } = request.body;
  checkSwitches({ cardNumber: text }, { ...request.body, cardNumber });
  subscription.cardNumber = String(cardNumber);
  return detailsView(world, keep(world, subscription));
}

function setPlanStatus(world: World, { params, body }: ControlRequest): unknown {
  const plan = world.store.plans.get(params['reference'] ?? '');
  if (!plan) throw new BadControl('There is no such plan.', 404);
  const { status } = body;
  checkSwitches({ status: oneOf('ACTIVE', 'PASSIVE') }, { ...body, status });
  return planView(world.store.plans.put(plan.referenceCode, { ...plan, status: status as Plan['status'] }));
}

const MERCHANT_SWITCHES = {
  apiKey: text,
  secretKey: text,
  notificationUrl: either(webAddress, nothing),
  signed: flag,
} as const satisfies Switches;

/** Creates an account, or changes the one with this API key; with `plans`, it gets the demo's plans. */
function openMerchant(world: World, { body }: ControlRequest): unknown {
  const { plans, ...rest } = body;
  checkSwitches({ ...MERCHANT_SWITCHES, merchantId: text, plans: flag }, body);
  const merchant = addMerchant(world, rest);
  return plans === true ? { ...merchant, plans: makeDemoPlans(world, merchant) } : merchant;
}

/** Edits a merchant as its panel would: a changed key replaces the old one at once. */
function editMerchant(world: World, request: ControlRequest): Merchant {
  checkSwitches(MERCHANT_SWITCHES, request.body);
  return changeMerchant(world, findMerchant(world, request), request.body);
}

function findMerchant(world: World, { params }: ControlRequest): Merchant {
  const merchant = world.store.merchants.get(params['merchantId'] ?? '');
  if (!merchant) throw new BadControl('There is no such merchant.', 404);
  return merchant;
}

function setBehaviour(world: World, { body }: ControlRequest): unknown {
  const { merchantId, ...settings } = body;
  if (merchantId !== undefined) checkSwitches({ merchantId: text }, { merchantId });
  return world.behaviour.set(settings, knownMerchant(world, { merchantId }));
}

function readMerchantId(query: Fields): string | undefined {
  const { merchantId } = query;
  return typeof merchantId === 'string' ? merchantId : undefined;
}

/** The named merchant, if any. Throws `BadControl` if it does not exist. */
function knownMerchant(world: World, fields: Fields): string | undefined {
  const merchantId = readMerchantId(fields);
  if (merchantId !== undefined && !world.store.merchants.get(merchantId))
    throw new BadControl('There is no such merchant.', 404);
  return merchantId;
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
