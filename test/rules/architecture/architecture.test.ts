import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { ROUTES } from '../../../functions/routes.ts';

const root = resolve(import.meta.dirname, '../../..');

/** All that is not a test, by path. */
const all = globSync(
  '{functions,lib,infra,cli,local,sandbox,openapi,site,bench,examples,client/src}/**/*.ts',
  {
    cwd: root,
  },
);
/** What is deployed, and what deploys it. */
const sources = all.filter((file) => /^(functions|lib|infra)\//.test(file));

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The providers' names, and what their headers and fields begin with. */
const OWN_WORDS = /iyzi|x-iyz|para[sş]\s?[uü]t/i;

/** A file without its comments. */
function codeOf(file: string): string {
  return textOf(file)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/ \/\/ .*/g, '');
}

/** Files of ours that a file names, types included. */
const namesIn = (file: string) =>
  [...textOf(file).matchAll(/^(?:import|export)\s[^;'"]*?\sfrom\s*'(\.[^']+)'/gm)].map(([, to = '']) =>
    normalize(join(dirname(file), to)),
  );

/** The files that are left once those that name none of the left ones are gone: they stand in a circle, or lead to one. */
function leftInCircles(files: readonly string[]): string[] {
  const names = new Map(files.map((file) => [file, namesIn(file)]));
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const [file, named] of names) if (!named.some((one) => names.has(one))) names.delete(file);
  }
  return [...names.keys()];
}

describe('the rooms of the house', () => {
  it('import each other in no circle, whether deployed or not', () => {
    expect(leftInCircles(all)).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
  });

  it('have the words of a provider in its adapter, and in these files alone', () => {
    const ADAPTERS = /^lib\/(?:pay|acct)\/[\w-]+\//;
    const knowing = all.filter(
      (file) => !/^(?:sandbox|bench)\//.test(file) && !ADAPTERS.test(file) && OWN_WORDS.test(textOf(file)),
    );
    expect(knowing.sort()).toEqual([
      'infra/build/stub-unused.ts',
      'lib/acct/provider.ts',
      'lib/pay/provider.ts',
      'lib/runtime/live.ts',
      'local/demo/seed-providers.ts',
      'local/operator/operator.ts',
    ]);
  });

  it('make every AWS client in one place, with the same time-outs', () => {
    const made = sources.flatMap((file) =>
      [...codeOf(file).matchAll(/\bnew \w+Client\([^)]*\)/g)].map(([client]) => `${file} ${client}`),
    );
    const live = ['DynamoDB', 'KMS', 'SQS'].map((service) => `new ${service}Client(AWS_CLIENT)`);
    const primed = 'new DynamoDBClient({ ...AWS_CLIENT, requestHandler: { handle } })'; // it is answered in the process
    expect(made.toSorted()).toEqual([...live, primed].map((one) => `lib/runtime/live.ts ${one}`).toSorted());
  });

  it('have a file for every route and for every background function, and none but the lists of them', () => {
    const lists = ['all', 'addresses', 'routes'];
    const names = [...ROUTES, ...BACKGROUND].map(({ name }) => name);
    const named = [...names, ...lists].map((name) => `functions/${name}.ts`);
    const files = sources.filter((file) => file.startsWith('functions/'));
    expect(files.sort()).toEqual(named.sort());
  });
});
