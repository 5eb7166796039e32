import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlined } from '../openapi/inlined.ts';
import { layout, type Page } from './layout.ts';
import { markdown } from './markdown.ts';
import { pack } from './packing.ts';
import { referencePages } from './reference.ts';

/*
 * Runs when the functions are bundled, which then hold the finished pages and nothing that makes them; tests import it
 * as it is.
 */

const ROOT = join(import.meta.dirname, '..');

/** A guide's file begins with its place in the order: `01-start.md`. */
const GUIDE = /^\d+-([a-z-]+)\.md$/;

function guides(): Page[] {
  const folder = join(ROOT, 'docs', 'guides');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, name] = GUIDE.exec(file) ?? [];
      if (name === undefined) return [];
      const { html, headings } = markdown(readFileSync(join(folder, file), 'utf8'));
      const title = headings[0]?.text ?? name;
      const sections = headings.filter(({ level }) => level === 2);
      return [{ name, title, group: 'Guides' as const, html, sections, entries: headings }];
    });
}

const description = inlined(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as object);
const all = [...guides(), ...referencePages(description)];

/** The names of all pages of the documentation, below `/docs/`. */
export const NAMES = all.map(({ name }) => name);

/** What a browser shows where there is no page of that name: the frame, so that one finds the right one. */
const unknown: Page = {
  name: 'unknown',
  title: 'No such page',
  group: 'Guides',
  html: '<h1>There is no such page</h1>\n<p>It may have another name now. The navigation lists all pages, and the search looks through them.</p>\n<p><a href="/docs">To the first page</a></p>',
  sections: [],
  entries: [],
};

/** The name of that page among the packed ones. */
export const UNKNOWN = unknown.name;

/** All pages, whole, by their names, packed together: a twentieth of their size. */
export const packed = pack(
  JSON.stringify(Object.fromEntries([...all, unknown].map((page) => [page.name, layout(page, all)]))),
);

/** The page that `/docs` shows. */
export const HOME = all[0]?.name ?? 'api';

export { POLICY } from './layout.ts';
