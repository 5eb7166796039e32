import type { RequestParts } from '../http/call.ts';
import { languageHints } from '../http/pages.ts';
import { LANGUAGE_COOKIE, languageOf, type Language } from '../pages/language.ts';

/** The language that a browser asks for: by its link, chosen before, or its own. */
export function languageAsked(parts: Pick<RequestParts, 'query' | 'cookies' | 'headers'>): Language {
  const { chosen, browser } = languageHints(parts, LANGUAGE_COOKIE);
  return languageOf({ link: chosen, browser });
}
