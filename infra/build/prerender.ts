import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** The module that makes the pages of the documentation. */
const PAGES = 'site/pages.ts';

/** Runs the module that makes the pages of the documentation, so that a bundle holds the pages and not what made them. */
export function prerender(root: string): Plugin {
  const file = join(root, PAGES);
  return {
    name: 'prerender',
    setup(build) {
      build.onLoad({ filter: /[\\/]site[\\/]pages\.ts$/ }, async ({ path }) => {
        if (path !== file) return undefined;
        const made = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
        const exported = Object.entries(made).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { contents: exported.join('\n'), loader: 'js' };
      });
    },
  };
}

/** Files below the root that the pages are made from. */
export function pageSources(root: string): string[] {
  const inside = (folder: string) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((file) => `${folder}/${file}`) : [];
  return [...inside('site'), ...inside('docs/guides'), 'openapi.json'].sort();
}
