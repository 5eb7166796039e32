import type { RefusalCode } from '../refusal.ts';

/** What may become of a call of the payment provider, wherever one is made. */
export const PROVIDER_REFUSALS = [
  'provider_not_configured',
  'provider_refused',
  'provider_answer_invalid',
  'provider_credentials_refused',
  'provider_configuration',
  'provider_unreachable',
  'provider_limited',
  'provider_timeout',
] as const satisfies readonly RefusalCode[];

/** How a plan that was named can be refused. */
export const PLAN_REFUSALS = ['plan_not_found', 'plan_inactive'] as const satisfies readonly RefusalCode[];
/** How a subscriber that was named can be refused. */
export const SUBSCRIBER_REFUSALS = ['subscriber_not_found'] as const satisfies readonly RefusalCode[];
/** What may be wrong where one subscriber is named in the query. */
export const NAMED_REFUSALS = [
  'missing_identifier',
  'identifiers_differ',
  ...SUBSCRIBER_REFUSALS,
] as const satisfies readonly RefusalCode[];
/** What may be wrong where a page is asked for. */
export const PAGE_REFUSALS = [
  'mutually_exclusive_parameters',
  'invalid_cursor',
] as const satisfies readonly RefusalCode[];
/** How a cancellation, or undoing it, can be refused. */
export const CANCELLATION_REFUSALS = [
  'missing_identifier',
  'mutually_exclusive_parameters',
  'already_ended',
  ...SUBSCRIBER_REFUSALS,
  ...PROVIDER_REFUSALS,
] as const satisfies readonly RefusalCode[];
