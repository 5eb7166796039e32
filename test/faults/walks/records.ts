import type { AcctAccount } from '../../../lib/acct/acct.ts';
import type { Plan } from '../../../lib/billing/plan.ts';
import type { RouteName } from '../../../functions/routes.ts';
import type { ShopMail } from './mailbox.ts';
import type { Trouble } from './trouble.ts';

/** A request that was answered, as its caller knows it. Times are epoch ms of the walk's clock. */
export interface Asked {
  readonly step: number;
  readonly shop: number;
  readonly route: RouteName;
  readonly sent: unknown;
  readonly at: number;
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;
  /** The provider misbehaved towards this tenant while the request ran, or its credentials were refused. */
  readonly provoked: boolean;
  /** Another request, and not the same one, was under way for the same subscriber. */
  readonly contested: boolean;
  /** Faults may have struck our own calls while it ran. */
  readonly isStruck?: boolean;
  /** The same request was made at the same moment: both have this number. */
  readonly twin?: number | undefined;
  /** The one status that this request must be answered with, where that is known beforehand. */
  readonly expected?: number | undefined;
}

/** An answer or a page as it came: its text, and where it sends a browser. */
export interface Heard {
  readonly step: number;
  readonly shop: number;
  readonly route: RouteName;
  readonly status: number;
  readonly said: string;
  readonly location: string;
  /** A page that loads itself again. */
  readonly comesAgain: boolean;
  /** The form that it is a page of. */
  readonly form: Pick<Form, 'kind' | 'paid' | 'returns'> | undefined;
}

/** A POST as a tenant's receiver got it, and what it answered (0: nothing). */
export interface Post {
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

/** A hosted form that was opened, for a purchase or for another card. */
export interface Form {
  readonly kind: 'purchase' | 'card';
  /** The address that was typed; undefined where only a card is asked for. */
  readonly email?: string;
  readonly token: string;
  /** From then on nobody can enter a card, if the provider made it as soon as it was asked for. */
  readonly expiresFrom: number;
  /** The same, if the provider made it in the moment of our answer. */
  readonly expiresAt: number;
  readonly member: Member | undefined;
  /** Undefined if it is for another card. */
  readonly tried: Tried | undefined;
  /** Our own name for it, which the subscription that is bought bears too. */
  readonly clientReferenceId: string;
  /** The card is only checked when it is entered; whether it can be charged shows at the activation. */
  readonly pending: boolean;
  /** The provider took the card. */
  paid: boolean;
  /** Browsers that came back from it and were told of success. */
  readonly returns: Span[];
}

/** From one instant to another, epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Somebody whose personal data was taken out of our records. */
export interface ErasedCustomer {
  readonly email: string;
  readonly at: number;
  /** Of the tenant's subscribers those that were the customer's. */
  readonly svcIds: readonly string[];
}

/** A secret of a tenant's webhook: known from `since`, and the one that is signed with from `from` on. */
export interface SigningSecret {
  readonly secret: string;
  readonly since: number;
  from: number;
  /** When its webhook was removed. */
  until: number;
  /** Whether it came by a rotation that ends with its first use: one that has an overlap, and is not finished by request. */
  isRotated?: boolean;
}

/** A key pair that another has taken the place of, and when it ends. */
export interface OldKey {
  readonly headers: Record<string, string>;
  readonly until: number;
}

/** A charge that was tried because somebody at the panel wanted it. */
export interface Forced {
  readonly reference: string;
  /** Its number in the provider's ledger. */
  readonly paymentId: number;
  readonly at: number;
}

/** A subscription that somebody at the panel cancelled. */
export interface PanelCancel {
  readonly reference: string;
  readonly at: number;
}

/** A customer's purchase of one plan, and when it was tried last. */
export interface Tried {
  readonly who: string;
  at: number;
}

/** What a preview said is charged at once, and what then was. */
export interface Previewed {
  readonly at: number;
  readonly said: readonly string[];
  readonly charged: readonly string[];
}

/** A correction of a customer that was asked for: `value` is what is to be answered then. */
export interface Correction {
  readonly svcId: string;
  /** The address that it was bought with. */
  readonly boughtWith: string;
  readonly kind: 'name' | 'gsmNumber' | 'email';
  readonly value: string;
  readonly body: Record<string, unknown>;
  /** Open where nobody knows whether it was made. */
  state: 'open' | 'made' | 'refused';
  /** Whether anybody ever did not know. */
  wasOpen?: boolean;
  /** When it was asked for, each time (epoch ms). */
  readonly askedAt: number[];
}

/** A purchase by card, repeated under the same reference where its outcome stayed unknown. */
export interface DirectTry {
  readonly tried: Tried;
  readonly body: Record<string, unknown>;
  reference: string | undefined;
  open: boolean;
}

/** A subscriber as its tenant knows it from our answers. */
export interface Member {
  readonly svcId: string;
  readonly customerReference: string;
  readonly email: string;
  /** Every provider reference that was answered for it, the first one first. */
  readonly references: string[];
}

/** What a tenant's receiver does with a delivery. */
export type ReceiverState = keyof typeof RECEIVER_ANSWERS;

/** The status that a receiver answers in each state; 0 is none. */
export const RECEIVER_ANSWERS = { up: 200, refusing: 500, gone: 410, moved: 302, silent: 0 } as const;

/** What is known of a tenant beforehand. */
export interface WalkTenant {
  readonly tenantId: string;
  readonly headers: Record<string, string>;
  readonly webhookSecret: string;
  /** The path of its receiver. */
  readonly hook: string;
  readonly credentials: { readonly apiKey: string; readonly secretKey: string; readonly merchantId: string };
  /** Documents are made of its paid invoices. */
  readonly invoicing: boolean;
}

/** A tenant on a walk, and all that it has seen. */
export interface Shop {
  readonly number: number;
  readonly tenant: WalkTenant;
  readonly plans: readonly Plan[];
  readonly trouble: Trouble;
  readonly posts: Post[];
  readonly forms: Form[];
  readonly directs: DirectTry[];
  readonly members: Member[];
  /** When a customer last tried to buy a plan: `e-mail plan` → epoch ms. */
  readonly tries: Map<string, number>;
  /** Charges that the provider was made to try. */
  readonly forced: Forced[];
  readonly panelCancels: PanelCancel[];
  /** What was done at the panel that charges at once, and when it is found at the latest if nobody tells of it. */
  readonly panelCharges: { readonly at: number; readonly foundBy: number; isUntold: boolean }[];
  /** Notifications are not sent. */
  unnotified: boolean;
  /** Whether they ever were not. */
  keptSilent: boolean;
  /** What the tenant calls with. */
  headers: Record<string, string>;
  readonly oldKeys: OldKey[];
  /** Secrets of the webhook, oldest first. */
  readonly secrets: SigningSecret[];
  /** While each change of the secrets was asked for: what is delivered meanwhile may be signed as before or as after it. */
  readonly secretChanges: Span[];
  /** Event ids, once for each time they were asked to be sent once more. */
  readonly replayed: string[];
  /** How often many events were asked for once more. */
  bulkReplays: number;
  /** When it had no webhook. */
  readonly withoutWebhook: Span[];
  readonly erased: ErasedCustomer[];
  readonly previews: Previewed[];
  /** Corrections of customers, in the order in which they were asked for or, where they were made, made. */
  readonly corrections: Correction[];
  /** What was read of the feed, page after page, and where it goes on. */
  readonly feed: { next: string | undefined; readonly eventIds: string[] };
  /** Its account at the invoicing provider, as it is right. */
  acctAccount: AcctAccount | undefined;
  /** The invoicing provider refuses the password that we have. */
  wrongPassword: boolean;
  /** Phone numbers by e-mail, as they are to be answered. */
  readonly phones: Map<string, Set<string>>;
  /** The provider's search shows what was made only after this time (ms). */
  searchLagMs: number;
  /** Whether it ever did. */
  lagged: boolean;
  /** The provider shows what was bought only later. */
  lags: boolean;
  /** The provider retries failed orders by itself. */
  retriesItself: boolean;
  /** The provider tells its times to the second. */
  wholeSeconds: boolean;
  /** The provider tells nothing of a failed attempt. */
  hidesAttempts: boolean;
  /** The provider tells no code of a failed attempt. */
  hidesCodes: boolean;
  receiver: ReceiverState;
  /** Its messages, on a walk that has some. */
  mail?: ShopMail;
}
