/**
 * For local servers: idle connections are only closed by the caller. Otherwise a server may close one at the very
 * moment in which a request is sent on it, which does happen on a busy machine.
 */
export const KEEP_RESTING_CONNECTIONS = { keepAliveTimeout: 0 } as const;
