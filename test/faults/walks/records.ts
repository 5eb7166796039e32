import type { Plan } from '../../../lib/billing/plan.ts';
import type { RouteName } from '../../../lib/routes.ts';
import type { TestTenant } from '../../world/tenant.ts';
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
  /** The same request was made at the same moment: both have this number. */
  readonly twin?: number | undefined;
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
  readonly token: string;
  readonly openedAt: number;
  readonly member: Member | undefined;
  /** The card is only checked when it is entered; whether it can be charged shows at the activation. */
  readonly pending: boolean;
  /** The provider took the card. */
  paid: boolean;
  returns: number;
}

/** A purchase by card, repeated under the same reference where its outcome stayed unknown. */
export interface DirectTry {
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

/** A tenant on a walk, and all that it has seen. */
export interface Shop {
  readonly number: number;
  readonly tenant: TestTenant;
  readonly plans: readonly Plan[];
  readonly trouble: Trouble;
  readonly posts: Post[];
  readonly forms: Form[];
  readonly directs: DirectTry[];
  readonly members: Member[];
  /** When a customer last tried to buy a plan: `e-mail plan` → epoch ms. */
  readonly tries: Map<string, number>;
  /** Charges that the provider was made to try, by subscription reference. */
  readonly forced: string[];
  /** Notifications are not sent. */
  unnotified: boolean;
  /** When a charge was last made at the panel, epoch ms. */
  forcedAt: number;
  /** The provider's search shows what was made only after this time (ms). */
  searchLagMs: number;
  /** The provider shows what was bought only later. */
  lags: boolean;
  receiver: 'up' | 'refusing' | 'silent';
}
