/** How the client reaches the service. */
export interface Settings {
  /** The service's address, such as `https://billing.example`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** How often a request is tried again where that is safe; 3 unless given. */
  readonly retries?: number;
  /** How long one try may take, in ms; 35,000 unless given, a little more than the service itself takes at most. */
  readonly timeoutMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Waits for so many ms between tries; for tests. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** What one call may say for itself. */
export interface CallOptions {
  /** For a write: your own key, if the call may be repeated by another process or after a crash. */
  readonly idempotencyKey?: string;
  /** Gives up on the call. */
  readonly signal?: AbortSignal;
}
