/**
 * The settings of every AWS client: a service that does not answer is asked three times at most. Times are ms: until the
 * connection stands, until the answer begins, and between two parts of it. After that the call throws a TimeoutError.
 */
export const AWS_CLIENT = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 3_000,
    socketTimeout: 3_000,
    throwOnRequestTimeout: true, // otherwise the SDK only warns
  },
} as const;

/** How long a transaction may be sent, with all retries; the feed relies on it. */
export const TRANSACTION_MAX_MS = 13_000;

/** Ends a transaction that begins now. */
export const transactionDeadline = () => AbortSignal.timeout(TRANSACTION_MAX_MS);
