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

/** How long a call may be sent, with all retries; the feed relies on it for transactions. */
export const AWS_CALL_MAX_MS = 13_000;
/** What is left of the invocation when its last call ends: time to answer. */
export const ANSWER_MS = 500;

/** Ends a call that begins now, with its retries: after `longestMs`, and before the invocation is over (`leftMs`). */
export function endOfCall(leftMs: number, longestMs = AWS_CALL_MAX_MS): AbortSignal {
  const ms = Math.floor(Math.min(leftMs - ANSWER_MS, longestMs));
  return ms > 0 ? AbortSignal.timeout(ms) : AbortSignal.abort();
}
