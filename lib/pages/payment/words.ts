import type { Translated } from '../language.ts';
import { english } from './english.ts';
import { turkish } from './turkish.ts';
import type { PaymentWords } from './wording.ts';

/** The payment page's words of every language. */
export const PAYMENT_WORDS: Translated<PaymentWords> = { tr: turkish, en: english };
