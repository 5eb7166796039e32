import * as z from 'zod/mini';
import type { PlanTerms } from '../billing/plan.ts';
import { type Payment, type PlanPreview, PLAN_WARNINGS } from '../billing/plan-preview.ts';
import type { Subscription } from '../billing/subscription.ts';
import { svcIdOf, type PlanRef, type SubscriberRef } from '../billing/identifiers.ts';
import {
  changedSubscriberMembers,
  changeMessage,
  exclusive,
  missing,
  mixedPair,
  planId,
  subscriberId,
} from './identifiers.ts';
import { optional, read, reference, sought } from './read.ts';
import { iso } from './time.ts';
import { named, success, said, uuidOf, SVC_IDS, moneyOf, timeOf, open, type Told } from './shape.ts';
import { payReferenceShape } from './subscription-words.ts';
import { providerSubscriptionShape } from './direct.ts';

/** The shape of a `changePlanAnswer`. */
export const changePlanAnswerShape = named(
  'ChangePlanAnswer',
  z.strictObject({
    status: success,
    message: said(z.string(), 'Says so if the change was not made at the payment provider.'),
    data: z.strictObject({
      id: uuidOf('the subscription'),
      svcId: SVC_IDS.sub,
      payReference: payReferenceShape,
      newPlanReference: z.string(),
      newPlanSvcId: said(z.optional(SVC_IDS.pln), 'When internal ids were used.'),
      syncedWithPay: said(z.boolean(), 'Whether the payment provider made the change.'),
      charge: said(
        z.optional(
          z.nullable(
            z.strictObject({
              amount: moneyOf('What was charged.'),
              currency: z.string(),
              at: timeOf('When.'),
            }),
          ),
        ),
        'What the change charged at once, or null; absent if that could not be read.',
      ),
      payResponse: z.optional(providerSubscriptionShape),
    }),
  }),
);

const chargeShape = (what: string) =>
  said(
    z.nullable(z.strictObject({ amount: moneyOf('How much.'), currency: z.string(), at: timeOf('When.') })),
    what,
  );

/** The shape of a `previewAnswer`. */
export const previewAnswerShape = named(
  'PreviewAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      direction: z.enum(['UPGRADE', 'DOWNGRADE']),
      effectiveAt: z.nullable(
        timeOf('When the plan would be in force; null if a cancellation ends it before.'),
      ),
      charge: chargeShape('What is charged at once, or null.'),
      nextPayment: chargeShape('The charge after that; null where none will be tried, or it is not known.'),
      lost: said(
        z.strictObject({
          days: said(z.int(), 'Whole days.'),
          amount: moneyOf(
            'What part of the price all the time left is, the day that runs included; rounded down.',
          ),
        }),
        'What is given up of the paid period.',
      ),
      warnings: said(
        z.array(open(z.enum(PLAN_WARNINGS))),
        'With `other_product` or `other_interval` the payment provider may refuse the change.',
      ),
      exact: said(z.boolean(), 'Whether the amounts hold.'),
      reason: said(z.nullable(z.string()), 'Why they cannot be known, or null.'),
      previewId: said(z.string().check(z.maxLength(64)), 'For `PUT /subscribers`.'),
      expiresAt: timeOf('Until then the preview can be used.'),
    }),
  }),
);

/** Body of PUT /subscribers. */
export const changePlanBody = z.object({
  'pay-subscriber-reference-code': changedSubscriberMembers['pay-subscriber-reference-code'],
  'pay-plan-reference-code': said(optional(reference()), "The provider's reference of the new plan."),
  'svc-subscriber-id': said(
    optional(sought()),
    'Our id of the subscriber. Only our records change; the payment provider continues as before.',
  ),
  'svc-plan-id': said(optional(sought()), 'Our id of the plan, as `pln_…` or as a UUID.'),
  resetRecurrenceCount: said(optional(z.boolean()), 'For the payment provider only; true by default.'),
  useTrial: said(
    optional(z.boolean()),
    "Whether the new plan's trial is used. For the payment provider only.",
  ),
  upgradePeriod: said(
    optional(z.enum(['NOW', 'NEXT_PERIOD'])),
    'When the change takes effect; NOW by default.',
  ),
  previewId: said(
    optional(sought(64)),
    'What `POST /subscribers/preview-change` answered, and itself takes no notice of: `PUT /subscribers` is 409 `preview_outdated` where the outcome would differ.',
  ),
});

/** Reads the body of PUT /subscribers: one complete pair, the provider's or ours, and the options with their defaults. */
export function changePlanInput(body: unknown) {
  const given = read(changePlanBody, body);
  return {
    ...pair(given),
    resetRecurrenceCount: given.resetRecurrenceCount ?? true,
    useTrial: given.useTrial ?? false,
    upgradePeriod: given.upgradePeriod ?? 'NOW',
    ...(given.previewId !== undefined && { previewId: given.previewId }),
  };
}

const PAY_PAIR = ['pay-subscriber-reference-code', 'pay-plan-reference-code'] as const;
const SVC_PAIR = ['svc-subscriber-id', 'svc-plan-id'] as const;

function pair(given: z.infer<typeof changePlanBody>): { subscriber: SubscriberRef; plan: PlanRef } {
  const [reference, planReference] = PAY_PAIR.map((name) => given[name]);
  const [id, plan] = SVC_PAIR.map((name) => given[name]);
  const pay = PAY_PAIR.filter((name) => given[name] !== undefined);
  const svc = SVC_PAIR.filter((name) => given[name] !== undefined);
  if (pay.length > 0 && svc.length > 0)
    throw pay.length + svc.length === 4 ? exclusive(PAY_PAIR, SVC_PAIR) : mixedPair([...pay, ...svc]);
  if (reference !== undefined && planReference !== undefined)
    return { subscriber: { by: 'pay', reference }, plan: { by: 'pay', reference: planReference } };
  if (id !== undefined && plan !== undefined)
    return { subscriber: { by: 'svc', id: subscriberId(id) }, plan: { by: 'svc', id: planId(plan) } };
  if (pay.length > 0) throw missing(...PAY_PAIR.filter((name) => given[name] === undefined));
  if (svc.length > 0) throw missing(...SVC_PAIR.filter((name) => given[name] === undefined));
  throw missing(PAY_PAIR, SVC_PAIR);
}

interface MadeSubscription {
  readonly reference: string;
  readonly parentReference: string | undefined;
  readonly planReference: string;
  readonly customerReference: string;
  readonly providerStatus: string;
  readonly createdAt: number;
  readonly startAt: number;
  readonly endAt: number | undefined;
}

interface ChangedPlan {
  readonly subscription: Subscription;
  readonly to: PlanTerms;
  readonly made: MadeSubscription | undefined;
  readonly charge:
    { readonly amount: string; readonly currency: string; readonly at: number } | null | undefined;
}

/** Answer of PUT /subscribers. `made` is the provider's answer, if it was called. */
export function changePlanAnswer(
  { subscription, to, made, charge }: ChangedPlan,
  by: 'pay' | 'svc',
): Told<typeof changePlanAnswerShape> {
  const where = by === 'svc' ? ' in our records' : '';
  return {
    status: 'success',
    message: changeMessage(`The plan was changed${where}.`, by),
    data: {
      id: subscription.id,
      svcId: svcIdOf('subscription', subscription.id),
      payReference: subscription.payReference,
      newPlanReference: to.reference,
      ...(by === 'svc' && { newPlanSvcId: svcIdOf('plan', to.id) }),
      ...(charge !== undefined && {
        charge: charge && { amount: charge.amount, currency: charge.currency, at: iso(charge.at) },
      }),
      syncedWithPay: made !== undefined,
      ...(made && {
        payResponse: {
          referenceCode: made.reference,
          parentReferenceCode: made.parentReference ?? null,
          pricingPlanReferenceCode: made.planReference,
          customerReferenceCode: made.customerReference,
          subscriptionStatus: made.providerStatus,
          createdDate: made.createdAt,
          startDate: made.startAt,
          endDate: made.endAt ?? null,
        },
      }),
    },
  };
}

interface Preview {
  readonly preview: PlanPreview;
  readonly previewId: string;
  readonly expiresAt: number;
}

/** Answer of POST /subscribers/preview-change. */
export function previewAnswer({ preview, previewId, expiresAt }: Preview): Told<typeof previewAnswerShape> {
  const payment = (one: Payment | null) => one && { ...one, at: iso(one.at) };
  return {
    status: 'success',
    data: {
      direction: preview.direction,
      effectiveAt: iso(preview.effectiveAt),
      charge: payment(preview.charge),
      nextPayment: payment(preview.nextPayment),
      lost: { ...preview.lost },
      warnings: [...preview.warnings],
      exact: preview.inexact === null,
      reason: preview.inexact,
      previewId,
      expiresAt: iso(expiresAt),
    },
  };
}
