import { AsyncLocalStorage } from 'node:async_hooks';
import { CONSOLE_WORDS } from '../pages/console/words.ts';
import type { ConsoleWords } from '../pages/console/wording.ts';
import { LANGUAGE_COOKIE, languageOf, type Language } from '../pages/language.ts';
import type { RequestParts } from '../http/call.ts';
import { languageHints } from '../http/pages.ts';

/** The language of the page that is being made: whoever writes a word of it need not be handed it by whoever calls. */
const spoken = new AsyncLocalStorage<Language>();

/** Makes a page in a language. */
export const inLanguage = <T>(of: Language, make: () => T): T => spoken.run(of, make);

/** The language of the page that is being made. */
export const language = (): Language => spoken.getStore() ?? 'en';

/** The words of that language. */
export const say = (): ConsoleWords => CONSOLE_WORDS[language()];

/** The language that a browser asks for: by its link, chosen before, or its own. */
export function languageAsked(parts: Pick<RequestParts, 'query' | 'cookies' | 'headers'>): Language {
  const { chosen, browser } = languageHints(parts, LANGUAGE_COOKIE);
  return languageOf({ link: chosen, browser });
}
