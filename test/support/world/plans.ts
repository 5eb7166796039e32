import type { Plan } from '../../../lib/billing/plan.ts';
import { authorization } from '../../../lib/pay/iyzico/sign.ts';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import type { World } from './world.ts';

interface Merchant {
  readonly apiKey: string;
  readonly secretKey: string;
}

/** What a test says of a plan; the rest is a monthly plan of 100 lira with seven days of grace. */
export interface PlanFields {
  readonly name: string;
  readonly product?: string;
  readonly price?: string;
  readonly currency?: string;
  readonly interval?: Plan['interval'];
  readonly count?: number;
  readonly trialDays?: number;
  readonly graceDays?: number | null;
  readonly vatRate?: Plan['vatRate'];
  readonly active?: boolean;
  /** How often it is charged; for ever where this is absent. */
  readonly recurrenceCount?: number;
}

/** Makes plans at the sandbox provider and on record, each a millisecond after the one before. */
export async function makePlans(
  world: World,
  tenant: string,
  credentials: Merchant,
  requested: readonly PlanFields[],
): Promise<Record<string, Plan>> {
  const products = [...new Set(requested.map(({ product }) => product ?? 'main'))];
  const references = new Map<string, string>();
  for (const name of products)
    references.set(name, await provider(world, credentials, '/products', { name }));
  const plans: Record<string, Plan> = {};
  for (const fields of requested) {
    const product = references.get(fields.product ?? 'main')!;
    const plan: Plan = {
      id: world.app.newId(),
      reference: await provider(world, credentials, `/products/${product}/pricing-plans`, {
        name: fields.name,
        price: fields.price ?? '100.00',
        currencyCode: fields.currency ?? 'TRY',
        paymentInterval: fields.interval ?? 'MONTHLY',
        paymentIntervalCount: fields.count ?? 1,
        trialPeriodDays: fields.trialDays ?? 0,
        planPaymentType: 'RECURRING',
        recurrenceCount: fields.recurrenceCount,
      }),
      productReference: product,
      name: fields.name,
      lookupKey: null,
      price: fields.price ?? '100.00',
      currency: fields.currency ?? 'TRY',
      interval: fields.interval ?? 'MONTHLY',
      intervalCount: fields.count ?? 1,
      trialDays: fields.trialDays ?? 0,
      unit: null,
      type: 'DIGITAL',
      shippingPrice: null,
      features: {},
      graceDays: fields.graceDays === undefined ? 7 : fields.graceDays,
      vatRate: fields.vatRate ?? null,
      active: fields.active ?? true,
      createdAt: world.clock.now(),
    };
    plans[fields.name] = plan;
    await world.table.write(planChanges(tenant, plan));
    await world.clock.advanceTo(world.clock.now() + 1);
  }
  return plans;
}

/** One call of the provider's own API by the merchant, without sockets; answers the new thing's reference. */
async function provider(
  world: World,
  { apiKey, secretKey }: Merchant,
  path: string,
  body: object,
): Promise<string> {
  const full = `/v2/subscription${path}`;
  const text = JSON.stringify(body);
  const signed = { secretKey, randomKey: String(Math.random()), path: full, body: text };
  const outcome = await world.pay.answer({
    method: 'POST',
    path: full,
    query: {},
    headers: { authorization: authorization(apiKey, signed) },
    rawBody: Buffer.from(text),
  });
  if (typeof outcome === 'string') throw new Error(`the sandbox did not answer ${path}: ${outcome}`);
  const answer = JSON.parse(outcome.body) as {
    status: string;
    data?: { referenceCode: string };
    errorMessage?: string;
  };
  if (!answer.data) throw new Error(`the sandbox refused ${path}: ${answer.errorMessage ?? ''}`);
  return answer.data.referenceCode;
}
