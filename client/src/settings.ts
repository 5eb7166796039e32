/** How the client reaches the service. Address and keys may come straight from `process.env`: a missing one throws at once. */
export interface Settings {
  /** The service's address, such as `https://billing.example`. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly apiSecret: string | undefined;
  /** How often a request is tried again where that is safe; 3 unless given. */
  readonly retries?: number;
  /** How long one try may take, in ms; 35,000 unless given, a little more than the service itself takes at most. */
  readonly timeoutMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Waits for so many ms between tries, or until the call is given up; for tests. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** In place of `Date.now`; for tests. */
  readonly now?: () => number;
}

/** What one call may say for itself. */
export interface CallOptions {
  /** For a write: your own key, if the call may be repeated by another process or after a crash. */
  readonly idempotencyKey?: string;
  /** Gives up on the call. */
  readonly signal?: AbortSignal;
}

/** What the client itself may ask of a call. */
export interface OwnCallOptions extends CallOptions {
  /** Tried once, and briefly: another answer is at hand. */
  readonly isTriedOnce?: boolean;
}

/** Where requests go and with which headers. Throws a TypeError that names the setting which is missing or no address. */
export function connectionOf({ baseUrl, apiKey, apiSecret }: Settings): {
  address: string;
  headers: Headers;
} {
  const address = given('baseUrl', baseUrl).replace(/\/$/, '');
  if (!isAddress(address))
    throw new TypeError(`baseUrl is no address such as https://billing.example: ${address}`);
  const headers = new Headers({
    'X-Api-Key': given('apiKey', apiKey),
    'X-Api-Secret': given('apiSecret', apiSecret),
  });
  return { address, headers };
}

/** Names of this machine: to any other, `http:` would send the secret for all to read. */
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])$/;

/** Early versions of Node 18 have no `URL.canParse`. */
function isAddress(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text);
    return /^https?:\/\//.test(text) && (protocol === 'https:' || LOOPBACK.test(hostname));
  } catch {
    return false;
  }
}

function given(name: keyof Settings, value: string | undefined): string {
  if (value === undefined || value === '') throw new TypeError(`the client's ${name} is missing`);
  return value;
}
