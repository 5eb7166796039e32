import type { Plan } from '../lib/billing/plan.ts';
import { svcIdOf } from '../lib/billing/identifiers.ts';
import { iso } from './columns.ts';

/** A plan for programs: the provider's terms and our own fields. */
export function planView({ createdAt, ...plan }: Plan) {
  const { id, reference, productReference, name, lookupKey, price, currency } = plan;
  const { interval, intervalCount, trialDays, unit, type, shippingPrice, graceDays, vatRate, active } = plan;
  const known = { id, svcId: svcIdOf('plan', id), reference, productReference, name, lookupKey };
  const terms = { price, currency, interval, intervalCount, trialDays };
  return {
    ...known,
    ...terms,
    unit,
    type,
    shippingPrice,
    graceDays,
    vatRate,
    features: plan.features,
    active,
    createdAt: iso(createdAt),
  };
}
