import type { Mode } from '../../billing/mode.ts';
import { isOnThisMachine } from '../../text/this-machine.ts';
import type { PayAccount } from '../pay.ts';

const ENVIRONMENTS: Readonly<Record<string, Mode>> = {
  'api.iyzipay.com': 'live',
  'sandbox-api.iyzipay.com': 'test',
};

/** Where an account with this API key is: keys of the sandbox say so themselves. */
export const addressOfKey = (apiKey: string): string =>
  apiKey.startsWith(SANDBOX_KEY) ? 'https://sandbox-api.iyzipay.com' : 'https://api.iyzipay.com';

/** How the sandbox's API and secret keys begin. */
const SANDBOX_KEY = 'sandbox-';

/** The environment behind an address: a sandbox on this machine charges nobody, and any other host counts as the live one. */
export function environmentAt(baseUrl: string): Mode {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return ENVIRONMENTS[host] ?? (isOnThisMachine(baseUrl) ? 'test' : 'live');
}

/** The environment of credentials; undefined where address and keys contradict each other. */
export function environmentOf({ baseUrl, apiKey, secretKey }: PayAccount): Mode | undefined {
  const environment = environmentAt(baseUrl);
  if (isOnThisMachine(baseUrl)) return environment;
  const isSandbox = [apiKey, secretKey].map((key) => key.startsWith(SANDBOX_KEY));
  return isSandbox.every((sandbox) => sandbox === (environment === 'test')) ? environment : undefined;
}
