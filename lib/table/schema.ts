import { historyOf, type ParsedId } from '../billing/identifiers.ts';
import { customerHash, customerHashIn } from './ids.ts';
import type { Key } from './table.ts';

/*
 * The table. No key is built anywhere else.
 *
 * pk                        sk                       item
 * K#<api key>               KEY                      API key: tenant, hash of its secret, state     (finds the tenant)
 * C#<checkout token>        CHECKOUT                 checkout session                               (finds the tenant)
 * C#<checkout token>        FORM                     the provider's form content, for the hosted page
 * C#<checkout token>        COPY#<key>               a later request that was answered with the form, by its Idempotency-Key
 * L#<tenant>#<limit>        WINDOW                   requests of a tenant in the current minute
 * L#<tenant>#<subscriber>   SHARE#<verb>             when its customers did something, within a day
 * L#<tenant>#<api key>      USED                     the hour of the key's last use
 * L#<tenant>#<person id>    EXPORT                   the file that a person has made at the moment
 * M#<fingerprint>           MERCHANT                 tenants that have connected one account at the payment provider
 * RATES#<day>               RATES                    the central bank's rates in force on a day, for all tenants
 * P#<hash>                  LINK                     link that signs a customer in to the portal, by the hash of its secret
 * P#<hash>                  MESSAGE                  the link of a message, by the hash of its secret
 * P#<hash>                  INVITATION               the link of a mailed invitation, by the hash of its secret
 * P#<hash>                  SESSION                  session of a customer in the portal, by the hash of its cookie
 * CHALLENGES                KEY                      secret that makes the console's challenges ours, of the stage
 * TENANTS                   T#<tenant>               list of all tenants, for operators
 * TENANTS                   NAME#<name>              the unique name of a tenant
 * T#<tenant>                TENANT                   settings, encrypted secrets
 * T#<tenant>                ENDPOINT#<channel>       health of a tenant's webhook or chat address
 * T#<tenant>#KEYS           APIKEY#<api key>         list of the tenant's API keys
 * T#<tenant>#KEYS           APIKEYS                  revision of that list, for optimistic locking
 * T#<tenant>                COUNTER#INVOICE          last invoice number
 * T#<tenant>                COUNTER#DEFERRED         number of deferred notifications
 * T#<tenant>                HEALTH#PAY               mark of a payment account that is refused or silent
 * T#<tenant>                HEALTH#PAY#UNSTEADY      until when it counts as unsteady after that
 * T#<tenant>                COMPARISON               progress of the nightly comparison with the provider
 * T#<tenant>                COMPARISON#LAST          when the last comparison that went through everything began
 * T#<tenant>                FIGURES                  what became of its subscribers this month, and up to which event that is counted
 * T#<tenant>#S#<start>      SEEN#<page>              references listed by the provider in a comparison
 * T#<tenant>                NOTIFIED                 when the payment provider last notified us
 * T#<tenant>                ACCT_TOKENS              encrypted OAuth tokens of the invoicing provider
 * T#<tenant>                ACCT_PACE                recent calls to the invoicing provider
 * T#<tenant>                <provider>_TURNS         the next free turn in the line of its calls (`turns.ts`)
 * T#<tenant>#PEOPLE         PERSON#<person id>       one of the tenant's people: roles, passkeys, open invitation
 * T#<tenant>#PEOPLE         PEOPLE                   revision of that list, for optimistic locking
 * T#<tenant>#PEOPLE         SESSION#<person>#<hash>  session of a person in the console
 * T#<tenant>#PEOPLE         CHALLENGE#<hash>         challenge that a passkey has answered: none is answered twice
 * T#<tenant>#PEOPLE         FORM#<person>#<id>       refused form of a person, for the page that shows it again
 * T#<tenant>#PEOPLE         LOCK#<act>#<id>          a setting that is being saved: one form of it at a time
 * T#<tenant>#AUDIT          <entry id>               sign-in, refusal, invitation or act of a person
 * T#<tenant>#PLANS          PLAN#<plan id>           plan
 * T#<tenant>#PLANS          REF#<plan reference>     the same plan, found by the provider's reference
 * T#<tenant>#C#<hash>       CUSTOMER#<e-mail>        customer; under a corrected address also a copy where that leads
 * T#<tenant>#C#<hash>       SUB#<id>                 subscriber, with its customer and plan
 * T#<tenant>#C#<hash>       BUY#<time>#<reference>   charge or hosted form that the customer began, by its reference or token
 * T#<tenant>#C#<hash>       SUB#<id>#LATEST          its newest invoice, as GET /subscribers shows it
 * T#<tenant>#I#<sub id>     INV#<invoice id>         invoice
 * T#<tenant>#I#<sub id>     DOC#<invoice id>         progress of its document at the invoicing provider
 * T#<tenant>#I#<sub id>     RFD#<refund id>          refund: money given back of an invoice, or an attempt to
 * T#<tenant>#INVOICES       <invoice id>             list of all invoices: invoice → subscriber
 * T#<tenant>#REFUNDS        <refund id>              list of all refunds
 * T#<tenant>#G#<reference>  REFUND                   refund, by the caller's reference
 * T#<tenant>#TASKS#<state>  <task id>                what a person has to do about a document, open or done
 * T#<tenant>#DOCS           DOC#<invoice id>         a failed or late document, listed for operators
 * T#<tenant>#A#<hash>       CONTACT#<e-mail>         contact id at the invoicing provider
 * T#<tenant>#X#<own id>     PERSON                   the tenant's own id of a person → customer: one customer has it
 * T#<tenant>#R#<reference>  REF                      provider reference → subscriber, never deleted; also the intent whose outcome it became by import
 * T#<tenant>#H#<history>    E#<event id>             history of a customer: outbox events, and transitions that emit nothing
 * T#<tenant>#H#<history>    M#<message id>           message: what is owed to somebody, and what became of it
 * T#<tenant>#H#<history>    DAY#<kind>#<day>         which message of a kind went to this customer on a day in Turkey
 * T#<tenant>#V#<hash>       SUPPRESSED               address that takes no messages: it bounced for good, or its owner complained
 * T#<tenant>                REPLAY#<replay id>       progress of a bulk replay
 * T#<tenant>                REPLAYS                  its unfinished bulk replays, of which the first one runs
 * T#<tenant>#E#<event id>   ATTEMPT#<nn>             one delivery attempt and its answer
 * T#<tenant>#O#<reference>  OPERATION                money call: its intent and its outcome
 * T#<tenant>#P#<reference>  RETRY                    last retry of a failed order or refused activation
 * T#<tenant>#U#<reference>  CARD_FORM                card form, by the caller's reference
 * T#<tenant>#F#<sub id>     FORM#<checkout token>    card form that expired without a return, for an erasure
 * T#<tenant>#F#<sub id>     ANSWER#<key>             stored answer that names the customer, by its Idempotency-Key, for an erasure
 * T#<tenant>#Y#<key>        IDEMPOTENCY              stored answer of a request with an Idempotency-Key
 * T#<tenant>#D#<fingerprint>  DIFFERENCE            difference between us and the provider, and when it was last found
 * T#<tenant>#L#<state>      <difference id>          list of open or closed differences; with #<kind>, of those of a kind
 * T#<tenant>#N#<reference>  NOTICE                   a provider's notification about a subscription not known yet
 *
 * `hash`, of tenant and e-mail, keyed by a secret of the tenant, is the random part of the UUIDv7s of a customer and all its subscriptions; its last ten
 * digits name their history. So an e-mail and a subscriber's id both lead to that partition, without a look-up or copy.
 *
 * access pattern                                   how
 * credentials                                      get KEY + TENANT in one batch (the key names the tenant)
 * plans of a tenant, newest first                  query T#PLANS prefix PLAN# backwards
 * plan by id or reference, checkout by token       get
 * customer and its subscriptions by e-mail or id   query T#C#<hash>; by id 50 items of it, or get
 * subscriber by any provider reference             get REF, then as by id
 * subscribers of a person by the tenant's own id   get PERSON, then query T#C#<hash>
 * invoices of a subscriber, either way from one    query T#I#<sub id> after or before INV#<id>
 * invoice by its id                                get T#INVOICES, then get INV#<id>
 * invoices of a tenant, newest first, of a month   query T#INVOICES backwards
 * invoice by its number                            index `byNumber`
 * refunds, newest first                            query T#REFUNDS backwards, or T#I#<sub id> prefix RFD#
 * differences, newest first                        query T#L#<state> or T#L#<state>#<kind> backwards
 * event by its id                                  get T#H#<last ten digits of the id>
 * who calls the console: session and person        get, by the parts of the cookie
 * audit list of a tenant, newest first             query T#AUDIT backwards
 * messages of a tenant, newest first               index `feed`, list of its messages
 * messages of a subscriber, newest first           query T#H#<last ten digits of its id> prefix M# backwards
 * timeline of a subscriber, newest first           query T#H#<last ten digits of its id> backwards
 * events of a tenant, in the order of commits      index `feed` of each type, merged; the feed 15 s behind the clock
 * events of a tenant by state                      index `eventsByState` of each type, merged; delivered ones by the feed
 * open checkouts and charges of a tenant           index `eventsByState`, until they need no further work
 * subscribers of a tenant, newest first            index `subscribersByStatus` or `subscribersByPlan` of each status, merged
 * subscribers whose e-mail, any part of whose name
 *   or whose phone number begins so                indexes `subscribersByEmail`, `subscribersByName`, `…Part2` to `…Part4`, `byNumber`
 * due work                                         index `due` (dueShard = kind and shard, dueAt)
 *
 * The indexes are sparse and hold keys alone (`due.ts`, `lists.ts`): an item names its own lists, for one write unit
 * per entry, two if it moves, and none while only other attributes change. After a purchase or plan change, a subscriber's
 * lists are updated by the message sent right after it (`publish.ts`); otherwise with the item.
 */

/** The attribute (epoch seconds) after which DynamoDB deletes an item. Nothing is ever decided by it. */
export const TTL_ATTRIBUTE = 'ttl';

/** The prefix of partition keys for usage counters: functions that otherwise only read may write these. */
export const RATE_LIMITS = 'L#';

/** The prefix of a tenant's partition keys. */
export const inTenant = (tenant: string) => `T#${tenant}`;

/** What a key is of: a record, or an id that was parsed. Text that somebody sent is neither. */
export type KeyOf = ParsedId | { readonly id: string };

const idOf = (of: KeyOf): string => (typeof of === 'string' ? of : of.id);

/** Every key of the table; none is built anywhere else. */
export const key = {
  /** A key that never exists and that every reading function may read: no checkout has an empty token. */
  nothing: (): Key => ({ pk: 'C#', sk: 'NOTHING' }),
  apiKey: (apiKey: string): Key => ({ pk: `K#${apiKey}`, sk: 'KEY' }),
  checkout: (token: string): Key => ({ pk: `C#${token}`, sk: 'CHECKOUT' }),
  form: (token: string): Key => ({ pk: `C#${token}`, sk: 'FORM' }),
  formCopy: (token: string, answered: string): Key => ({ pk: `C#${token}`, sk: `COPY#${answered}` }),
  portalLink: (hash: string): Key => ({ pk: `P#${hash}`, sk: 'LINK' }),
  messageLink: (hash: string): Key => ({ pk: `P#${hash}`, sk: 'MESSAGE' }),
  invitationLink: (hash: string): Key => ({ pk: `P#${hash}`, sk: 'INVITATION' }),
  portalSession: (hash: string): Key => ({ pk: `P#${hash}`, sk: 'SESSION' }),
  challengeKey: (): Key => ({ pk: 'CHALLENGES', sk: 'KEY' }),
  merchant: (fingerprint: string): Key => ({ pk: `M#${fingerprint}`, sk: 'MERCHANT' }),
  exchangeRates: (day: string): Key => ({ pk: `RATES#${day}`, sk: 'RATES' }),
  tenant: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'TENANT' }),
  tenantListed: (tenant: string): Key => ({ pk: 'TENANTS', sk: inTenant(tenant) }),
  tenantNamed: (name: string): Key => ({ pk: 'TENANTS', sk: `NAME#${name}` }),
  apiKeyListed: (tenant: string, apiKey: string): Key => ({
    pk: `${inTenant(tenant)}#KEYS`,
    sk: `APIKEY#${apiKey}`,
  }),
  endpoint: (tenant: string, channel: string): Key => ({ pk: inTenant(tenant), sk: `ENDPOINT#${channel}` }),
  apiKeysRevision: (tenant: string): Key => ({ pk: `${inTenant(tenant)}#KEYS`, sk: 'APIKEYS' }),
  invoiceCounter: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'COUNTER#INVOICE' }),
  acctTokens: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'ACCT_TOKENS' }),
  lastComparison: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'COMPARISON#LAST' }),
  figures: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'FIGURES' }),
  comparison: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'COMPARISON' }),
  compared: (tenant: string, startedAt: number, page: number): Key => ({
    pk: `${inTenant(tenant)}#S#${startedAt}`,
    sk: `SEEN#${page}`,
  }),
  lastNotification: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'NOTIFIED' }),
  payHealth: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'HEALTH#PAY' }),
  payUnsteady: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'HEALTH#PAY#UNSTEADY' }),
  deferredCount: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'COUNTER#DEFERRED' }),
  /** In partitions of their own, so that functions that otherwise only read may count. */
  rateLimit: (tenant: string, limit: string): Key => ({
    pk: `${RATE_LIMITS}${tenant}#${limit}`,
    sk: 'WINDOW',
  }),
  acctPace: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'ACCT_PACE' }),
  turns: (tenant: string, of: string): Key => ({ pk: inTenant(tenant), sk: `${of}_TURNS` }),
  documentListed: (tenant: string, invoiceId: string): Key => ({
    pk: `${inTenant(tenant)}#DOCS`,
    sk: `DOC#${invoiceId}`,
  }),
  acctContact: (tenant: string, email: string): Key => ({
    pk: `${inTenant(tenant)}#A#${customerHash(tenant, email)}`,
    sk: `CONTACT#${email}`,
  }),
  apiKeyUse: (tenant: string, apiKey: string): Key => ({
    pk: `${RATE_LIMITS}${tenant}#${apiKey}`,
    sk: 'USED',
  }),
  share: (tenant: string, subscriberId: string, verb: string): Key => ({
    pk: `${RATE_LIMITS}${tenant}#${subscriberId}`,
    sk: `SHARE#${verb}`,
  }),
  exportUse: (tenant: string, personId: string): Key => ({
    pk: `${RATE_LIMITS}${tenant}#${personId}`,
    sk: 'EXPORT',
  }),
  person: (tenant: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#PEOPLE`,
    sk: `PERSON#${idOf(of)}`,
  }),
  peopleRevision: (tenant: string): Key => ({ pk: `${inTenant(tenant)}#PEOPLE`, sk: 'PEOPLE' }),
  session: (tenant: string, personId: string, hash: string): Key => ({
    pk: `${inTenant(tenant)}#PEOPLE`,
    sk: `SESSION#${personId}#${hash}`,
  }),
  answeredChallenge: (tenant: string, hash: string): Key => ({
    pk: `${inTenant(tenant)}#PEOPLE`,
    sk: `CHALLENGE#${hash}`,
  }),
  refusedForm: (tenant: string, personId: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#PEOPLE`,
    sk: `FORM#${personId}#${idOf(of)}`,
  }),
  sentForm: (tenant: string, hash: string): Key => ({
    pk: `${inTenant(tenant)}#SENT#${hash}`,
    sk: 'FORM',
  }),
  formLock: (tenant: string, what: string): Key => ({
    pk: `${inTenant(tenant)}#PEOPLE`,
    sk: `LOCK#${what}`,
  }),
  auditEntry: (tenant: string, of: KeyOf): Key => ({ pk: `${inTenant(tenant)}#AUDIT`, sk: idOf(of) }),
  plan: (tenant: string, of: KeyOf): Key => ({ pk: `${inTenant(tenant)}#PLANS`, sk: `PLAN#${idOf(of)}` }),
  planByReference: (tenant: string, reference: string): Key => ({
    pk: `${inTenant(tenant)}#PLANS`,
    sk: `REF#${reference}`,
  }),
  customer: (tenant: string, { id, email }: { readonly id: string; readonly email: string }): Key => ({
    pk: `${inTenant(tenant)}#C#${customerHashIn(id)}`,
    sk: `CUSTOMER#${email}`,
  }),
  customerNamed: (tenant: string, email: string, secret?: string): Key => ({
    pk: `${inTenant(tenant)}#C#${customerHash(tenant, email, secret)}`,
    sk: `CUSTOMER#${email}`,
  }),
  begunPurchase: (
    tenant: string,
    customerId: string,
    { at, reference }: { readonly at: number; readonly reference: string },
  ): Key => ({ pk: `${inTenant(tenant)}#C#${customerHashIn(customerId)}`, sk: `BUY#${at}#${reference}` }),
  subscriber: (tenant: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#C#${customerHashIn(idOf(of))}`,
    sk: `SUB#${idOf(of)}`,
  }),
  externalPerson: (tenant: string, externalId: string): Key => ({
    pk: `${inTenant(tenant)}#X#${externalId}`,
    sk: 'PERSON',
  }),
  latestInvoice: (tenant: string, subscriberId: string): Key => ({
    pk: `${inTenant(tenant)}#C#${customerHashIn(subscriberId)}`,
    sk: `SUB#${subscriberId}#LATEST`,
  }),
  invoice: (tenant: string, subscriberId: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    sk: `INV#${idOf(of)}`,
  }),
  document: (tenant: string, subscriberId: string, invoiceId: string): Key => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    sk: `DOC#${invoiceId}`,
  }),
  invoiceNamed: (tenant: string, of: KeyOf): Key => ({ pk: `${inTenant(tenant)}#INVOICES`, sk: idOf(of) }),
  refund: (tenant: string, subscriberId: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#I#${subscriberId}`,
    sk: `RFD#${idOf(of)}`,
  }),
  refundListed: (tenant: string, of: KeyOf): Key => ({ pk: `${inTenant(tenant)}#REFUNDS`, sk: idOf(of) }),
  refundNamed: (tenant: string, ref: string): Key => ({ pk: `${inTenant(tenant)}#G#${ref}`, sk: 'REFUND' }),
  taskListed: (tenant: string, state: 'open' | 'done', of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#TASKS#${state}`,
    sk: idOf(of),
  }),
  reference: (tenant: string, ref: string): Key => ({ pk: `${inTenant(tenant)}#R#${ref}`, sk: 'REF' }),
  event: (tenant: string, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#H#${historyOf(idOf(of))}`,
    sk: `E#${idOf(of)}`,
  }),
  message: (tenant: string, id: string): Key => ({
    pk: `${inTenant(tenant)}#H#${historyOf(id)}`,
    sk: `M#${id}`,
  }),
  messageDay: (tenant: string, id: string, kind: string, day: string): Key => ({
    pk: `${inTenant(tenant)}#H#${historyOf(id)}`,
    sk: `DAY#${kind}#${day}`,
  }),
  testMessages: (tenant: string, hash: string, day: string): Key => ({
    pk: `${inTenant(tenant)}#V#${hash}`,
    sk: `TESTS#${day}`,
  }),
  suppressed: (tenant: string, hash: string): Key => ({
    pk: `${inTenant(tenant)}#V#${hash}`,
    sk: 'SUPPRESSED',
  }),
  replay: (tenant: string, of: KeyOf): Key => ({ pk: inTenant(tenant), sk: `REPLAY#${idOf(of)}` }),
  replayLine: (tenant: string): Key => ({ pk: inTenant(tenant), sk: 'REPLAYS' }),
  attempt: (tenant: string, eventId: string, attempt: number): Key => ({
    pk: `${inTenant(tenant)}#E#${eventId}`,
    sk: `ATTEMPT#${String(attempt).padStart(2, '0')}`,
  }),
  intent: (tenant: string, reference: string): Key => ({
    pk: `${inTenant(tenant)}#O#${reference}`,
    sk: 'OPERATION',
  }),
  /** By the provider's reference of an order or subscription, never by a caller's. */
  retry: (tenant: string, reference: string): Key => ({
    pk: `${inTenant(tenant)}#P#${reference}`,
    sk: 'RETRY',
  }),
  cardForm: (tenant: string, ref: string): Key => ({ pk: `${inTenant(tenant)}#U#${ref}`, sk: 'CARD_FORM' }),
  openedCardForms: (tenant: string, subscriberId: string): Key => ({
    pk: `${inTenant(tenant)}#F#${subscriberId}`,
    sk: 'OPENED',
  }),
  expiredCardForm: (tenant: string, subscriberId: string, token: string): Key => ({
    pk: `${inTenant(tenant)}#F#${subscriberId}`,
    sk: `FORM#${token}`,
  }),
  namingAnswer: (tenant: string, subscriberId: string, answered: string): Key => ({
    pk: `${inTenant(tenant)}#F#${subscriberId}`,
    sk: `ANSWER#${answered}`,
  }),
  idempotency: (tenant: string, idempotencyKey: string): Key => ({
    pk: `${inTenant(tenant)}#Y#${idempotencyKey}`,
    sk: 'IDEMPOTENCY',
  }),
  difference: (tenant: string, fingerprint: string): Key => ({
    pk: `${inTenant(tenant)}#D#${fingerprint}`,
    sk: 'DIFFERENCE',
  }),
  differenceListed: (tenant: string, state: 'open' | 'closed', kind: string | undefined, of: KeyOf): Key => ({
    pk: `${inTenant(tenant)}#L#${state}${kind === undefined ? '' : `#${kind}`}`,
    sk: idOf(of),
  }),
  notification: (tenant: string, reference: string): Key => ({
    pk: `${inTenant(tenant)}#N#${reference}`,
    sk: 'NOTICE',
  }),
};
