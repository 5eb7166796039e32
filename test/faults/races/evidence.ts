import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import type { PanelSubscription } from '../panel.ts';
import type { Webhook } from '../posts.ts';

/** An answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** What the service answers about one of the provider's references; `cancel` is a repeated cancellation, asked last. */
export interface Here {
  readonly got: ServiceAnswer;
  readonly listed: ServiceAnswer;
  readonly cancel: ServiceAnswer;
}

/** All that is known from outside once a race is over. */
export interface Evidence {
  readonly now: number;
  readonly secret: string;
  readonly posts: readonly Webhook[];
  /** Money that the provider really took. */
  readonly charges: readonly LedgerEntry[];
  readonly subscriptions: readonly { readonly there: PanelSubscription; readonly here: Here }[];
  readonly dead: number;
}

/** What a race is to leave behind, as far as its answers and the provider's records have not settled it. */
export interface Expected {
  readonly purchases: number;
  readonly planChanges?: number;
  /** How often the receiver refuses before it accepts. */
  readonly refusals?: number;
  /** Plan or end were changed in our records alone, so that the provider's differ. */
  readonly ownPlan?: boolean;
  readonly ownEnd?: boolean;
}
