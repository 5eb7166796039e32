/** Every refusal of the service: code → HTTP status and message. Codes are stable. */
const CATALOGUE = {
  malformed_json: [400, 'The request body is not valid JSON; send one JSON object in UTF-8.'],
  invalid_request: [400, 'The request is not valid.'],
  missing_identifier: [400, 'An identifier is missing; send one of those that the documentation names.'],
  mutually_exclusive_parameters: [
    400,
    'Two mutually exclusive parameters were given; give only one of them.',
  ],
  mixed_pair: [400, 'Identifiers of two different pairs were mixed; give one complete pair.'],
  identifiers_differ: [400, 'The two identifiers name different subscribers; send one of them.'],
  invalid_cursor: [400, 'The cursor names no item of this list; give the `id` of your last item, or none.'],
  amount_too_large: [400, 'The amount is more than is left of the invoice.'],
  forbidden_target: [400, 'This address cannot be called.'],
  unauthorized: [
    401,
    'The API credentials are missing or wrong; send a valid pair in X-Api-Key and X-Api-Secret.',
  ],
  payment_refused: [402, 'The payment was refused; another card may work.'],
  refund_refused: [402, 'The refund was refused and nothing was given back; the provider’s code says why.'],
  tenant_suspended: [403, 'This account is suspended; ask whoever runs the service.'],
  key_not_allowed: [403, 'This API key expires, and changes no keys or addresses; use one that does not.'],
  not_found: [404, 'There is nothing at this address; /docs lists every call.'],
  method_not_allowed: [
    405,
    'This address does not have this method; the header Allow names those that it has.',
  ],
  plan_not_found: [404, 'There is no such plan; GET /plans/list has those that can be sold.'],
  subscriber_not_found: [
    404,
    'There is no such subscriber; GET /subscribers/list finds one by its e-mail address.',
  ],
  checkout_not_found: [404, 'There is no such checkout; start a new one.'],
  invoice_not_found: [
    404,
    'There is no such invoice; GET /subscribers/invoices lists those of a subscriber.',
  ],
  task_not_found: [404, 'There is no such task; GET /reports/tasks lists them.'],
  event_not_found: [404, 'There is no such event; GET /events/list has those of the last 90 days.'],
  replay_not_found: [404, 'There is no such replay; POST /events/replay begins one.'],
  event_not_ended: [409, 'This event is still being delivered; wait until that is over.'],
  too_many_replays: [409, 'Twenty replays are unfinished; wait until one of them is done.'],
  webhook_not_set: [409, 'No webhook is set; set one first.'],
  key_not_found: [404, 'There is no such API key; GET /account/keys lists them.'],
  portal_disabled: [409, 'The customer portal is switched off; switch it on in its settings first.'],
  plan_inactive: [
    409,
    'This plan is not active, so it cannot be sold; choose one that is on the list of plans.',
  ],
  already_subscribed: [
    409,
    'The customer has a live subscription of this product; change its plan, or allow a second one with `ifActive`.',
  ],
  purchase_in_progress: [
    409,
    'A purchase of this product by this customer is under way, or its outcome is not known yet.',
  ],
  concurrent_change: [409, 'The record was changed by another request at the same time; try again.'],
  operation_in_progress: [
    409,
    'An operation with this reference is under way; repeat the request in some seconds.',
  ],
  not_cancelled: [409, 'There is no scheduled cancellation to undo; the subscription goes on.'],
  undo_window_closed: [
    409,
    'The time in which the cancellation could be undone is over; sell the customer a new subscription.',
  ],
  already_ended: [409, 'The subscription has ended; sell the customer a new one.'],
  nothing_to_retry: [409, 'There is no failed payment to try again.'],
  retry_too_soon: [
    409,
    'The payment was tried less than a day ago, or seven times in 30 days; another card may be tried at once.',
  ],
  not_active: [409, 'The subscription is not active; read it to see its status.'],
  not_erasable: [409, 'This customer cannot be erased yet; cancel what is live and wait until it has ended.'],
  external_id_taken: [
    409,
    'Another customer has this externalId; one person has one, and each id is one person’s.',
  ],
  email_taken: [409, 'Another customer has this e-mail address; correct it to one that is not taken.'],
  invoice_not_paid: [409, 'Nothing was paid with this invoice, so nothing can be given back.'],
  refund_in_progress: [409, 'A refund of this invoice is under way; wait until its outcome is known.'],
  already_refunded: [409, 'All of this invoice has been given back already; nothing is left.'],
  too_old: [409, 'The payment is older than 360 days; give the money back by bank transfer.'],
  too_many_keys: [409, 'There are five live key pairs already; revoke one first.'],
  last_key: [
    409,
    'This is the last key pair that may do everything and does not expire; issue another one first.',
  ],
  currency_mismatch: [
    409,
    'The new plan has another currency; choose one in the currency of the subscription.',
  ],
  same_plan: [409, 'The subscription is already on this plan; there is nothing to change.'],
  body_too_large: [413, 'The request body is larger than 64 KB.'],
  unsupported_media_type: [
    415,
    'The request body must be JSON; send it with Content-Type: application/json.',
  ],
  idempotency_key_reused: [
    422,
    'This idempotency key was used with another request; use a new key for a new request.',
  ],
  reference_reused: [
    422,
    'This clientReferenceId was used with another request; use a new one for a new request.',
  ],
  preview_outdated: [
    409,
    'This preview is unknown, or the outcome would differ from it now; ask for a new one.',
  ],
  plan_change_refused: [
    409,
    'The payment provider does not allow this plan change; choose a plan of the same product and interval.',
  ],
  card_forms_exhausted: [
    429,
    'Too many card forms of this subscription were opened, or too many cards refused; another can be opened later.',
  ],
  rate_limited: [429, 'Too many requests; try again later.'],
  internal_error: [
    500,
    'Something went wrong on our side; repeat the request, and report the X-Request-Id if it stays so.',
  ],
  provider_refused: [502, 'The payment provider refused the request.'],
  provider_answer_invalid: [502, 'The payment provider gave an answer that cannot be used.'],
  provider_credentials_refused: [502, 'The payment provider refused the credentials of this account.'],
  provider_configuration: [
    502,
    'The payment provider has switched off this account or its subscriptions; change its settings there.',
  ],
  settings_refused: [409, 'This cannot be set as it is.'],
  provider_not_configured: [409, 'No payment provider is configured for this account; connect one first.'],
  provider_unreachable: [503, 'The payment provider cannot be reached; try again later.'],
  provider_limited: [503, 'The payment provider asks for fewer requests; try again later.'],
  temporarily_unavailable: [503, 'The service is temporarily unavailable; try again.'],
  provider_timeout: [504, 'The payment provider did not answer in time; nothing was charged.'],
  payment_outcome_unknown: [
    504,
    'The payment provider did not answer in time. The outcome is unknown and is being looked up; do not pay again.',
  ],
} as const satisfies Record<string, readonly [status: number, words: string]>;

/** A stable code that callers may branch on: `errorCode` in the failure body. */
export type RefusalCode = keyof typeof CATALOGUE;

/** Every code of the catalogue. */
export const REFUSAL_CODES = Object.keys(CATALOGUE) as RefusalCode[];

/** A problem of one field; `field` is its path in the request, such as `billingAddress.city`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What a refusal may say beside its code. */
export interface RefusalDetails {
  readonly message?: string | undefined;
  readonly details?: readonly FieldProblem[];
  readonly providerErrorCode?: string | undefined;
  readonly retryAfterSeconds?: number;
  /** The methods that the path supports. */
  readonly allow?: readonly string[];
  /** Further members of the failure body, such as the reference to ask again with. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** A refusal with a code of the catalogue. Its message is for the caller; its `cause` is only logged. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  readonly more: RefusalDetails;

  constructor(code: RefusalCode, more: RefusalDetails = {}, cause?: unknown) {
    super(more.message ?? CATALOGUE[code][1], { cause });
    this.code = code;
    this.status = CATALOGUE[code][0];
    this.more = more;
  }

  /** The one failure body of every endpoint. */
  get body(): Record<string, unknown> {
    const { details, providerErrorCode, extra } = this.more;
    return {
      status: 'failure',
      error: this.code,
      message: this.message,
      errorCode: this.code,
      errorMessage: this.message,
      ...(details && { details }),
      ...(providerErrorCode && { providerErrorCode }),
      ...extra,
    };
  }
}

/** Of a key pair without rights that are needed, which it names. */
export const keyLacks = (rights: readonly string[]): Refusal =>
  new Refusal('key_not_allowed', {
    message: `This needs a key with the right ${rights.map((one) => `\`${one}\``).join(', ')}; GET /account/keys shows what each may.`,
  });

/** Refusals that can never change. */
const FINAL_CODES: ReadonlySet<RefusalCode> = new Set(['already_ended', 'undo_window_closed']);

/** Whether a repetition could not end differently, so that the refusal may be stored as the answer. */
export const isFinalRefusal = ({ code }: Refusal): boolean => FINAL_CODES.has(code);

const INPUT_CODES: ReadonlySet<RefusalCode> = new Set([
  'plan_inactive',
  'already_subscribed',
  'purchase_in_progress',
  'same_plan',
  'currency_mismatch',
  'plan_change_refused',
  'preview_outdated',
  'settings_refused',
]);
const INPUT_STATUSES: ReadonlySet<number> = new Set([400, 404, 422]);

/** Whether a request was refused for its input: nothing was begun, and it may be corrected. */
export const isInputRefusal = ({ code, status }: Refusal): boolean =>
  INPUT_CODES.has(code) || INPUT_STATUSES.has(status);

/** Names of transient errors: the AWS SDK's, our table's and our queue's. */
const TRANSIENT_ERRORS = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'AbortError',
  'KMSInternalException',
  'DependencyTimeoutException',
  'RequestThrottled',
  'KmsThrottled',
  'Busy',
  'NotTaken',
]);

/** System error codes of an unreachable service. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Whether an error is transient: the call may be repeated, and nothing of ours is broken. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'CannotOpen') return isTransient(error.cause);
  if (TRANSIENT_ERRORS.has(error.name)) return true;
  if ('$fault' in error && error.$fault === 'server') return true;
  return 'code' in error && typeof error.code === 'string' && UNREACHABLE_CODES.has(error.code);
}
