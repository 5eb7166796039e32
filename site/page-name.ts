import type { Language } from './guides.ts';

/** The name of a page in a language. */
export const nameIn = (language: Language, name: string) =>
  language === 'en' ? name : `${language}-${name}`;
