import type { Translated } from '../language.ts';
import { english } from './english.ts';
import { turkish } from './turkish.ts';
import type { ConsoleWords } from './wording.ts';

/** The words of every language. */
export const CONSOLE_WORDS: Translated<ConsoleWords> = { tr: turkish, en: english };
