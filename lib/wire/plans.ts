import * as z from 'zod/mini';
import type { FeatureChanges, Plan } from '../billing/plan.ts';
import { VAT_RATES } from '../billing/vat.ts';
import { svcIdOf, type PlanRef } from '../billing/identifiers.ts';
import { FEATURES, GRACE_DAYS_MAX, LABEL_CHARACTERS_MAX, PAGE_SIZE } from '../limits.ts';
import { planMembers, planRefIn } from './identifiers.ts';
import { featureKey, featuresShape } from './access.ts';
import { amount, count, invalid, optional, prose, read, reference, text } from './read.ts';
import { uuidOf, SVC_IDS, said, moneyOf, named, success, type Told } from './shape.ts';

const planShapes = {
  id: uuidOf('the plan'),
  svcId: SVC_IDS.pln,
  referenceCode: said(z.string(), "The payment provider's reference of the plan."),
  lookup_key: said(z.nullable(z.string()), 'Stable key to look the plan up by.'),
  name: z.string(),
  price: moneyOf('What a period costs; for physical plans with the shipping.'),
  currencyCode: said(z.string(), 'TRY, USD or EUR.'),
  paymentInterval: z.enum(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
  paymentIntervalCount: said(z.int(), 'How many intervals a period has.'),
  trialPeriodDays: z.int(),
  unit: said(z.nullable(z.string()), 'Unit count of bundled plans.'),
  productReference: z.nullable(z.string()),
  planType: z.enum(['PHYSICAL', 'DIGITAL']),
  shippingPrice: z.nullable(z.string()),
  gracePeriodDays: said(z.nullable(z.int()), 'Days of grace after a failed payment.'),
  vatRate: said(
    z.nullable(z.literal(VAT_RATES)),
    'The VAT that its documents bear, in whole percent; null for that of your invoicing account.',
  ),
  features: featuresShape,
};

const planShape = named('Plan', z.strictObject(planShapes));

const ownPlanShape = named(
  'OwnPlan',
  z.strictObject({
    ...planShapes,
    active: said(z.boolean(), 'Whether it can be subscribed to; a retired one cannot.'),
  }),
);

const referencesShape = said(z.array(z.string()), 'References of plans.');

/** The shape of a `syncAnswer`. */
export const syncAnswerShape = named(
  'SyncPlansAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      added: referencesShape,
      changed: referencesShape,
      retired: referencesShape,
      unreadable: said(
        z.optional(z.array(z.string())),
        'References of plans whose terms cannot be read there; they stay as they are here.',
      ),
    }),
  }),
);

const pageOfShape = <One extends z.core.$ZodType>(one: One) =>
  z.strictObject({
    status: success,
    data: said(z.array(one), 'Newest first. A page past the end is empty.'),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
  });

/** The shape of a `plansAnswer`. */
export const plansAnswerShape = named('PlansAnswer', pageOfShape(planShape));

/** The shape of an `ownPlansAnswer`. */
export const ownPlansAnswerShape = named('OwnPlansAnswer', pageOfShape(ownPlanShape));

/** The shape of an `ownPlanAnswer`. */
export const ownPlanAnswerShape = named(
  'OwnPlanAnswer',
  z.strictObject({ status: success, data: ownPlanShape }),
);

/** Query of GET /plans/list. */
export const plansQuery = z.object({
  page: said(count({ default: 1, max: 999_999_999 }), 'From 1.'),
  pageSize: said(count(PAGE_SIZE), 'Plans a page.'),
  productReference: said(optional(reference()), 'Only plans of this product.'),
});

/** What GET /plans/list asks for. */
export type PlansInput = z.infer<typeof plansQuery>;

/** Reads the query of GET /plans/list. */
export function plansInput(given: unknown): PlansInput {
  return read(plansQuery, given);
}

/** Answer of GET /plans/list: one page of `plans`. A page past the end is empty. */
export const plansAnswer = (plans: readonly Plan[], input: PlansInput): Told<typeof plansAnswerShape> =>
  pageOf(plans, input, planView);

/** Answer of GET /account/plans. */
export const ownPlansAnswer = (plans: readonly Plan[], input: PlansInput): Told<typeof ownPlansAnswerShape> =>
  pageOf(plans, input, ownPlanView);

/** Answer of PUT /account/plans. */
export const ownPlanAnswer = (plan: Plan): Told<typeof ownPlanAnswerShape> => ({
  status: 'success',
  data: ownPlanView(plan),
});

function pageOf<View>(plans: readonly Plan[], { page, pageSize }: PlansInput, view: (plan: Plan) => View) {
  const from = (page - 1) * pageSize;
  return {
    status: 'success' as const,
    data: plans.slice(from, from + pageSize).map(view),
    total: plans.length,
    page,
    pageSize,
    totalPages: Math.ceil(plans.length / pageSize),
  };
}

function planView(plan: Plan) {
  return {
    id: plan.id,
    svcId: svcIdOf('plan', plan.id),
    referenceCode: plan.reference,
    lookup_key: plan.lookupKey,
    name: plan.name,
    price: plan.price,
    currencyCode: plan.currency,
    paymentInterval: plan.interval,
    paymentIntervalCount: plan.intervalCount,
    trialPeriodDays: plan.trialDays,
    unit: plan.unit,
    productReference: plan.productReference,
    planType: plan.type,
    shippingPrice: plan.shippingPrice,
    gracePeriodDays: plan.graceDays,
    vatRate: plan.vatRate,
    features: plan.features,
  };
}

const ownPlanView = (plan: Plan) => ({ ...planView(plan), active: plan.active });

/** A member that null takes away, and that stays as it is where it is absent. */
const settable = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema));

/** The value of a feature: that it is there, a limit, or a text. */
export const featureValue = z.union(
  [
    z.literal(true),
    z.int().check(z.minimum(0), z.maximum(FEATURES.numberMax)),
    prose(FEATURES.textCharacters),
  ],
  {
    error: `must be true, a whole number of at most twelve digits or a text of at most ${FEATURES.textCharacters} characters`,
  },
);

/** Body of PUT /account/plans. */
export const planSettingsBody = z.object({
  ...planMembers,
  gracePeriodDays: said(
    settable(z.int().check(z.minimum(0), z.maximum(GRACE_DAYS_MAX))),
    'Days of access after a failed payment; null for none.',
  ),
  vatRate: said(
    settable(z.literal(VAT_RATES)),
    'VAT in whole percent: 0, 1, 10 or 20; null for that of the invoicing account.',
  ),
  lookup_key: said(
    settable(text(LABEL_CHARACTERS_MAX)),
    'A name of your own that stays when the plan is replaced.',
  ),
  unit: said(settable(prose(LABEL_CHARACTERS_MAX)), 'What a bundle holds.'),
  planType: said(z.optional(z.enum(['PHYSICAL', 'DIGITAL'])), 'Of all plans of the product.'),
  shippingPrice: said(settable(amount()), 'The part of the price that is shipping; physical plans only.'),
  active: said(z.optional(z.boolean()), 'Whether it can be subscribed to.'),
  features: said(
    z.optional(
      z
        .record(featureKey, z.nullable(featureValue))
        .check(
          z.refine(
            (given) => Object.keys(given).length <= FEATURES.max,
            `must have at most ${FEATURES.max} of them`,
          ),
        ),
    ),
    'What it includes, by key.',
  ),
});

/** What to set of which plan. */
export interface PlanSettingsInput {
  readonly ref: PlanRef;
  readonly fields: Partial<
    Pick<Plan, 'graceDays' | 'vatRate' | 'lookupKey' | 'unit' | 'type' | 'shippingPrice' | 'active'>
  > & { readonly features?: FeatureChanges };
}

/** Reads the body of PUT /account/plans: what is absent stays, null takes away. */
export function planSettingsInput(body: unknown): PlanSettingsInput {
  const given = read(planSettingsBody, body);
  const {
    gracePeriodDays,
    lookup_key: lookupKey,
    unit,
    planType,
    shippingPrice,
    vatRate,
    active,
    features,
  } = given;
  const fields = {
    ...(gracePeriodDays !== undefined && { graceDays: gracePeriodDays }),
    ...(vatRate !== undefined && { vatRate }),
    ...(lookupKey !== undefined && { lookupKey }),
    ...(unit !== undefined && { unit }),
    ...(planType !== undefined && { type: planType }),
    ...(shippingPrice !== undefined && { shippingPrice }),
    ...(active !== undefined && { active }),
    ...(features !== undefined && { features }),
  };
  if (Object.keys(fields).length === 0)
    throw invalid({ field: 'gracePeriodDays', message: 'or another setting must be given' });
  return { ref: planRefIn(given), fields };
}

/** Answer of POST /plans/sync: plan references by what happened to them; those that cannot be read only if there are any. */
export function syncAnswer({ added, changed, retired, unreadable }: Synced): Told<typeof syncAnswerShape> {
  const data = { added, changed, retired };
  return { status: 'success', data: unreadable.length === 0 ? data : { ...data, unreadable } };
}

interface Synced {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly retired: readonly string[];
  readonly unreadable: readonly string[];
}
