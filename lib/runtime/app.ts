import type { PostOutcome } from '../billing/delivery.ts';
import type { Context } from 'aws-lambda';
import type { Acct, AcctAccount, AcctRun } from '../acct/acct.ts';
import type { TokenStore } from '../acct/tokens.ts';
import type {
  Documents,
  DocumentLinks,
  DocumentStore,
  LogoReader,
  LogoStore,
  RestoreNotes,
} from '../documents/documents.ts';
import type { Admission, PayAccount, Pay } from '../pay/pay.ts';
import type { Mailer } from '../messages/mail.ts';
import type { MetricName } from './metrics.ts';
import type { PayNotifications } from '../pay/pay-notifications.ts';
import type { Footprint, QueueName, SecretPurpose } from '../footprint.ts';
import type { Bulletins } from '../rates/rates.ts';
import type { LinkMaker } from '../billing/timeline.ts';
import type { Check, Table } from '../table/table.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import type { Redacted } from '../text/redacted.ts';
import type { TracedWork } from './trace.ts';

/** One message for a queue. `group` is the tenant: a tenant's messages never delay others. */
export interface Message {
  readonly body: object;
  readonly group: string;
  readonly delaySeconds?: number;
}

/** A queue to send to. */
export interface Queue {
  /** Sends all messages, ten per request, even if one request fails. Throws NotTaken with the refused messages. */
  send(messages: readonly Message[]): Promise<void>;
}

/** Encrypts tenants' secrets: a ciphertext can be decrypted only for its own tenant and purpose. */
export interface Secrets {
  encrypt(tenant: string, purpose: SecretPurpose, text: string): Promise<string>;
  decrypt(tenant: string, purpose: SecretPurpose, ciphertext: string): Promise<Redacted<string>>;
}

/**
 * POSTs bytes to a tenant's address, once, behind the SSRF guard. Never throws. The deadline (ms) covers everything:
 * look-up, connect, TLS, request, answer; ten seconds by default. `overdue` is told once if it has not ended by then.
 */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  deadlineMs?: number,
  overdue?: { readonly afterMs: number; readonly tell: () => void },
) => Promise<PostOutcome>;

/** The fields that can be logged. */
export interface LogFields {
  readonly requestId?: string | undefined;
  readonly tenant?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly tookMs?: number | undefined;
  readonly subscriberId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  /** Of an item, as `sayableKey` says it. */
  readonly key?: string | undefined;
  readonly attempt?: number | undefined;
  readonly outcome?: string | undefined;
  readonly providerCode?: string | undefined;
  readonly reference?: string | undefined;
  readonly count?: number | undefined;
  /** What somebody asked for, by whom, by which identifier, and since when (epoch ms). */
  readonly verb?: string | undefined;
  readonly by?: string | undefined;
  readonly through?: string | undefined;
  readonly identifier?: string | undefined;
  readonly asked?: string | undefined;
  readonly since?: number | undefined;
  /** Why the record had to be brought up to date, and what was read at the provider, or why nothing was. */
  readonly behind?: string | undefined;
  readonly reading?: string | undefined;
  readonly there?: string | undefined;
  readonly theirs?: string | undefined;
  readonly theirPlan?: string | undefined;
  readonly orders?: string | undefined;
  readonly paidUntil?: number | undefined;
  /** The call that was made there and what came of it, and when it is read next (epoch ms), and for what. */
  readonly step?: string | undefined;
  readonly nextAt?: number | undefined;
  readonly nextFor?: string | undefined;
  /** The revision that a verb has decided by, and what follows from the record (`Facts`). */
  readonly from?: number | undefined;
  readonly at?: number | undefined;
  readonly revision?: number | undefined;
  readonly stored?: string | undefined;
  readonly state?: string | undefined;
  readonly plan?: string | undefined;
  readonly nextPlan?: string | undefined;
  readonly payPlan?: string | undefined;
  readonly periodEnd?: number | undefined;
  readonly cancelled?: string | undefined;
  readonly accessUntil?: number | undefined;
  readonly undoClosesAt?: number | undefined;
  readonly failedOrder?: string | undefined;
  readonly underWay?: string | undefined;
  readonly lastRequest?: string | undefined;
  readonly lastRequestAt?: number | undefined;
  /** What was recorded: the events, and how often another writer was faster. */
  readonly events?: string | undefined;
  readonly races?: number | undefined;
  readonly errorName?: string | undefined;
  readonly stack?: string | undefined;
}

/** Structured log lines, and metrics as lines of the embedded metric format. */
export interface Log {
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  error(what: string, fields?: LogFields): void;
  /**
   * Adds to a metric of the catalogue; `by` and the fields are said in its line alone: which one it was, and whom it is about. A value
   * of 0 prints no line.
   */
  measure(metric: MetricName, value: number, by: string, fields?: LogFields): void;
}

/** Somebody who acts: `who` is the key pair or the name of a tenant's person. A customer acts by somebody's link. */
export type Actor =
  | { readonly by: 'operator' }
  | { readonly by: 'key'; readonly who: string }
  | { readonly by: 'customer'; readonly through: LinkMaker }
  | {
      readonly by: 'person';
      readonly who: string;
      readonly personId: string;
      /** Somebody who runs the service, in a tenant's console. */
      readonly isOperator?: boolean;
      /** What must hold where credentials or addresses are written, as it is on record now. Throws if they may no longer act. */
      readonly stillAllowed: () => Promise<readonly Check[]>;
    };

/** Those who act so. */
export type ActorBy<By extends Actor['by']> = Extract<Actor, { readonly by: By }>;

/** Acts as somebody: what is changed bears them as its cause. */
export interface ActsAs<By extends Actor = Actor> {
  readonly actor: By;
}

/**
 * Is bound to one tenant: whoever is given it works for that tenant alone, and is given no id beside it. A function whose
 * App is not bound works across tenants, or binds it (`forTenant`).
 */
export interface OfTenant {
  readonly tenantId: string;
}

/** Is bound to one tenant, whose record was read for this request or message. */
export interface WithTenant extends OfTenant {
  readonly tenant: Tenant;
}

/** What every function may use. */
export interface CoreApp {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A fresh UUIDv7. */
  readonly newId: () => string;
  /** 128 random bits, base64url: unguessable, for one use. */
  readonly newNonce: () => string;
  /** 256 random bits, base64url: the random part of a secret. */
  readonly newSecret: () => string;
  readonly table: Table;
  readonly log: Log;
  /** The id of the request, or of whatever caused this invocation; undefined outside an invocation. */
  readonly requestId?: string;
  /** Who acts, unless it is the service itself, or a browser or provider whose credential is a token. */
  readonly actor?: Actor;
  /**
   * Whether its calls of payment providers keep to our own pace, which they wait for, or are left to be made later.
   * Undefined where somebody waits for the answer.
   */
  readonly keepsPace?: 'waiting' | 'postponing';
  /** The key pair of the request; undefined where nobody calls with one. */
  readonly callerKey?: string;
  /** Adds a piece of work to the invocation's trace; undefined if nothing is traced. */
  readonly trace?: (work: TracedWork) => void;
  /** Begins an invocation: calls to AWS end before it does. Undefined where nothing has to. */
  readonly begin?: (context: Pick<Context, 'getRemainingTimeInMillis'>) => void;
  /** The invocation's remaining time, ms. */
  readonly timeLeft: () => number;
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>;
  /** Identifies one running instance: its caches are keyed by this object. */
  readonly memory: object;
  readonly settings: {
    /** The service's own address, without a trailing slash. */
    readonly publicUrl: string;
    /** The host that the console has for itself; undefined where it shares the service's. */
    readonly consoleHost?: string;
    /** Loopback `host:port` pairs that callbacks may name; empty when deployed. */
    readonly loopbackAllowed: readonly string[];
    /** The domain that messages are sent from; undefined where the stage sends none, and none is owed. */
    readonly senderDomain?: string | undefined;
    /** Whether requests come through the firewall, which the gateway takes for the visitor. */
    readonly isBehindFirewall?: boolean;
  };
}

/** May send to these queues. */
export interface SendsTo<Names extends QueueName> {
  readonly queues: Readonly<Record<Names, Queue>>;
}

/** May decrypt tenants' secrets of these purposes. */
export interface Decrypts<Purpose extends SecretPurpose> {
  readonly secrets: {
    /** Throws if the ciphertext belongs to another tenant or purpose. */
    decrypt(tenant: string, purpose: Purpose, ciphertext: string): Promise<Redacted<string>>;
  };
}

/** May encrypt tenants' secrets of these purposes. */
export interface Encrypts<Purpose extends SecretPurpose> {
  readonly secrets: { encrypt(tenant: string, purpose: Purpose, text: string): Promise<string> };
}

/** May try out credentials for the payment provider that it was given. */
export interface TriesPay {
  /** A client whose calls end while `timeLeft` (ms) still allows recording their outcome, and are made once `admit` allows it. */
  readonly pay: (account: PayAccount, timeLeft?: () => number, admit?: () => Promise<Admission>) => Pay;
}

/** May call tenants' payment providers, and verify their notifications. */
export interface CallsPay extends TriesPay, Decrypts<'pay'> {
  readonly payNotifications: PayNotifications;
}

/** May call tenants' invoicing providers; all instances share their tokens through the store. */
export interface CallsAcct extends Decrypts<'acct'> {
  readonly secrets: Decrypts<'acct'>['secrets'] & Encrypts<'acct'>['secrets'];
  /** Without a run, calls are neither paced nor limited in time. */
  readonly acct: (account: AcctAccount, store: TokenStore, run?: AcctRun) => Acct;
}

/** May POST to tenants' addresses. */
export interface CallsTenants extends Decrypts<'webhook'> {
  readonly post: Post;
}

/** May create links to invoices' documents. */
export interface ReadsDocuments {
  readonly documents: DocumentLinks;
}

/** May store invoices' documents. */
export interface StoresDocuments {
  readonly documents: DocumentStore;
}

/** May store tenants' logos. */
export interface StoresLogos {
  readonly documents: LogoStore;
}

/** May read tenants' logos. */
export interface ReadsLogos {
  readonly documents: LogoReader;
}

/** May note what a restore must repeat. */
export interface NotesForRestore {
  readonly documents: RestoreNotes;
}

/** May read the official exchange rates. */
export interface ReadsRates {
  readonly bulletins: Bulletins;
}

/** May send e-mail. */
export interface SendsMail {
  readonly mail: Mailer;
}

/** What it takes to call a tenant's payment provider. */
export type PayApp = CoreApp & CallsPay;

/** What it takes to change a subscription: the provider, and the queues for the follow-up work. */
export type SubscriptionApp = PayApp & SendsTo<'deliveries' | 'reconciliation' | 'invoicing'>;

/** Everything outside the code; a function receives the part that its row declares. */
export interface App
  extends CoreApp, SendsTo<QueueName>, CallsPay, CallsAcct, CallsTenants, ReadsRates, SendsMail {
  readonly secrets: Secrets;
  readonly documents: Documents;
}

/** The App of a function with this row: using anything undeclared does not compile. */
export type AppOf<
  Row extends Pick<Footprint, 'sends' | 'decrypts' | 'encrypts' | 'documents' | 'restoreNotes' | 'mails'>,
> = CoreApp &
  SendsTo<Row['sends'][number]> &
  Decrypts<Row['decrypts'][number]> &
  Encrypts<Row['encrypts'][number]> &
  ('pay' extends Row['decrypts'][number] ? CallsPay : unknown) &
  ('pay' extends Row['encrypts'][number] ? TriesPay : unknown) &
  ('acct' extends Row['encrypts'][number] ? CallsAcct : unknown) &
  ('webhook' extends Row['decrypts'][number] ? CallsTenants : unknown) &
  ('read' extends Row['documents'] ? ReadsDocuments : unknown) &
  ('write' extends Row['documents'] ? StoresDocuments & ReadsRates : unknown) &
  ('readLogos' extends Row['documents'] ? ReadsLogos : unknown) &
  ('writeLogos' extends Row['documents'] ? StoresLogos : unknown) &
  (true extends Row['restoreNotes'] ? NotesForRestore : unknown) &
  (true extends Row['mails'] ? SendsMail : unknown);
