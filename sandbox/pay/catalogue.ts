import { randomUUID } from 'node:crypto';
import { list, Refusal, type Answer } from './envelope.ts';
import { decimal, oneOf, optionalText, text, wholeNumber } from './fields.ts';
import type { Interval, Plan, Product } from './records.ts';
import { planView, productView } from './views.ts';
import type { MerchantRequest, World } from './world.ts';

const INTERVALS: readonly Interval[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

/** POST /products. A name that is taken is refused. */
export function createProduct(world: World, { merchant, body }: MerchantRequest): Answer {
  const name = text(body, 'name');
  refuseTakenName(world.store.products.all(), merchant.merchantId, name, '201001');
  const product: Product = {
    merchantId: merchant.merchantId,
    referenceCode: randomUUID(),
    createdDate: world.clock.now(),
    name,
    description: optionalText(body, 'description'),
    status: 'ACTIVE',
    deleted: false,
  };
  return { data: productView(world, world.store.products.put(product.referenceCode, product)) };
}

/** POST /products/{reference}. A name that is taken is refused. */
export function updateProduct(world: World, request: MerchantRequest): Answer {
  const product = findProduct(world, request);
  const name = text(request.body, 'name');
  const others = world.store.products.all().filter((each) => each !== product);
  refuseTakenName(others, request.merchant.merchantId, name, '201001');
  product.name = name;
  product.description = optionalText(request.body, 'description') ?? product.description;
  return { data: productView(world, world.store.products.put(product.referenceCode, product)) };
}

/** GET /products/{reference}, with its plans. */
export function readProduct(world: World, request: MerchantRequest): Answer {
  return { data: productView(world, findProduct(world, request)) };
}

/** GET /products: a page, newest first. */
export function listProducts(world: World, { merchant, query }: MerchantRequest): Answer {
  const products = world.store.products.newest((each) => isLive(each, merchant.merchantId));
  return paged(query, products, (product) => productView(world, product));
}

/** DELETE /products/{reference}. One with plans is refused. */
export function deleteProduct(world: World, request: MerchantRequest): Answer {
  const product = findProduct(world, request);
  if (plansOf(world, product).length > 0) throw new Refusal('201002');
  world.store.products.put(product.referenceCode, { ...product, deleted: true });
  return undefined;
}

/** POST /products/{reference}/pricing-plans. A name that is taken is refused. */
export function createPlan(world: World, request: MerchantRequest): Answer {
  const { merchant, body } = request;
  const product = findProduct(world, request);
  const name = text(body, 'name');
  refuseTakenName(world.store.plans.all(), merchant.merchantId, name, '201051');
  const recurrenceCount = wholeNumber(body, 'recurrenceCount', 0);
  const plan: Plan = {
    merchantId: merchant.merchantId,
    referenceCode: randomUUID(),
    createdDate: world.clock.now(),
    name,
    price: decimal(body, 'price'),
    paymentInterval: oneOf(body, 'paymentInterval', INTERVALS),
    paymentIntervalCount: wholeNumber(body, 'paymentIntervalCount', 1) || 1,
    trialPeriodDays: wholeNumber(body, 'trialPeriodDays', 0),
    currencyCode: oneOf(body, 'currencyCode', ['TRY', 'USD', 'EUR']),
    productReferenceCode: product.referenceCode,
    planPaymentType: oneOf(body, 'planPaymentType', ['RECURRING']),
    status: 'ACTIVE',
    recurrenceCount: recurrenceCount === 0 ? undefined : recurrenceCount,
    deleted: false,
  };
  return { data: planView(world.store.plans.put(plan.referenceCode, plan)) };
}

/** Changes name and trial days; a price in the request is silently ignored, as by the provider. */
export function updatePlan(world: World, request: MerchantRequest): Answer {
  const plan = findPlan(world, request.merchant.merchantId, request.params['reference']);
  const name = optionalText(request.body, 'name') ?? plan.name;
  const others = world.store.plans.all().filter((each) => each !== plan);
  refuseTakenName(others, request.merchant.merchantId, name, '201051');
  plan.name = name;
  plan.trialPeriodDays = wholeNumber(request.body, 'trialPeriodDays', plan.trialPeriodDays);
  return { data: planView(world.store.plans.put(plan.referenceCode, plan)) };
}

/** GET /pricing-plans/{reference}. */
export function readPlan(world: World, { merchant, params }: MerchantRequest): Answer {
  return { data: planView(findPlan(world, merchant.merchantId, params['reference'])) };
}

/** GET /products/{reference}/pricing-plans: a page. */
export function listPlans(world: World, request: MerchantRequest): Answer {
  return paged(request.query, plansOf(world, findProduct(world, request)), planView);
}

/** A plan can be deleted unless a subscription runs on it or was upgraded away from it. */
export function deletePlan(world: World, { merchant, params }: MerchantRequest): Answer {
  const plan = findPlan(world, merchant.merchantId, params['reference']);
  const { planDeletions } = world.behaviour.of(merchant.merchantId);
  if (planDeletions === 'refused') throw new Refusal('201054');
  const bound = world.store.subscriptions.find(
    ({ planReferenceCode, status }) =>
      planReferenceCode === plan.referenceCode &&
      (planDeletions === 'neverUsed' || !['CANCELED', 'EXPIRED'].includes(status)),
  );
  if (bound) throw new Refusal('201053');
  world.store.plans.put(plan.referenceCode, { ...plan, deleted: true });
  return undefined;
}

/** The merchant's plan, or the provider's refusal. */
export function findPlan(world: World, merchantId: string, reference: string | undefined): Plan {
  const plan = world.store.plans.get(reference ?? '');
  if (!plan || !isLive(plan, merchantId)) throw new Refusal('201050');
  return plan;
}

/** One page of the records, from 1, ten by default. */
export function paged<T>(
  query: MerchantRequest['query'],
  records: readonly T[],
  view: (record: T) => unknown,
): Answer {
  const page = Math.max(1, wholeNumber(query, 'page', 1));
  const count = Math.min(100, Math.max(1, wholeNumber(query, 'count', 10)));
  return list(records, page, count, view);
}

function findProduct(world: World, { merchant, params }: MerchantRequest): Product {
  const product = world.store.products.get(params['reference'] ?? '');
  if (!product || !isLive(product, merchant.merchantId)) throw new Refusal('201000');
  return product;
}

function plansOf(world: World, product: Product): Plan[] {
  return world.store.plans.newest(
    (each) => each.productReferenceCode === product.referenceCode && !each.deleted,
  );
}

function isLive(item: { merchantId: string; deleted: boolean }, merchantId: string): boolean {
  return item.merchantId === merchantId && !item.deleted;
}

function refuseTakenName(
  items: readonly { merchantId: string; name: string; deleted: boolean }[],
  merchantId: string,
  name: string,
  code: string,
): void {
  if (items.some((each) => isLive(each, merchantId) && each.name === name)) throw new Refusal(code);
}
