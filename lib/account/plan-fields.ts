import { amountFrom } from '../billing/money.ts';
import { changedFeatures, type FeatureChanges, type Plan } from '../billing/plan.ts';
import { FEATURES, GRACE_DAYS_MAX, LABEL_CHARACTERS_MAX } from '../limits.ts';
import { isVatRate, VAT_RATES, type VatRate } from '../billing/vat.ts';
import { OperatorError } from './operator-error.ts';
import { checkName } from './operator-text.ts';

/** The fields of a plan that the provider does not know and an operator may set. */
export type OwnPlanFields = Pick<
  Plan,
  'lookupKey' | 'unit' | 'type' | 'shippingPrice' | 'graceDays' | 'vatRate' | 'active'
> & { readonly features: FeatureChanges };

/** A VAT rate as a person writes it. Throws OperatorError. */
export function vatRateIn(given: string): VatRate {
  const rate = /^\d{1,2}$/.test(given.trim()) ? Number(given) : NaN;
  if (!isVatRate(rate)) throw new OperatorError(`VAT is one of ${VAT_RATES.join(', ')}`, 'vatRate');
  return rate;
}

/** Validates and normalises the fields (amounts with two digits). Throws OperatorError, naming the wrong field. */
export function validatePlanFields(
  plan: Plan,
  fields: Partial<OwnPlanFields>,
  plans: readonly Plan[],
): Partial<Plan> {
  const { features, ...terms } = fields;
  const { lookupKey = null, unit = null, graceDays = null, shippingPrice = null } = terms;
  const set = { ...terms, ...(features && { features: featuresAfter(plan, features) }) };
  if (lookupKey !== null) checkName('lookup key', lookupKey, LABEL_CHARACTERS_MAX);
  if (unit !== null) checkName('unit', unit, LABEL_CHARACTERS_MAX);
  checkTaken({ ...plan, ...terms }, plans);
  if (graceDays !== null && !(Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= GRACE_DAYS_MAX))
    throw new OperatorError(`grace is a whole number of days, 0 to ${GRACE_DAYS_MAX}`, 'graceDays');
  if (shippingPrice === null) return set;
  if ((terms.type ?? plan.type) !== 'PHYSICAL')
    throw new OperatorError('only a physical plan has a shipping price; set its type to PHYSICAL');
  return { ...set, shippingPrice: shippingIn(shippingPrice, plan) };
}

function featuresAfter({ features }: Plan, changes: FeatureChanges): Plan['features'] {
  const after = changedFeatures(features, changes);
  if (Object.keys(after).length > FEATURES.max)
    throw new OperatorError(`a plan has at most ${FEATURES.max} features`);
  return after;
}

/** Active plans must not share a lookup key. */
function checkTaken({ id, active, lookupKey }: Plan, plans: readonly Plan[]): void {
  if (!active || lookupKey === null) return;
  if (plans.some((one) => one.active && one.lookupKey === lookupKey && one.id !== id))
    throw new OperatorError(`the lookup key ${lookupKey} belongs to another plan`);
}

/** Shipping is part of the price, which stays the provider's total. */
function shippingIn(given: string, { price, currency }: Plan): string {
  const amount = amountFrom(given);
  if (amount === undefined) throw new OperatorError(`${given} is not an amount; write it as 49.90`);
  if (Number(amount) > Number(price))
    throw new OperatorError(`shipping is a part of the price, so at most ${price} ${currency}`);
  return amount;
}
