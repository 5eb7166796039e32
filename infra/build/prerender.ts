import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** The modules that generate the documentation. */
const MADE = ['site/pages.ts', 'site/description.ts'];

/** Runs those modules at build time, so that a bundle contains their output only. */
export function prerender(root: string): Plugin {
  const files = MADE.map((file) => join(root, file));
  return {
    name: 'prerender',
    setup(build) {
      build.onLoad({ filter: /[\\/]site[\\/](pages|description)\.ts$/ }, async ({ path }) => {
        if (!files.includes(path)) return undefined;
        const made = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
        const exported = Object.entries(made).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { contents: exported.join('\n'), loader: 'js' };
      });
    },
  };
}

/** Files below the root from which the pages are generated. */
export function pageSources(root: string): string[] {
  const inside = (folder: string) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).flatMap((file) => (file.includes('.') ? [`${folder}/${file}`] : []))
      : [];
  const folders = ['site', 'docs/guides', 'docs/guides/tr', 'client/src'];
  return [...folders.flatMap(inside), 'openapi.json', 'openapi/inlined.ts'].sort();
}
