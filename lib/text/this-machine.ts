const LOOPBACK = /^(?:127(?:\.[0-9]+){3}|\[::1\]|localhost)$/;

/** Whether an address is on this machine, where only a sandbox can be. */
export const isOnThisMachine = (baseUrl: string): boolean =>
  LOOPBACK.test(URL.parse(baseUrl)?.hostname ?? '');
