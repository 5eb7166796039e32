import type { PayEnvironment } from '../pay.ts';

/** The provider's two environments by the hosts of their APIs. */
const ENVIRONMENTS: Readonly<Record<string, PayEnvironment>> = {
  'api.iyzipay.com': 'live',
  'sandbox-api.iyzipay.com': 'test',
};

/** Where an account with this API key is: keys of the sandbox say so themselves. */
export const addressOfKey = (apiKey: string): string =>
  apiKey.startsWith(SANDBOX_KEY) ? 'https://sandbox-api.iyzipay.com' : 'https://api.iyzipay.com';

/** Whether an address is on this machine, where only a sandbox can be. */
export const isOnThisMachine = (baseUrl: string): boolean =>
  LOOPBACK.test(URL.parse(baseUrl)?.hostname ?? '');

/** How the sandbox's API and secret keys begin. */
const SANDBOX_KEY = 'sandbox-';

const LOOPBACK = /^(?:127(?:\.[0-9]+){3}|\[::1\]|localhost)$/;

/** The environment behind an address: a sandbox on this machine charges nobody, and any other host counts as the live one. */
export function environmentAt(baseUrl: string): PayEnvironment {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return ENVIRONMENTS[host] ?? (LOOPBACK.test(host) ? 'test' : 'live');
}

/** The environment of credentials; undefined where address and keys contradict each other. */
export function environmentOf({
  baseUrl,
  apiKey,
  secretKey,
}: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
}): PayEnvironment | undefined {
  const environment = environmentAt(baseUrl);
  const host = URL.parse(baseUrl)?.hostname ?? '';
  if (LOOPBACK.test(host)) return environment;
  const isSandbox = [apiKey, secretKey].map((key) => key.startsWith(SANDBOX_KEY));
  return isSandbox.every((sandbox) => sandbox === (environment === 'test')) ? environment : undefined;
}
