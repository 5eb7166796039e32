import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The languages that the guides are written in. */
export const LANGUAGES = ['en', 'tr'] as const;

/** A language of the guides. */
export type Language = (typeof LANGUAGES)[number];

/** Who shows a page: a stage that somebody deployed, or the local cloud on a developer's machine. */
export type Place = 'deployed' | 'local';

/** A guide as Markdown. */
export interface Guide {
  readonly name: string;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, '..', 'docs', 'guides');
/** A guide's file begins with its place in the order: `01-start.md`. */
const FILE = /^\d+-([a-z-]+)\.md$/;

const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort();
const nameOf = (file: string) => file.replace(FILE, '$1');

/** The guides in their order, as a place shows them in a language. */
export function guidesIn(language: Language, place: Place): Guide[] {
  return filesIn(FOLDER).map((file) => ({
    name: nameOf(file),
    text: atPlace((language === 'en' ? undefined : translated(file, language)) ?? english(file), place),
  }));
}

const english = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const BLOCK = /^```(\S*)[^\n]*\n[\s\S]*?^```$/gm;

const SAME = /^```same\n+```$/gm;

/**
 * A translation has the words alone: each of its blocks says `same`, and is the one that stands there in English. Undefined
 * where there is none yet, or where its blocks or headings are not as many: then the English page is shown.
 */
export function translated(file: string, language: Exclude<Language, 'en'>): string | undefined {
  const path = join(FOLDER, language, file);
  if (!existsSync(path)) return undefined;
  const [given, original] = [readFileSync(path, 'utf8'), english(file)];
  const blocks = [...original.matchAll(BLOCK)].map(([block]) => block);
  const levels = (text: string) =>
    [...text.replaceAll(BLOCK, '').matchAll(/^(#+|<!-- \w+ -->)(?= |$)/gm)].map(([mark]) => mark).join();
  if (given.match(SAME)?.length !== (blocks.length || undefined) || levels(given) !== levels(original))
    return undefined;
  return given.replaceAll(SAME, () => blocks.shift() ?? '');
}

/** The files of the guides, in their order. */
export const GUIDE_FILES: readonly string[] = filesIn(FOLDER);

/** Without what is for the other place: it stands between `<!-- local -->` or `<!-- deployed -->` and `<!-- end -->`. */
export function atPlace(text: string, place: Place): string {
  return text
    .replaceAll(
      /^<!-- (local|deployed) -->\n([\s\S]*?)^<!-- end -->\n/gm,
      (_all, of: string, part: string) => (of === place ? part : ''),
    )
    .replaceAll(/\n{3,}/g, '\n\n');
}
