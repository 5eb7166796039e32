import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** A fenced block of a page. */
export interface Block {
  /** `sh`, `json`, `python` …; empty where the fence names none. */
  readonly language: string;
  readonly code: string;
  /** The heading it stands under. */
  readonly heading: string;
}

/** The fenced blocks of a Markdown text, in their order. */
export function blocksOf(markdown: string): Block[] {
  let heading = '';
  return [...markdown.matchAll(/^#+ (.+)$|^```(\S*)[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, language = '', code = '']) => {
      if (title === undefined) return [{ language, code, heading }];
      heading = title;
      return [];
    },
  );
}

/** The text of a page, by its path below the repository's root. */
export const page = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The guides in their order, by the name that `/docs/<name>` has. */
export const GUIDES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(join(ROOT, 'docs', 'guides'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => [file.replace(/^\d+-|\.md$/g, ''), page(`docs/guides/${file}`)]),
);
