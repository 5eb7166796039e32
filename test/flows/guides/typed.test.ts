import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { blocksOf, GUIDES, page, ROOT } from './blocks.ts';
import { goesOn, stepsOf } from './steps.ts';
import { CLIENT_PARTS } from './typescript.ts';

const [first] = stepsOf(blocksOf(GUIDES.start!));
const setup = first?.ts ?? '';
/** What the guides that go on with a subscriber take for granted besides. */
const withSubscriber = `${setup}const [subscriber, reference] = ['sub_1', 'reference'];\n`;

/** Each page as one module: what it takes for granted, then its TypeScript. */
const MODULES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(GUIDES).map(([name, text]) => {
    return [
      `guide-${name}.mts`,
      (name === 'start' ? '' : goesOn(text) ? withSubscriber : setup) + typescriptOf(text),
    ] as const;
  }),
  ['readme.mts', typescriptOf(page('client/README.md'))],
]);

function typescriptOf(markdown: string): string {
  const blocks = blocksOf(markdown).filter(({ language }) => language === 'ts');
  return blocks.map(({ code }) => code).join('\n');
}

/** Proves that the compiler looks: the client has no such field. */
const WRONG = `${setup}\nconst answer = await client.plans.list({ pageSize: 1 });\nanswer.items;\n`;

/** As strict as a tenant's project can be expected to be. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  types: ['node'],
  paths: Object.fromEntries(
    Object.entries(CLIENT_PARTS).map(([name, path]) => [name, [join(ROOT, path)]] as const),
  ),
};

/** What the compiler has to say of modules that exist in memory only. */
function complaintsOf(modules: Readonly<Record<string, string>>): string[] {
  const inMemory = new Map(Object.entries(modules).map(([name, text]) => [join(ROOT, name), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const onDisk = ts.createCompilerHost(OPTIONS);
  host.readFile = (path) => inMemory.get(path) ?? onDisk.readFile(path);
  host.fileExists = (path) => inMemory.has(path) || onDisk.fileExists(path);
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...inMemory.keys()], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText, start = 0 }) =>
        `${file?.fileName ?? ''} ${file?.text.slice(start, start + 40) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

describe('the TypeScript of the guides and of the client’s README', () => {
  it('compiles in a strict project, which rejects a wrong field', () => {
    expect(Object.values(MODULES).filter((code) => code.includes('client.')).length).toBeGreaterThan(10);
    expect(complaintsOf({ ...MODULES, 'wrong.mts': WRONG })).toEqual([
      expect.stringMatching(/wrong\.mts items.*Property 'items' does not exist/s),
    ]);
  });
});
