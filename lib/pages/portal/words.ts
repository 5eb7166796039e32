import type { Translated } from '../language.ts';
import { english } from './english.ts';
import { turkish } from './turkish.ts';
import type { PortalWords } from './wording.ts';

/** The words of every language. */
export const PORTAL_WORDS: Translated<PortalWords> = { tr: turkish, en: english };
