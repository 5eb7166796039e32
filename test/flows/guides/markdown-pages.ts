import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../../site/markdown.ts';
import { page, ROOT } from './blocks.ts';

/** Every page in Markdown, by its path below the repository's root. */
export const PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...readdirSync(ROOT),
    ...['docs', 'client', 'examples', 'bench'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${String(file)}`),
    ),
  ]
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, page(file)]),
);

const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

const anchorsIn = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));

/** Links of a page to other files or headings of the repository that lead nowhere. */
export function deadLinks(from: string, markdown: string): string[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^(https?:|\/docs\/)/.test(to) && !leadsSomewhere(from, to));
}

function leadsSomewhere(from: string, to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsIn(PAGES[target] ?? '').includes(anchor);
}

/** Files and folders of the repository that a page names in code and that are not there. */
export function missingPaths(markdown: string): string[] {
  const rooms = readdirSync(ROOT).filter((name) => !name.includes('.'));
  return [...markdown.matchAll(/`((?:\.ci|[a-z]+)\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => rooms.includes(path.split('/')[0] ?? '') || path.startsWith('.ci/'))
    .filter((path) => !existsSync(join(ROOT, path)));
}
