import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/** What declares an endpoint. */
const DECLARES = ['endpoint', 'openEndpoint', 'browserEndpoint'];

/** What a declaration says for the description alone. */
export const WORDS: readonly string[] = [
  'tag',
  'summary',
  'description',
  'asks',
  'answers',
  'pages',
  'refusals',
  'example',
];

/** Takes out of each endpoint what only its description says, and the imports that nothing else has used. */
export function withoutWords(root: string): Plugin {
  const folder = join(root, 'functions');
  return {
    name: 'without-words',
    setup(build) {
      build.onLoad({ filter: /[\\/]functions[\\/].*\.ts$/ }, ({ path }) => {
        if (relative(folder, path).startsWith('..')) return undefined;
        return { contents: stripped(readFileSync(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

/** A function's source without its words. Lines and columns of what stays are the same, for source maps. */
export function stripped(source: string): string {
  const file = ts.createSourceFile('function.ts', source, ts.ScriptTarget.Latest, true);
  const words = wordsIn(file);
  if (words.length === 0) return source;
  const used = namesOutside(file, words);
  const imports = file.statements.filter(ts.isImportDeclaration);
  return blanked(source, [...words, ...imports.flatMap((one) => unusedIn(one, used))]);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The members of declarations that are words, each with its comma. */
function wordsIn(node: ts.Node): Span[] {
  if (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    DECLARES.includes(node.expression.text)
  ) {
    const [declared] = node.arguments;
    if (declared && ts.isObjectLiteralExpression(declared)) return membersIn(declared);
  }
  const found: Span[] = [];
  ts.forEachChild(node, (child) => void found.push(...wordsIn(child)));
  return found;
}

function membersIn({ properties }: ts.ObjectLiteralExpression): Span[] {
  const ends = properties.map((_one, at) => properties[at + 1]?.pos ?? properties.end);
  return properties.flatMap((one, at) =>
    one.name && ts.isIdentifier(one.name) && WORDS.includes(one.name.text)
      ? [{ from: one.pos, to: ends[at] ?? one.end }]
      : [],
  );
}

/** Every name that is used outside of the words and of imports. */
function namesOutside(file: ts.SourceFile, words: readonly Span[]): ReadonlySet<string> {
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (words.some(({ from, to }) => node.pos >= from && node.end <= to)) return;
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, look);
  };
  look(file);
  return names;
}

/** What an import brings that nobody uses: all of it, or some of its names. */
function unusedIn(one: ts.ImportDeclaration, used: ReadonlySet<string>): Span[] {
  const named = one.importClause?.namedBindings;
  if (!named || !ts.isNamedImports(named)) return [];
  const unused = named.elements.filter(({ name }) => !used.has(name.text));
  if (unused.length === named.elements.length) return [{ from: one.pos, to: one.end }];
  return unused.map((element) => {
    const next = named.elements[named.elements.indexOf(element) + 1];
    return { from: element.pos, to: next?.pos ?? named.elements.end };
  });
}

/** A text with spaces where these spans are. */
function blanked(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { from, to }) =>
      rest.slice(0, from) + rest.slice(from, to).replaceAll(/[^\n]/g, ' ') + rest.slice(to),
    text,
  );
}
