/** One request that arrived, and what was answered. */
export interface Arrival {
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status answered; 0 for none. */
  readonly status: number;
  /** Whether the signature fits the secret known for the path; null where none is known. */
  readonly verified: boolean | null;
}

/** An arrival with its number. */
export interface StoredArrival extends Arrival {
  /** Rises with each arrival, and is never given twice. */
  readonly id: number;
}
