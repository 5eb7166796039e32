import { MODES, type Mode } from '../../billing/mode.ts';
import { isOnThisMachine } from '../../text/this-machine.ts';
import type { PayAccount, PayKey } from '../pay.ts';

/** What an account signs in with. */
export const KEYS = [
  { name: 'apiKey', question: 'API key', isSecret: false },
  { name: 'secretKey', question: 'secret key', isSecret: true },
] as const satisfies readonly PayKey[];

/** An account's keys by their names; empty where one is missing. */
export const keysOf = ({ apiKey = '', secretKey = '' }: PayAccount) => ({ apiKey, secretKey });

/** Where accounts of each environment are. */
export const ADDRESSES: Readonly<Record<Mode, string>> = {
  live: 'https://api.iyzipay.com',
  test: 'https://sandbox-api.iyzipay.com',
};

/** How the sandbox's API and secret keys begin. */
const SANDBOX_KEY = 'sandbox-';

/** How people tell the keys of the environments apart. */
export const ENVIRONMENT_RULE = `the sandbox's keys begin with ${SANDBOX_KEY}`;

/** Where an account with these keys is: keys of the sandbox say so themselves. */
export const addressFor = (account: Omit<PayAccount, 'baseUrl'>): string =>
  ADDRESSES[account['apiKey']?.startsWith(SANDBOX_KEY) ? 'test' : 'live'];

/** The environment behind an address: a sandbox on this machine charges nobody, and any other host counts as the live one. */
export function environmentAt(baseUrl: string): Mode {
  const host = URL.parse(baseUrl)?.hostname;
  const known = MODES.find((mode) => URL.parse(ADDRESSES[mode])?.hostname === host);
  return known ?? (isOnThisMachine(baseUrl) ? 'test' : 'live');
}

/** The environment of credentials; undefined where address and keys contradict each other. */
export function environmentOf(account: PayAccount): Mode | undefined {
  const { baseUrl } = account;
  const environment = environmentAt(baseUrl);
  if (isOnThisMachine(baseUrl)) return environment;
  const isSandbox = Object.values(keysOf(account)).map((key) => key.startsWith(SANDBOX_KEY));
  return isSandbox.every((sandbox) => sandbox === (environment === 'test')) ? environment : undefined;
}
