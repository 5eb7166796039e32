import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn } from '../bench/house/circles.ts';
import { sourcesIn } from '../bench/house/imports.ts';
import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../lib/routes.ts';
import { undocumentedIn } from './architecture/documented.ts';
import { privateTitlesIn, privateWordsIn } from './architecture/private-words.ts';
import { MAY_IMPORT, PACKAGE_ROOMS } from './architecture/rooms.ts';

const root = resolve(import.meta.dirname, '..');

const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'openapi', 'bench'];
/** All that is not a test, by path. */
const all = sourcesIn(root, FOLDERS);
/** What is deployed, and what deploys it. */
const sources = [...all.keys()].filter((file) => /^(functions|lib|infra)\//.test(file));

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: Import[] = sources.flatMap((from) =>
  [...textOf(from).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to = '']) => ({ from, to })),
);

const local = imports.filter(({ to }) => to.startsWith('.'));

const target = ({ from, to }: Import) => relative(root, resolve(root, dirname(from), to));

function roomOf(file: string): string {
  const [top = '', second = '', third = ''] = file.split('/');
  if (top !== 'lib') return top;
  return (second === 'runtime' || second === 'text' ? third : second).replace(/\.ts$/, '');
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** A file without its comments. */
function codeOf(file: string): string {
  return textOf(file)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/ \/\/ .*/g, '');
}

describe('the rooms of the house', () => {
  it('import only from the rooms they may know', () => {
    const wrong = local.filter((one) => {
      const [here, there] = [roomOf(one.from), roomOf(target(one))];
      const allowed = MAY_IMPORT[here] ?? [];
      return (
        here !== there &&
        !allowed.includes(there) &&
        !allowed.some((name) => target(one) === `lib/${name}.ts`)
      );
    });
    expect(wrong).toEqual([]);
    expect(local.length).toBeGreaterThan(100);
  });

  it('never import what is not deployed', () => {
    const outside = local.filter((one) => /^(sandbox|local|test|bench|cli)\//.test(target(one)));
    expect(outside).toEqual([]);
  });

  it('import each other in no circle, whether deployed or not', () => {
    expect(circlesIn(all)).toEqual([]);
    expect(all.size).toBeGreaterThan(200);
  });

  it('meet a provider by its port: its own folder is known to what makes its client, and to what is said of it', () => {
    const inside = /^lib\/(?:pay|acct)\/[\w-]+\//;
    const from = local.filter((one) => inside.test(target(one)) && !inside.test(one.from));
    expect([...new Set(from.map((one) => one.from))].sort()).toEqual([
      'lib/pay/provider.ts',
      'lib/runtime/live.ts',
    ]);
  });

  it('keep packages to the rooms that need them', () => {
    const wrong = imports.filter(({ from, to }) =>
      Object.entries(PACKAGE_ROOMS).some(
        ([name, rooms]) => to.startsWith(name) && !rooms.some((room) => from.startsWith(room)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('believe no value unseen: no type is cast away, and in lib what was JSON is read field by field', () => {
    const castAway = /\bas (?:unknown as|never|any)\b/;
    const believed = /\bJSON\.parse\(.*\) as (?!unknown)/;
    const casts = [...all.keys()].filter((file) => {
      const code = codeOf(file);
      return castAway.test(code) || (file.startsWith('lib/') && believed.test(code));
    });
    expect(casts).toEqual([]);
  });

  it('give a failed condition its name in one place, and at the edge where nobody did', () => {
    const files = sources.filter((file) => /\binstanceof Conflict\b/.test(codeOf(file)));
    expect(files.sort()).toEqual(['lib/table/table.ts', 'lib/table/tenants/refusal-for.ts']);
  });

  it('say of everything they export what it is', () => {
    const folders = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'client/src', 'bench', 'site'];
    const files = [...sourcesIn(root, folders).keys()].filter((file) => file !== 'client/src/generated.ts');
    // A function's `handler` is what its `create` makes, for Lambda.
    const bare = files.flatMap((file) =>
      undocumentedIn(textOf(file))
        .filter((name) => !(file.startsWith('functions/') && name === 'handler'))
        .map((name) => `${file} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('call things by the field’s words', () => {
    const files = [...sourcesIn(root, [...FOLDERS, 'client/src', 'site', 'test']).keys()];
    // The walks have names of their own for what customers do; the words themselves stand in their list.
    const named = files.filter((file) => !/^test\/(faults\/walks\/|architecture\/private-words)/.test(file));
    const found = named.flatMap((file) =>
      privateWordsIn(file, codeOf(file)).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
    expect(privateWordsIn('a.ts', 'const aPuppetCloud = 1')).toEqual(['aPuppetCloud']);
  });

  it('have tests whose titles are in the field’s words too', () => {
    const found = [...sourcesIn(root, ['test']).keys()].flatMap((file) => privateTitlesIn(textOf(file)));
    expect(found).toEqual([]);
    const title = 'meets a setback';
    expect(privateTitlesIn(`it('${title}', …`)).toEqual([title]);
  });

  it('bundle zod only in its small form', () => {
    expect(imports.filter(({ to }) => to === 'zod')).toEqual([]);
  });

  it('keep nothing from one request to the next in maps that grow without end', () => {
    const unbounded =
      /perInstance\([^;]*\bnew (?:Map|Set)\b|^(?:const|let) [^;]*\bnew (?:Map|Set)(?:<.*>)?\(\)/m;
    expect(sources.filter((file) => unbounded.test(codeOf(file)))).toEqual([]);
    expect('const known = perInstance(() => new Map<string, number>());').toMatch(unbounded);
    expect('const known = new Set<string>();').toMatch(unbounded);
  });

  it('make every AWS client in one place, with the same time-outs', () => {
    const made = sources.flatMap((file) =>
      [...codeOf(file).matchAll(/\bnew \w+Client\([^)]*\)/g)].map(([client]) => `${file} ${client}`),
    );
    expect(made.toSorted()).toEqual(
      ['DynamoDB', 'KMS', 'SQS'].map((service) => `lib/runtime/live.ts new ${service}Client(AWS_CLIENT)`),
    );
  });

  it('keep clock, chance and network to the App', () => {
    const effects = /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|\bfetch\(|process\.env/;
    const elsewhere = new Set(['lib/runtime/live.ts', 'lib/pages/payment/form-script.ts']); // the latter in browsers
    const wrong = sources.filter(
      (file) => !file.startsWith('infra/') && !elsewhere.has(file) && effects.test(codeOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  it('have a file for every route and for every background function, and no other', () => {
    const named = [...ROUTES, ...BACKGROUND].map(({ name }) => `functions/${name}.ts`);
    const files = sources.filter((file) => file.startsWith('functions/'));
    expect(files.sort()).toEqual(named.sort());
  });
});
