import type { Page } from './layout.ts';
import type { Heading } from './markdown.ts';

/** A section as the search knows it: its heading, its page, its address, and its words. */
export interface Entry {
  readonly t: string;
  readonly p: string;
  readonly h: string;
  readonly x: string;
}

/** What the search goes through: every section of every page once, with all of its text. */
export function searchIndex(pages: readonly (Page & { readonly headings: readonly Heading[] })[]): Entry[] {
  return pages.flatMap(({ name, title, text, headings }) => {
    const parts = text
      .replaceAll(/^```(\w*)\n/gm, '```\n$1 ')
      .split(/^#{1,4} .+$/m)
      .slice(1);
    return headings.map(({ text: heading, anchor }, nth) => ({
      t: heading,
      p: title,
      h: `/docs/${name}#${anchor}`,
      x: plain(parts[nth] ?? ''),
    }));
  });
}

/** Markdown as one line of plain words. */
const plain = (text: string) =>
  text
    .replaceAll(/^```$/gm, ' ')
    .replaceAll(/\]\([^)\s]+\)/g, '')
    .replaceAll(/[`*|[\]]|-{3,}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
