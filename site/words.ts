import type { Language } from './guides.ts';

/** What the frame of a page says, in each language. */
export interface Words {
  readonly documentation: string;
  readonly skip: string;
  readonly menu: string;
  readonly search: string;
  readonly hint: string;
  readonly nothing: string;
  readonly guides: string;
  readonly reference: string;
  readonly machines: string;
  readonly onThisPage: string;
  readonly before: string;
  readonly next: string;
  readonly turns: string;
  readonly examples: string;
  /** The label of a link to a heading, which `…` stands for. */
  readonly linkTo: string;
  readonly copy: string;
  readonly copied: string;
  readonly local: string;
  readonly noSuchPage: string;
  readonly whereTo: string;
  readonly toFirst: string;
}

/** The words of the frame, by language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    documentation: 'Documentation',
    skip: 'To the content',
    menu: 'Menu',
    search: 'Search',
    hint: '(press /)',
    nothing: 'Nothing found.',
    guides: 'Guides',
    reference: 'Reference',
    machines: 'For programs',
    onThisPage: 'On this page',
    before: 'Before',
    next: 'Next',
    turns: 'Before and after',
    examples: 'Examples in',
    linkTo: 'Link to “…”',
    copy: 'Copy',
    copied: 'Copied',
    local: 'This is the local copy: the providers are sandboxes, and nothing is charged.',
    noSuchPage: 'There is no such page',
    whereTo:
      'It may have another name now. The navigation lists all pages, and the search looks through them.',
    toFirst: 'To the first page',
  },
  tr: {
    documentation: 'Belgeler',
    skip: 'İçeriğe geç',
    menu: 'Menü',
    search: 'Ara',
    hint: '(/ tuşu)',
    nothing: 'Sonuç bulunamadı.',
    guides: 'Kılavuzlar',
    reference: 'Başvuru (İngilizce)',
    machines: 'Programlar için',
    onThisPage: 'Bu sayfada',
    before: 'Önceki',
    next: 'Sonraki',
    turns: 'Önceki ve sonraki',
    examples: 'Örneklerin dili',
    linkTo: '“…” başlığının bağlantısı',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    local: 'Bu, yerel kopyadır: sağlayıcılar test ortamıdır, gerçek bir tahsilat yapılmaz.',
    noSuchPage: 'Böyle bir sayfa yok',
    whereTo: 'Adı değişmiş olabilir. Bütün sayfalar menüde listelenir; arama hepsinin içine bakar.',
    toFirst: 'İlk sayfaya git',
  },
};
