import { randomUUID } from 'node:crypto';
import { enteredCard } from './cards.ts';
import { findPlan } from './catalogue.ts';
import { customerFor, findCustomer, readCustomer } from './customers.ts';
import { Refusal, type Answer } from './envelope.ts';
import { fieldsOf, optionalText, text, type Fields } from './fields.ts';
import { formContent, type FormSettings } from './form-content.ts';
import { verifyCard } from './ledger.ts';
import { awaitRetry, keep } from './orders.ts';
import type { CardPurpose, CheckoutPurpose, Form, Subscription } from './records.ts';
import type { Truth } from './truths.ts';
import { readInitialStatus, start } from './subscriptions.ts';
import { subscriptionView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

const HALF_AN_HOUR = { lives: 1_800, says: 1_800 };

/** How long a form lives, and how long it says so, in seconds. */
const LIFETIMES: Readonly<Record<Truth['formLifetime'], { lives: number; says: number | undefined }>> = {
  halfAnHour: HALF_AN_HOUR,
  fiveMinutes: { lives: 300, says: 300 },
  absurd: { ...HALF_AN_HOUR, says: 1_800_000_000 },
  unsaid: { ...HALF_AN_HOUR, says: undefined },
};

/** Opens the form for a first payment. */
export function openCheckout(world: World, request: MerchantRequest): Answer {
  const { merchant, body } = request;
  const callbackUrl = text(body, 'callbackUrl', '23');
  const plan = findPlan(world, merchant.merchantId, text(body, 'pricingPlanReferenceCode'));
  const purpose: CheckoutPurpose = {
    is: 'checkout',
    planReferenceCode: plan.referenceCode,
    customer: readCustomer(fieldsOf(body['customer'])),
    initialStatus: readInitialStatus(body),
  };
  const charge = { price: plan.price, currency: plan.currencyCode };
  const shown = plan.trialPeriodDays > 0 ? 'trial' : 'checkout';
  return open(world, request, callbackUrl, purpose, { ...charge, purpose: shown });
}

/** Opens the form for another card of a customer, for one subscription or for all live ones. */
export function openCardUpdate(world: World, request: MerchantRequest): Answer {
  const { merchant, body } = request;
  const callbackUrl = text(body, 'callbackUrl', '23');
  const customer = findCustomer(world, merchant.merchantId, text(body, 'customerReferenceCode'));
  return openCardForm(world, request, callbackUrl, {
    is: 'card',
    customerReferenceCode: customer.referenceCode,
    subscriptionReferenceCode: optionalText(body, 'subscriptionReferenceCode'),
  });
}

/** Opens the form for another card of one subscription, whose customer need not be named. */
export function openCardUpdateOfSubscription(world: World, request: MerchantRequest): Answer {
  const callbackUrl = text(request.body, 'callbackUrl', '23');
  const reference = text(request.body, 'subscriptionReferenceCode');
  const subscription = world.store.subscriptions.get(reference);
  if (subscription?.merchantId !== request.merchant.merchantId) throw new Refusal('201400');
  return openCardForm(world, request, callbackUrl, {
    is: 'card',
    customerReferenceCode: subscription.customerReferenceCode,
    subscriptionReferenceCode: reference,
  });
}

/** The result of a checkout form. A card form has none. */
export function readForm(world: World, { merchant, params }: MerchantRequest): Answer {
  const form = world.store.forms.get(params['reference'] ?? '');
  if (form?.merchantId !== merchant.merchantId || form.purpose.is !== 'checkout') throw new Refusal('201600');
  const { completedAt, purpose } = form;
  const now = world.clock.now();
  if (completedAt === undefined) throw new Refusal(now < form.expiresAt ? '201601' : '201600');
  if (now < completedAt + world.behaviour.of(merchant.merchantId).completionLagMs)
    throw new Refusal('201601');
  const subscription = world.store.subscriptions.get(purpose.subscriptionReferenceCode ?? '');
  if (!subscription) throw new Refusal('201600');
  return { data: subscriptionView(subscription) };
}

/**
 * Completes a form with a card, as the browser does. A refused card leaves the form open; a completed form returns the
 * same success again and charges nothing.
 */
export function complete(world: World, body: Fields): Answer {
  const form = world.store.forms.get(optionalText(body, 'token') ?? '');
  if (!form) throw new Refusal('201600');
  const done = { data: { token: form.token, callbackUrl: form.callbackUrl } };
  if (form.completedAt !== undefined) return done;
  if (world.clock.now() >= form.expiresAt) throw new Refusal('201600');
  const cardNumber = enteredCard(fieldsOf(body['paymentCard']), world.clock.now());
  refuseFurther(world, form, cardNumber);
  try {
    if (form.purpose.is === 'checkout') checkOut(world, form.merchantId, form.purpose, cardNumber);
    else changeCard(world, form.merchantId, form.purpose, cardNumber);
  } catch (error) {
    if (error instanceof Refusal) refused(world, form, cardNumber, error);
    throw error;
  }
  form.completedAt = world.clock.now();
  world.store.forms.put(form.token, form);
  return done;
}

/** How many cards a form takes in all. */
const CARDS_TAKEN: Readonly<Record<Truth['furtherCards'], number>> = { any: Infinity, two: 3, none: 1 };

/** A form may be closed to further cards, or know one that was refused. */
function refuseFurther(world: World, { merchantId, refusals = [] }: Form, cardNumber: string): void {
  const { furtherCards, refusedCards } = world.behaviour.of(merchantId);
  if (refusals.length >= CARDS_TAKEN[furtherCards]) throw new Refusal('201600');
  const known = refusals.find((one) => one.cardNumber === cardNumber);
  if (known && refusedCards === 'refusedUnasked') throw new Refusal(known.code);
}

function refused(world: World, form: Form, cardNumber: string, { code }: Refusal): void {
  form.refusals = [...(form.refusals ?? []), { cardNumber, code }];
  world.store.forms.put(form.token, form);
}

function checkOut(world: World, merchantId: string, purpose: CheckoutPurpose, cardNumber: string): void {
  const plan = findPlan(world, merchantId, purpose.planReferenceCode);
  const customer = customerFor(world, merchantId, purpose.customer);
  const subscription = start(world, plan, customer, cardNumber, purpose.initialStatus);
  purpose.subscriptionReferenceCode = subscription.referenceCode;
}

function changeCard(world: World, merchantId: string, purpose: CardPurpose, cardNumber: string): void {
  const subscriptions = updatable(world, merchantId, purpose);
  const email = world.store.customers.get(purpose.customerReferenceCode)?.email ?? '';
  const check = verifyCard(world, { merchantId, cardNumber, email }, subscriptions[0]);
  if (check.errorCode !== null) throw new Refusal(check.errorCode);
  for (const subscription of subscriptions) {
    subscription.cardNumber = cardNumber;
    keep(world, subscription);
    const failed = subscription.orders.findLast(({ orderStatus }) => orderStatus === 'FAILED');
    const isOwed = subscription.status === 'UNPAID' && failed && !failed.retrying;
    if (isOwed && world.behaviour.of(merchantId).cardUpdates === 'chargeAgain')
      awaitRetry(world, subscription, failed);
  }
}

function openCardForm(
  world: World,
  request: MerchantRequest,
  callbackUrl: string,
  purpose: CardPurpose,
): Answer {
  if (updatable(world, request.merchant.merchantId, purpose).length === 0) throw new Refusal('200351');
  return open(world, request, callbackUrl, purpose, { price: 1, currency: 'TRY', purpose: 'card' });
}

/** An unpaid subscription needs a new card most, so it counts as live here. */
function updatable(world: World, merchantId: string, purpose: CardPurpose): Subscription[] {
  const { customerReferenceCode, subscriptionReferenceCode } = purpose;
  return world.store.subscriptions.newest(
    (each) =>
      each.merchantId === merchantId &&
      each.customerReferenceCode === customerReferenceCode &&
      ['ACTIVE', 'UNPAID', 'PENDING'].includes(each.status) &&
      (subscriptionReferenceCode === undefined || each.referenceCode === subscriptionReferenceCode),
  );
}

function open(
  world: World,
  { merchant, body, locale }: MerchantRequest,
  callbackUrl: string,
  purpose: Form['purpose'],
  shown: Pick<FormSettings, 'price' | 'currency' | 'purpose'>,
): Answer {
  const createdDate = world.clock.now();
  const token = randomUUID();
  const { lives, says } = LIFETIMES[world.behaviour.of(merchant.merchantId).formLifetime];
  world.store.forms.put(token, {
    merchantId: merchant.merchantId,
    token,
    createdDate,
    expiresAt: createdDate + lives * 1_000,
    callbackUrl,
    purpose,
  });
  return {
    root: {
      conversationId: optionalText(body, 'conversationId'),
      token,
      checkoutFormContent: formContent({
        ...shown,
        token,
        locale,
        url: world.url(),
        createdDate,
      }),
      tokenExpireTime: says,
    },
  };
}
