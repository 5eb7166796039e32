/** What the clients did and were told: half of what a run is judged by. */
export interface Purchase {
  /** Of one purchase alone; the reference of a direct checkout, too. */
  readonly email: string;
  readonly how: 'direct' | 'hosted';
  /** What becomes of the subscription: several changes of plan in our records, one at the provider, or a cancellation. */
  readonly role: 'stays' | 'changes' | 'moves' | 'cancels';
  /** Hosted: whether the browser follows the way back. */
  readonly comesBack: boolean;
  token: string | undefined;
  /** The provider or the service said so. */
  paid: boolean;
  svcId: string | undefined;
  payReference: string | undefined;
  /** Begun: asked for, but nobody has said yes yet. */
  move: 'none' | 'begun' | 'done';
  cancel: 'none' | 'begun' | 'done';
}

/** One request for another plan in our own records. Told: it was answered 200. */
export interface Change {
  readonly svcId: string;
  readonly planReference: string;
  outcome: 'told' | 'refused' | 'unknown';
}
