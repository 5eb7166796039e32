import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'esbuild';

/** The modules that generate the documentation, what `$default` knows of all routes, and what functions are primed with. */
const MADE = [
  ...['site/pages.ts', 'site/description.ts', 'functions/addresses.ts'],
  'lib/runtime/priming-world.ts',
];

/**
 * Runs those modules at build time, so that a bundle contains their output only: data, and what functions without arguments
 * return. The build fails where that is nothing that JSON can hold.
 */
export function prerender(root: string, made: readonly string[] = MADE): Plugin {
  const files = made.map((file) => join(root, file));
  const names = made.map((file) => basename(file).replaceAll('.', '[.]'));
  const filter = new RegExp(`[\\\\/](${names.join('|')})$`);
  return {
    name: 'prerender',
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        if (!files.includes(path)) return undefined;
        const exported = Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>);
        const results = await Promise.all(
          exported.map(async ([name, value]) => ({
            name,
            isMade: isMaker(value),
            value: await resultOf(value),
          })),
        );
        const lost = results.filter(({ value }) => !isKeptByJson(value));
        if (lost.length > 0)
          return {
            errors: lost.map(({ name }) => ({
              text: `${name} is lost: ${relative(root, path)} is run at build time, so it exports data alone`,
            })),
          };
        const contents = results.map(({ name, isMade, value }) =>
          isMade
            ? `const made_${name} = ${JSON.stringify(value)}; export const ${name} = () => made_${name};`
            : `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { contents: contents.join('\n'), loader: 'js' };
      });
    },
  };
}

/** An arrow without arguments; a class has a prototype. */
const isMaker = (value: unknown): value is () => unknown =>
  typeof value === 'function' && value.length === 0 && !('prototype' in value);

const resultOf = (value: unknown): unknown => (isMaker(value) ? value() : value);

/** Whether a value is the same after it was written as JSON and read. */
function isKeptByJson(value: unknown): boolean {
  const written = JSON.stringify(value) as string | undefined;
  return written !== undefined && isDeepStrictEqual(JSON.parse(written), value);
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
