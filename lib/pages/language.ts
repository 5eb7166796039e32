/** The languages of the pages, which are those of the provider's form. */
export const LANGUAGES = ['tr', 'en'] as const;
/** A language of the pages that people see. */
export type Language = (typeof LANGUAGES)[number];

/** A text in every language. */
export type Translated<Words> = Readonly<Record<Language, Words>>;

/** How each language calls itself, and its Intl locale. */
export const LANGUAGE: Translated<{ readonly name: string; readonly locale: string }> = {
  tr: { name: 'Türkçe', locale: 'tr-TR' },
  en: { name: 'English', locale: 'en-GB' },
};

/** The cookie that remembers a chosen language. */
export const LANGUAGE_COOKIE = '__Host-language';

/** What can tell the language of a page: its link, a choice made before, and the browser's own languages. */
export interface LanguageHints {
  readonly link?: string | undefined;
  readonly cookie?: string | undefined;
  readonly browser?: string | undefined;
}

/**
 * The page's language: that of the link, else of the cookie, else the browser's preferred one of ours. A browser that
 * prefers only other languages gets English; one that states none gets Turkish, the market's language.
 */
export function languageOf({ link, cookie, browser }: LanguageHints): Language {
  return ourLanguage(link ?? '') ?? ourLanguage(cookie ?? '') ?? preferred(browser ?? '*');
}

/** The language that a tag such as `tr-TR` names, if it is one of ours. */
export function ourLanguage(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === primary);
}

function preferred(acceptLanguage: string): Language {
  const liked = acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of liked) {
    const language = tag === '*' ? 'tr' : ourLanguage(tag);
    if (language) return language;
  }
  return 'en';
}
