/**
 * For a server of this machine: connections that rest are never closed by it, only by whoever calls. A server that closes
 * one may do so in the very instant in which a request is sent on it, and on a busy machine that happens.
 */
export const KEEP_RESTING_CONNECTIONS = { keepAliveTimeout: 0 } as const;
