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
/** The longest name of a plan's own fields. */
export const LABEL_CHARACTERS_MAX = 100;
/**
 * The longest id that a tenant has for a person of its own, in characters of the composed form, and how many UTF-16 units they
 * may be as somebody writes them: a composed character is four at most.
 */
export const EXTERNAL_ID = { charactersMax: 128, unitsMax: 4 * 128 } as const;
/** The longest words of somebody who cancels. */
export const CANCEL_COMMENT_CHARACTERS_MAX = 500;
/** What a plan includes: how many features, and the longest text of one. */
export const FEATURES = { max: 32, textCharacters: 100, numberMax: 999_999_999_999 } as const;
/** How long an answer about access may be believed: a day, or a minute where news alone can change it. */
export const ACCESS_ANSWER_MS = { max: DAY_MS, brief: MINUTE_MS } as const;
/** The longest grace of a plan. */
export const GRACE_DAYS_MAX = 365;
/** Items per page of every list with cursors. */
export const LIST_LIMIT = { default: 10, max: 100 } as const;
/** Digits of a national identity number, from the specification. */
export const IDENTITY_NUMBER_DIGITS = 11;

/** Larger request bodies are refused with 413. */
export const BODY_BYTES_MAX = 64 * 1024;
/** The longest URL that a caller may give, in characters: what every browser and proxy accepts. */
export const URL_CHARACTERS_MAX = 2_048;

/** How long a Lambda caches checked credentials; a revoked key works at most this much longer. */
export const CREDENTIALS_CACHE_MS = 60 * SECOND_MS;
/** How long a Lambda caches a decrypted secret. */
export const SECRETS_CACHE_MS = 5 * MINUTE_MS;

/** Webhook delivery. Attempts, interval and deadline are the specification's; the rest is our choice. */
export const WEBHOOK = {
  /** The first delivery plus the ten retries of the specification. */
  attemptsMax: 11,
  retryAfterMs: MINUTE_MS,
  /** Over everything: look-up, connect, TLS, request, answer. */
  deadlineMs: 10 * SECOND_MS,
  /** Longer than the delivery function may run, so that two workers are never at the same attempt. */
  leaseMs: 35 * SECOND_MS,
  /** Invocation time that a POST leaves for recording its outcome. */
  settleMs: 3 * SECOND_MS,
  /** An example is not sent if its receiver would have less time than this to answer. */
  exampleMinMs: 500,
  /** An attempt does not start with less invocation time left than this. */
  startMinMs: 13 * SECOND_MS,
  answerBytesRead: 16 * 1024,
  answerBytesStored: 1024,
  retentionMs: 90 * DAY_MS,
  version: '2.0',
} as const;

/** How a tenant's figures are counted: in the background so many events at once, and on the page at most so many more. */
export const FIGURES = {
  eventsAtOnce: 500,
  eventsShown: 10,
  /** Live subscribers that the page counts itself. */
  liveShown: 100,
  /** An order's invoice is among its subscriber's newest. */
  invoicesRead: 10,
  /** How often they are counted where a day has more events than the page counts, or where one count does not reach all. */
  againMs: HOUR_MS,
  /** What is left of an invocation in order to keep them. */
  spareMs: 10 * SECOND_MS,
} as const;

/** How far the feed stays behind: no transaction takes longer from its timestamp to its commit. */
export const FEED_BEHIND_MS = 15 * SECOND_MS;

/** When an endpoint's deliveries move to the slow lane, and back. */
export const SLOW_LANE = {
  /** Consecutive attempts without an answer in time that make an endpoint slow. */
  timeouts: 3,
  /** An answer after this long counts like none: it holds a place that others wait for. */
  lateMs: 4 * SECOND_MS,
  /** An answer within this time ends that. */
  quickMs: 2 * SECOND_MS,
} as const;
/**
 * What a receiver may hold of the fast lane while nobody knows whether it answers in time (our choice): it has not for a while,
 * or a delivery to it is overdue.
 */
export const STANDING = {
  /** Runs of the lane at a time, of the 25 that there are. */
  places: 3,
  /** How long a place is held: longer than a delivery takes. */
  placeMs: 12 * SECOND_MS,
  /** The delay of a delivery that finds no place. */
  againMs: SECOND_MS,
  /** How long an answer in good time counts. */
  keptMs: 30 * MINUTE_MS,
  /** A delivery is overdue after three times what is usual there, within these bounds. */
  overdueMs: 250,
  overdueMaxMs: 2 * SECOND_MS,
} as const;
/** The health of an unchanged endpoint is written at most this often. */
export const ENDPOINT_HEALTH_INTERVAL_MS = MINUTE_MS;

/** How long after its due time an item is left to its queue message before the sweep takes it up. */
export const SWEEP_GRACE_MS = MINUTE_MS;
/** Partitions of the `due` index per kind. */
export const DUE_SHARDS = 16;
/** One sweep run over one kind and shard (our choice). */
export const SWEEP = {
  /** The lease of a handed-out item. With a sweep every minute, failed work is taken up again within three minutes. */
  leaseMs: 2 * MINUTE_MS,
  /** The most items that a run hands out per tenant; the rest waits, so that the next tenant gets its turn. */
  itemsPerTenant: 200,
  /** The delay of items over their tenant's share: this time for the next share, twice for the one after, and so on. */
  turnMs: 10 * SECOND_MS,
  /** Keys per read: at 150 bytes each, a page is one request. */
  page: 1_000,
  /** Concurrent conditional writes: an index partition takes 1,000 write units a second. */
  writers: 32,
  /** A run begins no page with less invocation time left than this (ms). */
  reserveMs: 10 * SECOND_MS,
  /** A run sends itself again only within this time of the minute's start; then the next minute's run continues. */
  chainMs: MINUTE_MS,
  /** The most keys over their tenants' share that one run moves; the rest stay and are skipped. */
  postponedMax: 2_000,
  /**
   * The start of all sweeps reads no further kind with less invocation time left than this (ms): a read takes at most
   * 13 s (`AWS_CALL_MAX_MS`), and the messages must still be sent.
   */
  startReserveMs: 15 * SECOND_MS,
  /** The delay of unreadable items: newer code may be on its way. */
  unreadableMs: 6 * HOUR_MS,
} as const;

/** What the payment provider says it allows: the numbers below keep within it. */
export const PAY_ALLOWS = {
  /** Calls of an account, of each kind. */
  callsPerMinute: 100,
  /** How old an order may be that is collected. */
  collectedMs: 160 * DAY_MS,
  /** How old a payment may be of which something is given back. */
  refundedMs: 365 * DAY_MS,
} as const;

/** A tenant's account at the payment provider that does not work. */
export const PAY_HEALTH = {
  /** Consecutive calls without an answer, as one instance sees them, after which its work waits for a probe. */
  silencesMax: 3,
  /** The interval between probes; a refused account needs a person first. */
  probeAfterMs: { silent: MINUTE_MS, refused: 30 * MINUTE_MS },
  /** How long an account counts as unsteady after its mark was removed. */
  unsteadyMs: 30 * MINUTE_MS,
} as const;

/** Notifications about subscriptions that are not known yet. */
export const DEFERRED = {
  /** The most that wait per tenant; reconciliation learns of the rest anyway. */
  waitingMax: 1_000,
  /** A subscription that stays unknown this long, by the provider's own answers, is given up. */
  givenUpMs: DAY_MS,
  retentionMs: 30 * DAY_MS,
} as const;

/** Silences in a row that are blamed on the account while it has trouble; further ones are the record's own. */
export const BLAMED_ON_ACCOUNT_MAX = 10;

/** Work that the payment provider has rate-limited. */
export const PAY_LIMITED = {
  /** The interval between turns: 60 in 100 of what it allows; the rest is for requests. */
  turnMs: MINUTE_MS / (0.6 * PAY_ALLOWS.callsPerMinute),
  /** How long a rate limit explains a missing answer. */
  rememberedMs: 10 * SECOND_MS,
} as const;

/** Returning browsers of one checkout trigger at most one read of the provider per interval. */
export const RETURN_READ_INTERVAL_MS = 3 * SECOND_MS;

/** How long work waits after a failure, twice as long after each further one in a row, and at the longest. */
export interface Waits {
  readonly firstMs: number;
  readonly maxMs: number;
}
/** When work that came to nothing is tried again, by why it did (our choice). */
export const AGAIN = {
  /** The payment provider is silent about one record, or the record is itself at fault. */
  ofRecord: { firstMs: MINUTE_MS, maxMs: 6 * HOUR_MS },
  /** The whole account has trouble, or something of ours that passes. */
  ofAccount: { firstMs: MINUTE_MS, maxMs: MINUTE_MS },
  /** The length of a turn behind the payment provider's limit: of the longest, two a minute have room for several calls each. */
  limited: { firstMs: PAY_LIMITED.turnMs, maxMs: 32 * SECOND_MS },
  /** The invoicing provider; credentials that it refuses need a person first. */
  acct: {
    unreachable: { firstMs: 30 * SECOND_MS, maxMs: 15 * MINUTE_MS },
    timeout: { firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS },
    connectionLost: { firstMs: 5 * SECOND_MS, maxMs: 15 * MINUTE_MS },
    invalidResponse: { firstMs: 30 * SECOND_MS, maxMs: 15 * MINUTE_MS },
    credentials: { firstMs: 15 * MINUTE_MS, maxMs: 15 * MINUTE_MS },
  },
  /** SES did not take a message. */
  message: { firstMs: MINUTE_MS, maxMs: 30 * MINUTE_MS },
  /** The page of a payment that is being checked loads itself again. */
  checking: { firstMs: RETURN_READ_INTERVAL_MS, maxMs: MINUTE_MS },
  /** The page of a failure of ours loads itself again. */
  page: { firstMs: 5 * SECOND_MS, maxMs: MINUTE_MS },
} as const;

/** How long to wait (ms) after a failure; `tries`: how many in a row came before it. */
export const againAfter = (tries: number, { firstMs, maxMs }: Waits): number =>
  Math.min(firstMs * 2 ** Math.min(tries, 30), maxMs);

/** When work is tried again that waits for one thing alone, as long each time (our choice). */
export const AGAIN_AFTER_MS = {
  /** An exchange rate could not be read. */
  rate: 15 * MINUTE_MS,
  /** Our bucket did not take a document. */
  file: MINUTE_MS,
  /** The tokens of the invoicing provider were not renewed: it was silent, or refuses the account, which takes a person. */
  tokens: { silent: HOUR_MS, refused: DAY_MS },
} as const;

/** How often a page loads itself again by itself: for five minutes in all (our choice). */
export const RELOADS_MAX = { checking: 9, page: 8 } as const;

/** Delays after which an open hosted checkout is polled; also at expiry and a day later. */
export const CHECKOUT_POLL_DELAYS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** The last poll of a checkout, after its creation, unless the provider will not say whether it was paid. */
export const CHECKOUT_LAST_POLL_MS = DAY_MS;
/** Nobody fills in a card form faster than this: until then its page is shown without asking the provider (our choice). */
export const FORM_FILLED_IN_MS = 10 * SECOND_MS;
/** How long finished checkouts are kept; the table's time to live deletes them. */
export const CHECKOUT_RETENTION_MS = 30 * DAY_MS;
/** How long a buyer who never buys is kept; the table's time to live deletes them. */
export const NEVER_BOUGHT_RETENTION_MS = 90 * DAY_MS;
/** How long the content of a payment form is kept after the form has expired. */
export const FORM_RETENTION_MS = HOUR_MS;

/** The age at which a money call of unknown outcome is first looked up. */
export const INTENT_LOOK_UP_AFTER_MS = MINUTE_MS;
/** The age from which "not found" is believed: the provider's search may lag. */
export const INTENT_NOT_FOUND_AFTER_MS = 15 * MINUTE_MS;
/** The age from which a purchase that nobody has claimed goes to a person: any form open at the call has been read often. */
export const INTENT_UNEXPLAINED_AFTER_MS = HOUR_MS;
/** When a look-up goes on that has not seen everything: a part of it takes a third of our pace for a minute. */
export const LOOK_UP_GOES_ON_MS = 20 * SECOND_MS;
/** The most purchases of strangers that one look-up reads, each with a call or two. */
export const STRANGERS_READ_MAX = 20;
/** How long a money call's record is kept, and so answers a repetition of its reference. */
export const INTENT_RETENTION_MS = 90 * DAY_MS;
/** The largest assumed difference between the provider's clock and ours, and lag of its records behind our calls. */
export const CLOCK_DIFFERENCE_MS = 2 * MINUTE_MS;

/** How long an expected order may be overdue before the provider is read. */
export const ORDER_OVERDUE_MS = 2 * HOUR_MS;
/** When the provider is read again after it was asked to do something, or did not answer. */
export const RECONCILE_RETRY_MS = MINUTE_MS;
/** The interval of reads for late news: a share of the lateness, within bounds (our choice). */
export const RECONCILE_LATE = { shareOfDelay: 0.25, minMs: 2 * MINUTE_MS, maxMs: 6 * HOUR_MS } as const;
/** The most invoices, events and differences per transaction; DynamoDB allows 100 items. */
export const CHANGES_PER_COMMIT = 25;
/** The pause between two retries of a payment; a second return from a card form within it is the same return. */
export const CARD_RETRY_PAUSE_MS = MINUTE_MS;
/** How long a new card waits while the provider is at an attempt of its own. */
export const RUNNING_RETRY_PAUSE_MS = 15 * MINUTE_MS;
/** The most retries of a payment for returns from card forms, which may bring no new card: schemes fine shops for more. */
export const CARD_RETRIES = { max: 3, withinMs: DAY_MS } as const;
/** The most card forms of one subscription, by whatever door; an open one is shown again if there is time left to fill it in. */
export const CARD_FORMS = {
  hour: { max: 5, withinMs: HOUR_MS },
  day: { max: 10, withinMs: DAY_MS },
  shownAgainMs: 10 * MINUTE_MS,
} as const;
/** The most that the customers of one subscription do of each thing in the portal, and look at before they do it (our choice). */
export const CUSTOMER_SHARES = {
  acts: { hour: { max: 10, withinMs: HOUR_MS }, day: { max: 30, withinMs: DAY_MS } },
  looks: { hour: { max: 40, withinMs: HOUR_MS }, day: { max: 120, withinMs: DAY_MS } },
} as const;
/**
 * Identical requests this close together count as one: the second may begin while the first is still being answered, or
 * repeat one whose answer was lost (our choice).
 */
export const DUPLICATE_WINDOW_MS = 5 * SECOND_MS;
/** How failed renewals are tried again. The numbers are those that every card scheme allows. */
export const RECOVERY = {
  /** The most attempts with one card within the time, whoever makes them. */
  attemptsMax: 7,
  withinMs: 30 * DAY_MS,
  /** The most retries where the bank's code says nothing. */
  unknownMax: 2,
  /** How long an attempt that was asked for, and is not seen, keeps others back. */
  unseenMs: DAY_MS,
  /** How long a customer only waits for what becomes of another try, or of another card (our choice). */
  waitedForMs: 15 * MINUTE_MS,
  /** When its result is looked for, from when it was asked for; then each hour. */
  pollsMs: [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  /** The most days of a schedule, and the last one. */
  daysMax: 6,
  lastDay: 60,
} as const;
/** The nightly comparison of a tenant's subscriptions with the provider. */
export const COMPARISON = {
  /**
   * Provider calls per step. They take half of what the provider allows; the other half is the tenant's own. At 50 a minute
   * and 100 subscriptions per call, 5 million take 17 hours.
   */
  callsPerStep: 20,
  callEveryMs: MINUTE_MS / (0.5 * PAY_ALLOWS.callsPerMinute),
  /** The shortest pause between two steps. */
  pauseMs: 5 * SECOND_MS,
  /** Live subscribers read and compared at once. */
  subscribersPerPage: 100,
  /** Concurrent single reads of subscribers that were missing from the provider's list. */
  concurrentReads: 4,
  /** A step without a result is repeated after this. */
  leaseMs: 5 * MINUTE_MS,
  /** Invocation time a step keeps free before each call: for one call and for recording its result. */
  reserveMs: 14 * SECOND_MS,
  /** Retry interval while the provider does not answer. */
  retryMs: 10 * MINUTE_MS,
  /** Interval between the starts of two tenants. */
  startIntervalMs: 200,
  /** A subscription younger than this may belong to a checkout that is still open. */
  minAgeMs: HOUR_MS,
  /** Charges are checked for this long; each must have its invoice within a day. */
  chargesCheckedMs: 35 * DAY_MS,
  invoicedWithinMs: DAY_MS,
  /** A difference that a person closed stays closed while it is found at least this often, and unchanged. */
  closedWhileFoundWithinMs: 7 * DAY_MS,
  /** The most differences that one comparison records. */
  differencesMax: 5_000,
} as const;
/** Money given back. */
export const REFUNDS = {
  /** Ours end before the provider's, by its clock or ours. */
  withinMs: PAY_ALLOWS.refundedMs - 5 * DAY_MS,
  /** When an outcome without an answer is looked for, each after the one before; then hourly. */
  lookUpDelaysMs: [2 * SECOND_MS, 10 * SECOND_MS, MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  /** After this long a person has to say. */
  lookedForMs: 3 * DAY_MS,
  /** How often one that is left to a person is looked for all the same. */
  personLookMs: DAY_MS,
  /** How long the request that sends it has, before others look for its outcome. */
  leaseMs: MINUTE_MS,
  /** When a refused one is looked at once more: the provider may make it later by itself. */
  lateMs: DAY_MS,
  noteCharactersMax: 200,
} as const;
/** How often a change is decided again because another writer changed the record. */
export const DECISIONS_MAX = 6;

/** The undo window closes this long before the end of the period, or a tenth of the period if that is less. */
export const UNDO_BUFFER = { maxMs: DAY_MS, shareOfPeriod: 0.1 } as const;

/** How long a link to an invoice's PDF is valid; each listing signs a fresh one. */
export const DOCUMENT_LINK_MS = HOUR_MS;
/** The age from which a paid invoice without its document is listed for the operators. */
export const DOCUMENT_LATE_MS = DAY_MS;
/** How often an instance requests a PDF that is not in our bucket yet. */
export const DOCUMENT_REQUEST_INTERVAL_MS = 10 * MINUTE_MS;

/** A tenant's logo (our choice): at most this large, in bytes and in either direction. */
export const LOGO = { bytesMax: 64 * 1024, pixelsMax: 1_024 } as const;

/** The customer portal. */
export const PORTAL = {
  linkMs: 10 * MINUTE_MS,
  sessionMs: 30 * MINUTE_MS,
  /** How long a link or a session that is over is remembered, so that its page can lead back to the shop. */
  usedLinkMs: 7 * DAY_MS,
  /** The most that one session may do (our choice); reading is limited per tenant. */
  actsPerSession: 60,
} as const;

/** Messages to customers and people (our choice). */
export const MESSAGES = {
  /** The longest name of a sender: mail programs show no more beside the subject. */
  senderNameCharactersMax: 64,
  /** The most that a tenant sends to one address in a day to be looked at. */
  testsPerAddress: 10,
  retentionMs: 90 * DAY_MS,
  /** Instances of the function that send at a time: the fewest that a queue can be held to. */
  senders: 2,
  /** How long after it was to be sent a message is of use, as an invitation is: an older one is lost, and not sent. */
  usefulMs: 3 * DAY_MS,
  /** How long after a message was handed to SES without an answer its events are waited for, before it is sent again. */
  unansweredMs: HOUR_MS,
  /** Over how long those are spread that a tenant has too many of. */
  spreadMs: 30 * MINUTE_MS,
  /** A message is not begun with less of an invocation left than this: the call of SES, and what it leaves on record. */
  startMinMs: 20 * SECOND_MS,
  /** How long it is remembered that a customer was sent one of a kind on a day. */
  dayKeptMs: 2 * DAY_MS,
  /** How long a message's link opens the portal; then it asks for a fresh one. */
  linkMs: 7 * DAY_MS,
  /** How long before what they announce messages go out. */
  ahead: { lastAttemptMs: DAY_MS, renewalMs: 7 * DAY_MS, trialMs: 3 * DAY_MS, taskMs: 3 * DAY_MS },
  /** A renewal is announced where its period has six months or more. */
  longPeriodMs: 180 * DAY_MS,
} as const;

/** How long a form that was sent is remembered, longer than any session; and longer than any function runs. */
export const SENT_FORMS = { keptMs: DAY_MS, leaseMs: MINUTE_MS } as const;

/** How long a plan change can be held to its preview (our choice). */
export const PREVIEW_MS = 30 * MINUTE_MS;

/** How long a repeated Idempotency-Key gets its first answer. */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;
/** Longer than any function may run: after this no attempt under an Idempotency-Key can still be in progress. */
export const IDEMPOTENCY_LEASE_MS = MINUTE_MS;

/** Requests per tenant and minute, across all instances. */
export const RATE_LIMITS_PER_MINUTE = {
  reads: 6_000,
  writes: 1_500,
  hostedCheckouts: 100,
  directCheckouts: 50,
  /** Browsers returning from a payment form. */
  callbacks: 600,
  /** Pages and acts of its customers in the portal. */
  portal: 3_000,
  /** Messages, six thousand an hour: the rest waits. */
  messages: 100,
  /** Pages and acts of one session in the portal or the console. */
  doorSession: 600,
  /** The same of one address: an office shares one, and a mobile network. */
  doorAddress: 3_000,
  /** Our own polls of open forms: half of what the payment provider allows; the rest is for browsers. */
  formPolls: 0.5 * PAY_ALLOWS.callsPerMinute,
  /** Our own calls of the payment provider in the background: what it allows less what requests may need. */
  payCalls: 0.6 * PAY_ALLOWS.callsPerMinute,
  /** Our readings of the provider's reports, for which it publishes no quota. */
  reports: 30,
  /** The provider's notifications about subscriptions that we do not know; those about known ones are never limited. */
  notifications: 600,
  /** The provider's readings for them, a part of our own pace: what is about known subscriptions keeps the rest. */
  strangers: 0.2 * PAY_ALLOWS.callsPerMinute,
  /** Examples sent to its webhook: a receiver that never answers holds ten executions on average, 120 where two windows meet. */
  webhookTests: 60,
} as const;
/** The limit that a request counts against. */
export type RateLimit = keyof typeof RATE_LIMITS_PER_MINUTE;
/** The length of a rate-limit window, which begins with its first request. */
export const RATE_WINDOW_MS = MINUTE_MS;
/** The sizes of an instance's first and largest lease: other instances cannot use what it leaves unused. */
export const TOKENS_PER_LEASE: Readonly<Record<RateLimit, { first: number; max: number }>> = {
  reads: { first: 4, max: 64 },
  writes: { first: 2, max: 32 },
  hostedCheckouts: { first: 1, max: 4 },
  directCheckouts: { first: 1, max: 2 },
  callbacks: { first: 4, max: 16 },
  portal: { first: 4, max: 32 },
  messages: { first: 2, max: 8 },
  doorSession: { first: 8, max: 32 },
  doorAddress: { first: 8, max: 64 },
  formPolls: { first: 2, max: 16 },
  payCalls: { first: 2, max: 8 },
  reports: { first: 1, max: 8 },
  notifications: { first: 2, max: 16 },
  strangers: { first: 1, max: 4 },
  webhookTests: { first: 1, max: 2 },
};

/** Limits of a tenant's key pairs (our choice). */
export const API_KEYS = {
  /** The most live pairs. */
  liveMax: 5,
  /** How many expired and revoked pairs are still listed. */
  endedShown: 10,
  labelCharactersMax: 64,
} as const;
/** How long an old webhook secret or key pair stays valid beside its successor, in hours. */
export const OVERLAP_HOURS = { default: 24, max: 168 } as const;

/** A tenant's people and their console. */
export const CONSOLE = {
  /** The most people of a tenant, invited ones among them. */
  peopleMax: 100,
  nameCharactersMax: 80,
  passkeysMax: 10,
  /** How long an invitation's link works. */
  invitationMs: 72 * HOUR_MS,
  /** How long a person stays signed in. */
  sessionMs: 12 * HOUR_MS,
  /** How long a link works by which an operator comes into a console, and how long they are in it. */
  visitLinkMs: 10 * MINUTE_MS,
  visitMs: HOUR_MS,
  /** How long a browser may take to answer a passkey's challenge. */
  challengeMs: 10 * MINUTE_MS,
  /** How long after a passkey was asked for somebody gives power over the account without being asked again. */
  proofMs: 5 * MINUTE_MS,
  /** How long what was typed into a refused form is kept for the page that shows it again. */
  refusedFormMs: 10 * MINUTE_MS,
  /** How long saving a setting takes at most: another form of the same setting waits for that. */
  savingMs: 30 * SECOND_MS,
  /** How long the audit list is kept: twelve months. */
  auditMs: 366 * DAY_MS,
  /** The most lines of a downloaded file, and the time that is left for sending it. */
  downloadRowsMax: 10_000,
  downloadSpareMs: 5 * SECOND_MS,
  /** How long making a file takes at most: another one of the same person waits for that. */
  exportMs: MINUTE_MS,
} as const;
