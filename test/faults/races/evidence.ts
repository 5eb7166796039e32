/** A POST as the tenant's receiver got it. */
export interface Post {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A subscription in the provider's own records. */
export interface Provided {
  readonly referenceCode: string;
  readonly parentReferenceCode: string;
  readonly pricingPlanReferenceCode: string;
  readonly subscriptionStatus: string;
  readonly createdDate: number;
  readonly orders: readonly { readonly orderStatus: string; readonly startPeriod: number }[];
}

/** Money that the provider really took. */
export interface Charge {
  readonly orderReferenceCode: string | null;
  readonly subscriptionReferenceCode: string | null;
}

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
  readonly posts: readonly Post[];
  readonly charges: readonly Charge[];
  readonly subscriptions: readonly { readonly there: Provided; readonly here: Here }[];
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
