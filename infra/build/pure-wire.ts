import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * Marks what the wire format declares as pure, so that a function ships the schemas that it reads with and none of those that
 * only describe: the bundler's own marks end at a module. What is said of a member for the description goes too.
 */
export function pureWire(root: string): Plugin {
  const folder = join(root, 'lib/wire');
  return {
    name: 'pure-wire',
    setup(build) {
      build.onLoad({ filter: /[\\/]wire[\\/][^\\/]+\.ts$/ }, ({ path }) => {
        if (relative(folder, path).startsWith('..')) return undefined;
        return { contents: purified(readFileSync(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A module of the wire format without words, whose constants are made by calls that may be left out. */
export function purified(source: string): string {
  const file = ts.createSourceFile('wire.ts', source, ts.ScriptTarget.Latest, true);
  const made = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ initializer }) => (initializer ? wrapping(initializer) : [])),
    );
  const edits = [...made, ...wordsIn(file)].toSorted(
    (one, other) => other.from - one.from || other.to - one.to,
  );
  return edits.reduce((rest, { from, to, text }) => rest.slice(0, from) + text + rest.slice(to), source);
}

/** Makes a value by a function that is called at once, which the bundler leaves out where nobody uses it. */
function wrapping(value: ts.Expression): Edit[] {
  if (ts.isArrowFunction(value) || ts.isLiteralExpression(value)) return [];
  const [from, to] = [value.getStart(), value.end];
  return [
    { from, to: from, text: '/* @__PURE__ */ (() => (' },
    { from: to, to, text: '))()' },
  ];
}

/** Leaves of `said(schema, words)` the schema, in brackets, and every line where it was, for source maps. */
function wordsIn(node: ts.Node): Edit[] {
  const inside: Edit[] = [];
  ts.forEachChild(node, (child) => void inside.push(...wordsIn(child)));
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'said') return inside;
  const [schema] = node.arguments;
  if (!schema) return inside;
  const linesIn = (from: number, to: number) =>
    node.getSourceFile().text.slice(from, to).replaceAll(/[^\n]/g, '');
  const [from, to] = [node.getStart(), schema.getStart()];
  const kept = inside.filter((one) => one.from >= to && one.to <= schema.end);
  return [
    ...kept,
    { from, to, text: `(${linesIn(from, to)}` },
    { from: schema.end, to: node.end, text: `${linesIn(schema.end, node.end)})` },
  ];
}
