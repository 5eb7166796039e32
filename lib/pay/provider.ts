import type { Mode } from '../billing/mode.ts';
import { FORM_PLACE, formScripts, USUAL_SOURCES } from './iyzico/browser.ts';
import { declineReason } from './iyzico/decline-codes.ts';
import { addressOfKey, environmentAt, environmentOf } from './iyzico/environment.ts';
import type { DeclineReason } from '../billing/provider-snapshot.ts';
import type { PayAccount } from './pay.ts';

/** What is known of a payment provider beside the calls of its port. */
export interface PayProvider {
  /** The environment behind an address: a sandbox on this machine charges nobody, and any other host counts as the live one. */
  environmentAt(baseUrl: string): Mode;
  /** The environment of credentials; undefined where address and keys contradict each other. */
  environmentOf(account: PayAccount): Mode | undefined;
  /** Where an account with this API key is. */
  addressOfKey(apiKey: string): string;
  /** What a customer is told of the code with which a payment was refused. */
  declineReason(code: string | null): DeclineReason;
  /** The Content-Security-Policy sources of a form that was stored without them. */
  readonly usualSources: string;
  /** The element into which its form is drawn. */
  readonly formPlace: string;
  /** Its form's content for a page in this language, its scripts with the page's nonce. */
  formScripts(content: string, language: 'tr' | 'en', nonce: string): string;
}

/** The provider of every tenant's account. With a second one, the account names which it is. */
export const payProvider: PayProvider = {
  environmentAt,
  environmentOf,
  addressOfKey,
  declineReason,
  usualSources: USUAL_SOURCES,
  formPlace: FORM_PLACE,
  formScripts,
};
