import type { Mode } from '../billing/mode.ts';
import {
  addressFor,
  ADDRESSES,
  ENVIRONMENT_RULE,
  environmentAt,
  environmentOf,
  KEYS,
  keysOf,
} from './iyzico/account.ts';
import { FORM_PLACE, formScripts, USUAL_SOURCES } from './iyzico/browser.ts';
import { declineReason } from './iyzico/decline-codes.ts';
import type { DeclineReason } from '../billing/provider-snapshot.ts';
import type { PayAccount, PayKey } from './pay.ts';

/** What is known of a payment provider beside the calls of its port. */
export interface PayProvider {
  /** As people and documents name it. */
  readonly name: string;
  /** What its accounts sign in with, in the order in which people are asked. */
  readonly keys: readonly PayKey[];
  /** An account's keys by their names, as they are stored encrypted. */
  keysOf(account: PayAccount): Readonly<Record<string, string>>;
  /** What tells two accounts at one address apart, whoever has typed them in. */
  identityOf(account: PayAccount): string;
  /** Where accounts of each environment are, and where one with these keys is. */
  readonly addresses: Readonly<Record<Mode, string>>;
  addressFor(account: Omit<PayAccount, 'baseUrl'>): string;
  /** The environment behind an address: a sandbox on this machine charges nobody, and any other host counts as the live one. */
  environmentAt(baseUrl: string): Mode;
  /** The environment of credentials; undefined where address and keys contradict each other. */
  environmentOf(account: PayAccount): Mode | undefined;
  /** How people tell the keys of the environments apart. */
  readonly environmentRule: string;
  /** What a customer is told of the code with which a payment was refused. */
  declineReason(code: string | null): DeclineReason;
  /** The language of its messages. */
  readonly messageLanguage: string;
  /** The Content-Security-Policy sources of a form that was stored without them. */
  readonly usualSources: string;
  /** The one element into which its form is drawn: empty until then. */
  readonly formPlace: string;
  /** Its form's content for a page in this language, its scripts with the page's nonce, and marked `data-form`. */
  formScripts(content: string, language: 'tr' | 'en', nonce: string): string;
}

/** The provider of every tenant's account. With a second one, the account names which it is. */
export const payProvider: PayProvider = {
  name: 'iyzico',
  keys: KEYS,
  keysOf,
  identityOf: (account) => keysOf(account).apiKey,
  addresses: ADDRESSES,
  addressFor,
  environmentAt,
  environmentOf,
  environmentRule: ENVIRONMENT_RULE,
  declineReason,
  messageLanguage: 'tr',
  usualSources: USUAL_SOURCES,
  formPlace: FORM_PLACE,
  formScripts,
};
