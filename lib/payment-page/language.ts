/** The languages of the page, which are those of the provider's form. */
export const LANGUAGES = ['tr', 'en'] as const;
/** A language of the pages that buyers see. */
export type Language = (typeof LANGUAGES)[number];

/**
 * The page's language: `lang` if it is one of ours, else the browser's preferred one of ours. A browser that prefers
 * only other languages gets English; one that states none gets Turkish, the market's language.
 */
export function languageFor(lang: string | undefined, acceptLanguage: string | undefined): Language {
  return ourLanguage(lang ?? '') ?? preferred(acceptLanguage ?? '*');
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

function ourLanguage(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === primary);
}
