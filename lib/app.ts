import type { Acct, AcctAccount } from './acct/acct.ts';
import type { TokenStore } from './acct/tokens.ts';
import type { PayAccount, Pay } from './pay/pay.ts';
import type { PayNotifications } from './pay/pay-notifications.ts';
import type { QueueName, SecretPurpose } from './routes.ts';
import type { Table } from './table/table.ts';
import type { Redacted } from './redacted.ts';

/** One message for a queue. `group` is the tenant: messages of one tenant never make others wait. */
export interface Message {
  readonly body: unknown;
  readonly group: string;
  readonly delaySeconds?: number;
}

export interface Queue {
  /** Sends all messages, ten a request. Throws if any of them was not taken. */
  send(messages: readonly Message[]): Promise<void>;
}

/** Keeps tenants' secrets: sealed text can be opened only for the tenant and the purpose it was sealed for. */
export interface Secrets {
  encrypt(tenant: string, purpose: SecretPurpose, text: string): Promise<string>;
  decrypt(tenant: string, purpose: SecretPurpose, sealed: string): Promise<Redacted<string>>;
}

/** One request to a tenant's address, whatever came of it. `answered` has the HTTP status; every failure is an outcome. */
export type PostOutcome =
  | { readonly is: 'answered'; readonly status: number; readonly body: string; readonly tookMs: number }
  | { readonly is: 'failed'; readonly why: string; readonly tookMs: number };

/** POSTs bytes to a tenant's address, once, behind the guard against forbidden targets. Never throws. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
) => Promise<PostOutcome>;

/** A fact for the operators' log. Only the fields of `LogFields` can be logged. */
export interface LogFields {
  readonly tenant?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly tookMs?: number | undefined;
  readonly subscriberId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly attempt?: number | undefined;
  readonly outcome?: string | undefined;
  readonly providerCode?: string | undefined;
  readonly reference?: string | undefined;
  readonly count?: number | undefined;
  readonly errorName?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly stack?: string | undefined;
}

export interface Log {
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  error(what: string, fields?: LogFields): void;
}

/** Everything outside the code that it may touch. Handlers are made from one; tests pass their own. */
export interface App {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A fresh UUIDv7. */
  readonly newId: () => string;
  /** 128 random bits, base64url: unguessable, for one use. */
  readonly newNonce: () => string;
  readonly wait: (ms: number) => Promise<void>;
  readonly table: Table;
  readonly queues: Readonly<Record<QueueName, Queue>>;
  readonly secrets: Secrets;
  readonly pay: (account: PayAccount) => Pay;
  readonly payNotifications: PayNotifications;
  /** A tenant's line to the invoicing provider, whose tokens all processes share in the store. */
  readonly acct: (account: AcctAccount, store: TokenStore) => Acct;
  readonly post: Post;
  readonly log: Log;
  readonly settings: {
    /** The service's own address, without a slash at the end. */
    readonly publicUrl: string;
    /** `host:port` pairs that callbacks may name although they are loopback; empty when deployed. */
    readonly loopbackAllowed: readonly string[];
  };
}
