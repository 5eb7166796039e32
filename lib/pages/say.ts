import { AsyncLocalStorage } from 'node:async_hooks';
import type { Html } from './html.ts';
import type { Language } from './language.ts';

/** The language of what is being written: whoever writes a sentence of it need not be handed it by whoever calls. */
const written = new AsyncLocalStorage<Language>();

/** Writes a page or a message in a language. */
export const inLanguage = <T>(of: Language, write: () => T): T => written.run(of, write);

/** The language of the page or message that is being written. Throws an error where nobody has chosen one. */
export function language(): Language {
  const of = written.getStore();
  if (of === undefined) throw new Error('a sentence was written before its language was chosen');
  return of;
}

/** A sentence where it is shown, in both languages: the reader gets it in theirs. */
export function say(english: string, turkish: string): string;
export function say(english: Html, turkish: Html): Html;
export function say(english: string | Html, turkish: string | Html): string | Html {
  return language() === 'tr' ? turkish : english;
}
