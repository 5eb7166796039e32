import { CONSOLE_WORDS } from '../pages/console/words.ts';
import type { ConsoleWords } from '../pages/console/wording.ts';
import { LANGUAGE_COOKIE, languageOf, type Language } from '../pages/language.ts';
import { inLanguage, language } from '../pages/say.ts';
import type { RequestParts } from '../http/call.ts';
import { languageHints } from '../http/pages.ts';

export { inLanguage, language };

/** The words of that language. */
export const say = (): ConsoleWords => CONSOLE_WORDS[language()];

/** The language that a browser asks for: by its link, chosen before, or its own. */
export function languageAsked(parts: Pick<RequestParts, 'query' | 'cookies' | 'headers'>): Language {
  const { chosen, browser } = languageHints(parts, LANGUAGE_COOKIE);
  return languageOf({ link: chosen, browser });
}
