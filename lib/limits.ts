/** The specification's Limits table and our own numbers, each named once. Units are in the names. */

/** A second in ms. */
export const SECOND_MS = 1_000;
/** A minute in ms. */
export const MINUTE_MS = 60 * SECOND_MS;
/** An hour in ms. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours in ms. */
export const DAY_MS = 24 * HOUR_MS;

/** Plans on a page of GET /plans/list, from the specification. */
export const PAGE_SIZE = { default: 10, max: 100 } as const;
/** Items of a page of every list with cursors. */
export const LIST_LIMIT = { default: 10, max: 100 } as const;
/** Digits of a national identity number, from the specification. */
export const IDENTITY_NUMBER_DIGITS = 11;

/** Larger request bodies are refused with 413. */
export const BODY_BYTES_MAX = 64 * 1024;
/** The longest address that a caller may give, in characters: what every browser and proxy still takes. */
export const URL_CHARACTERS_MAX = 2_048;

/** How long a Lambda may act on credentials it has already checked; a revoked key works at most this much longer. */
export const CREDENTIALS_CACHE_MS = 60 * SECOND_MS;
/** How long a decrypted secret stays in a Lambda's memory. */
export const SECRETS_CACHE_MS = 5 * MINUTE_MS;

/** How events are delivered. Attempts, interval and deadline are the specification's; the rest is our choice. */
export const WEBHOOK = {
  /** The first delivery and the ten retries the specification promises. */
  attemptsMax: 11,
  retryAfterMs: MINUTE_MS,
  /** Over everything: look-up, connect, TLS, request, answer. */
  deadlineMs: 10 * SECOND_MS,
  /** Longer than the delivering function may run, so that nobody else can be at the same attempt. */
  leaseMs: 35 * SECOND_MS,
  /** What a POST leaves of its invocation to have its outcome recorded. */
  settleMs: 3 * SECOND_MS,
  /** An example is not sent where its receiver would have less time than this to answer. */
  exampleNeedsMs: 500,
  /** An attempt is not begun with less of the invocation left than this. */
  startNeedsMs: 13 * SECOND_MS,
  answerBytesRead: 16 * 1024,
  answerBytesStored: 1024,
  retentionMs: 90 * DAY_MS,
  version: '2.0',
} as const;

/** The feed shows what is older than this: no transaction takes longer from the time it carries to its commit. */
export const FEED_BEHIND_MS = 15 * SECOND_MS;

/** When an endpoint's deliveries leave the others' way, and when they come back. */
export const SLOW_LANE = {
  /** So many time-outs in a row make an endpoint slow. */
  timeouts: 3,
  /** An answer within this makes it an ordinary one again. */
  quickMs: 2 * SECOND_MS,
} as const;
/** Of an endpoint that does as it did before, its last delivery and failure are noted at most this often. */
export const ENDPOINT_NOTED_EVERY_MS = MINUTE_MS;

/** How long after its time a due thing is left to the quick path before the sweep takes it up. */
export const SWEEP_GRACE_MS = MINUTE_MS;
/** Partitions of the `due` index for each kind of thing. */
export const DUE_SHARDS = 16;

/** What becomes of a tenant's account at the payment provider that does not work. */
export const PAY_HEALTH = {
  /** So many calls in a row without an answer, as one instance sees them, and all its work waits for a probe. */
  silencesMax: 3,
  /** How long after the last try it is tried again; one that is refused needs a person first. */
  probeAfterMs: { silent: MINUTE_MS, refused: 30 * MINUTE_MS },
  /** For so long after its mark was lifted an account is not trusted to be well. */
  unsteadyMs: 30 * MINUTE_MS,
} as const;

/** Notifications about subscriptions that nobody knows yet. */
export const DEFERRED = {
  /** Of a tenant no more wait at once; what is over, reconciliation learns by itself. */
  waitingMax: 1_000,
  /** One that the provider answered about, and that stayed unknown for so long, is given up. */
  givenUpMs: DAY_MS,
  retentionMs: 30 * DAY_MS,
} as const;

/** A provider that is silent about one thing is asked again after a minute, then ever later up to six hours. */
export const SILENCE = {
  firstMs: MINUTE_MS,
  maxMs: 6 * HOUR_MS,
  /** So many silences in a row while the whole account has trouble are its fault; more are the one thing's own. */
  blamedOnAccount: 10,
} as const;

/** What the payment provider refuses because its calls are limited. */
export const PAY_LIMITED = {
  /** So far apart it is tried again: 60 a minute of the 100 that the provider documents, the rest is for requests. */
  turnMs: SECOND_MS,
  /** The longest turn of what goes on meeting the limit: two a minute leave room for several calls of each. */
  turnMaxMs: 32 * SECOND_MS,
  /** A refusal for too many calls says so long why something found no answer. */
  rememberedMs: 10 * SECOND_MS,
} as const;

/** A hosted checkout that nobody came back from is read at the provider after these delays, at expiry, and a day on. */
export const CHECKOUT_POLL_DELAYS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** After its expiry a checkout is read once more, this much later. */
export const CHECKOUT_LAST_POLL_MS = DAY_MS;
/** Browsers that come back with a checkout's token have the provider asked at most this often, all of them together. */
export const RETURN_ASKED_EVERY_MS = 3 * SECOND_MS;
/** Finished checkouts are kept this long, then left to the table's time to live. */
export const CHECKOUT_RETENTION_MS = 30 * DAY_MS;
/** The content of a payment form is kept this long after the form has expired. */
export const FORM_RETENTION_MS = HOUR_MS;

/** A money call whose outcome is unknown is looked up once it is this old. */
export const INTENT_LOOK_UP_AFTER_MS = MINUTE_MS;
/** "Not found" is believed only once this much time has passed: the provider's search may lag. */
export const INTENT_NOT_FOUND_AFTER_MS = 15 * MINUTE_MS;
/** The record of a money call is kept this long. So long the same reference gets the same answer. */
export const INTENT_RETENTION_MS = 90 * DAY_MS;

/** The provider's clock may differ from ours by this much, and its record may be that much later than our call. */
export const CLOCK_DIFFERENCE_MS = 2 * MINUTE_MS;

/** Without news of an expected order for this long, the subscription is read at the provider. */
export const ORDER_OVERDUE_MS = 2 * HOUR_MS;
/** A provider that did not answer, or was asked for something, is read again after this. */
export const RECONCILE_AGAIN_MS = MINUTE_MS;
/** News that is late is asked for again after this share of its delay, within these bounds (our choice). */
export const RECONCILE_LATE = { shareOfDelay: 0.25, minMs: 2 * MINUTE_MS, maxMs: 6 * HOUR_MS } as const;
/** More invoices, events and differences than this are committed in several transactions; one holds at most 100 items. */
export const CHANGES_PER_COMMIT = 25;
/** A payment is not tried again within this time of its last try, and a second return from a card form is the same one. */
export const CARD_RETRY_PAUSE_MS = MINUTE_MS;
/**
 * Identical requests this close together are one to their caller: the second may begin when the first is recorded and
 * still being answered, or is the caller's own repetition of one whose answer was lost (our choice).
 */
export const SAME_MOMENT_MS = 5 * SECOND_MS;
/** How often a change is decided anew because the record was changed by somebody else meanwhile. */
export const DECISIONS_MAX = 6;

/** A cancellation can be undone until this long before the end of the period, or a tenth of the period if that is less. */
export const UNDO_BUFFER = { maxMs: DAY_MS, shareOfPeriod: 0.1 } as const;

/** How long a link to an invoice's PDF can be followed; each listing signs a fresh one. */
export const DOCUMENT_LINK_MS = HOUR_MS;
/** A document that is not made this long after its payment is listed for the operators. */
export const DOCUMENT_LATE_MS = DAY_MS;
/** An instance asks at most this often for a PDF that is not in our bucket yet. */
export const DOCUMENT_ASKED_AGAIN_MS = 10 * MINUTE_MS;

/** A repeated request with the same Idempotency-Key gets its first answer for this long. */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;
/** Longer than any function may run: after this nobody can still be at a request with an Idempotency-Key. */
export const IDEMPOTENCY_LEASE_MS = MINUTE_MS;

/** How often a tenant may ask, over all instances together. */
export const RATE_LIMITS_PER_MINUTE = {
  reads: 6_000,
  writes: 1_500,
  hostedCheckouts: 100,
  directCheckouts: 50,
  /** Browsers that come back from a payment form. */
  callbacks: 600,
  /**
   * Our own readings of forms that nobody came back from: half of what the provider documents, the rest is for
   * browsers.
   */
  formPolls: 50,
  /** The provider's notifications about the tenant. */
  notifications: 600,
} as const;
/** Which of the limits a request counts against. */
export type RateLimit = keyof typeof RATE_LIMITS_PER_MINUTE;
/** Requests are counted in windows of this length, of which each begins with its first request. */
export const RATE_WINDOW_MS = MINUTE_MS;
/** How many tokens an instance leases first, and at most: what it does not use nobody else can. */
export const TOKENS_PER_LEASE: Readonly<Record<RateLimit, { first: number; most: number }>> = {
  reads: { first: 4, most: 64 },
  writes: { first: 2, most: 32 },
  hostedCheckouts: { first: 1, most: 4 },
  directCheckouts: { first: 1, most: 2 },
  callbacks: { first: 4, most: 16 },
  formPolls: { first: 2, most: 16 },
  notifications: { first: 2, most: 16 },
};

/** How many key pairs a tenant has and how long their labels are: our choice. */
export const API_KEYS = {
  /** More pairs at once than this nobody can keep apart. */
  liveMax: 5,
  /** So many of those that work no longer are still shown. */
  deadShown: 10,
  labelCharactersMax: 64,
} as const;
/** How long an old webhook secret or key pair stays valid beside its successor, in hours. */
export const OVERLAP_HOURS = { default: 24, max: 168 } as const;
