import { idFrom, type ParsedId, type PlanRef, type SubscriberRef } from '../billing/identifiers.ts';
import { Refusal } from '../refusal.ts';
import { optional, reference, sought } from './read.ts';
import { said } from './shape.ts';

/** Members of a body that name a plan. */
export const planMembers = {
  pricingPlanReferenceCode: said(
    optional(reference()),
    "The provider's reference of the plan. One of this and `svc-plan-id`.",
  ),
  'svc-plan-id': said(optional(sought()), 'Our id of the plan, as `pln_…` or as a UUID.'),
};

/** Members of a request that name a subscriber. */
export const subscriberMembers = {
  'pay-subscriber-reference-code': said(optional(reference()), "The provider's reference of the subscriber."),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
};

/** The same, of a change that the provider is told of where the subscriber is named by its reference. */
export const changedSubscriberMembers = {
  ...subscriberMembers,
  'pay-subscriber-reference-code': said(
    optional(reference()),
    "The provider's reference: a change is made there too.",
  ),
};

/** Exactly one of the two ways to name a plan. */
export function planRefIn(given: {
  pricingPlanReferenceCode?: string | undefined;
  'svc-plan-id'?: string | undefined;
}): PlanRef {
  const { pricingPlanReferenceCode: reference, 'svc-plan-id': svcId } = given;
  if (reference !== undefined && svcId !== undefined)
    throw exclusive(['pricingPlanReferenceCode'], ['svc-plan-id']);
  if (reference !== undefined) return { by: 'pay', reference };
  if (svcId !== undefined) return { by: 'svc', id: planId(svcId) };
  throw missing('pricingPlanReferenceCode', 'svc-plan-id');
}

/** The UUID of a plan's internal id. Throws `plan_not_found` for text that cannot be one. */
export function planId(given: string): ParsedId {
  const id = idFrom('plan', given);
  if (id === undefined) throw new Refusal('plan_not_found');
  return id;
}

/** The UUID of a subscriber's internal id. Throws `subscriber_not_found` for text that cannot be one. */
export function subscriberId(given: string): ParsedId {
  const id = idFrom('subscription', given);
  if (id === undefined) throw new Refusal('subscriber_not_found');
  return id;
}

/** Exactly one of the two ways to name a subscriber. */
export function subscriberRefIn(given: {
  'pay-subscriber-reference-code'?: string | undefined;
  'svc-id'?: string | undefined;
}): SubscriberRef {
  const { 'pay-subscriber-reference-code': reference, 'svc-id': svcId } = given;
  if (reference !== undefined && svcId !== undefined)
    throw exclusive(['pay-subscriber-reference-code'], ['svc-id']);
  if (reference !== undefined) return { by: 'pay', reference };
  if (svcId !== undefined) return { by: 'svc', id: subscriberId(svcId) };
  throw missing('pay-subscriber-reference-code', 'svc-id');
}

/** A change's message; one made by internal id adds that the provider was not told. */
export function changeMessage(message: string, by: 'pay' | 'svc'): string {
  return by === 'svc'
    ? `${message} The payment provider was not told and goes on charging as before.`
    : message;
}

/** The refusal of a request that names the same thing in two ways. */
export function exclusive(one: readonly string[], other: readonly string[]): Refusal {
  return new Refusal('mutually_exclusive_parameters', {
    message: `${one.join(' with ')} and ${other.join(' with ')} are mutually exclusive; give only one of them.`,
    details: [...one, ...other].map((field) => ({ field, message: 'mutually exclusive with the other' })),
  });
}

/** The refusal of a request that mixes two pairs; `given` are the fields it has. */
export function mixedPair(given: readonly string[]): Refusal {
  return new Refusal('mixed_pair', {
    message: `These belong to different pairs: ${given.join(', ')}. Send one complete pair.`,
    details: given.map((field) => ({ field, message: 'belongs to another pair than the others' })),
  });
}

/** The refusal of a request without an identifier. Each of `ways` is a field or a pair; a single field is required. */
export function missing(...ways: (string | readonly string[])[]): Refusal {
  const fields = ways.flat();
  const lacks = fields.length === 1 ? 'is required' : 'one of these is required';
  const named = ways.map((way) => [way].flat().join(' with ')).join(', ');
  return new Refusal('missing_identifier', {
    message: fields.length === 1 ? `${named} is required.` : `One of these is required: ${named}.`,
    details: fields.map((field) => ({ field, message: lacks })),
  });
}
