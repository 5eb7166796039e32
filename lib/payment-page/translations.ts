import { english } from './english.ts';
import type { Language } from './language.ts';
import { turkish } from './turkish.ts';
import type { Words } from './words.ts';

/** The words of every language. */
export const WORDS: Readonly<Record<Language, Words>> = { tr: turkish, en: english };
