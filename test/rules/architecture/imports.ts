import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** A source file as a reader meets it. */
export interface Source {
  /** Files of ours whose values it uses: where a reader of this file goes on. */
  readonly uses: readonly string[];
  /** Files of ours that it names at all, types included. */
  readonly names: readonly string[];
}

/** Every source file of the given folders by its path below the root, from the files' own text. */
export function sourcesIn(root: string, folders: readonly string[]): ReadonlyMap<string, Source> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  return new Map(files.map((file) => [file, sourceFrom(root, file)]));
}

const IMPORT = /^(?:import|export)\s+([^;'"]*?)\s*from\s*'(\.[^']+)'/gm;

function sourceFrom(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(IMPORT)].map(([, what = '', to = '']) => ({
    to: relative(root, resolve(root, dirname(file), to)),
    isType: isTypeOnly(what),
  }));
  return {
    uses: distinct(found.filter(({ isType }) => !isType).map(({ to }) => to)),
    names: distinct(found.map(({ to }) => to)),
  };
}

/** `type …`, or braces in which everything is a type. */
function isTypeOnly(what: string): boolean {
  if (what.startsWith('type ')) return true;
  const inBraces = /^\{(.*)\}$/s.exec(what)?.[1];
  if (inBraces === undefined) return false;
  const names = inBraces.split(',').map((name) => name.trim());
  return names.every((name) => name === '' || name.startsWith('type '));
}

const distinct = (files: readonly string[]) => [...new Set(files)];
