import type { Page } from './layout.ts';
import type { Heading } from './markdown.ts';

/** A section as the search knows it: its heading, its page, its address, and its words. */
export interface Entry {
  readonly t: string;
  readonly p: string;
  readonly h: string;
  readonly x: string;
}

/**
 * What the search goes through: every section of every page once, with all of its text. What the reference says of an
 * endpoint is one section, since headings such as "Example" tell nobody of which endpoint.
 */
export function searchIndex(pages: readonly (Page & { readonly headings: readonly Heading[] })[]): Entry[] {
  return pages.flatMap(({ name, title, group, text, headings }) => {
    const parts = text
      .replaceAll(/^```(\w*)\n/gm, '```\n$1 ')
      .split(/^#{1,4} .+$/m)
      .slice(1);
    const entries: Entry[] = [];
    for (const [nth, { level, text: heading, anchor }] of headings.entries()) {
      const words = plain(parts[nth] ?? '');
      const above = group === 'reference' && level > 2 ? entries.pop() : undefined;
      entries.push(
        above
          ? { ...above, x: `${above.x} ${words}` }
          : { t: heading, p: title, h: `/docs/${name}#${anchor}`, x: words },
      );
    }
    return entries;
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
