import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const root = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(root, 'docs/another-provider.md'), 'utf8');

/** The files and folders that the page names, as they stand between backticks. */
const named = new Set(
  [...PAGE.matchAll(/`((?:bench|cli|docs|functions|infra|lib|local|openapi|sandbox|test)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  ),
);

const FOLDERS = ['lib', 'functions', 'infra', 'cli', 'local', 'openapi', 'site', 'examples', 'client/src'];
const sources = sourcesIn(root, FOLDERS);
const ADAPTERS = /^lib\/(?:pay|acct)\/[\w-]+\//;
/** The providers' names, and what their headers and fields begin with. */
const OWN_WORDS = /iyzi|x-iyz|para[sş]\s?[uü]t/i;

describe('the page about another provider', () => {
  it('names only files that exist', () => {
    expect([...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(named.size).toBeGreaterThan(50);
  });

  it('names each file outside the adapters that has a word of a provider', () => {
    const knowing = [...sources.keys()].filter(
      (file) => !ADAPTERS.test(file) && OWN_WORDS.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(knowing.sort()).toEqual([
      'infra/build/stub-unused.ts',
      'lib/acct/provider.ts',
      'lib/pay/provider.ts',
      'lib/runtime/live.ts',
      'local/demo/seed-providers.ts',
      'local/operator/operator.ts',
    ]);
    expect(knowing.filter((file) => !named.has(file))).toEqual([]);
  });

  it('names each file that asks what is known of the one provider', () => {
    const asking = [...sources].filter(
      ([file, { uses }]) => !ADAPTERS.test(file) && uses.includes('lib/pay/provider.ts'),
    );
    expect(asking.map(([file]) => file).filter((file) => !named.has(file))).toEqual([]);
    expect(asking.length).toBeGreaterThan(8);
  });

  it('names each file of the first adapter, as a second one needs the like of it', () => {
    const files = [...sources.keys()].filter((file) => file.startsWith('lib/pay/iyzico/'));
    expect(files.filter((file) => !named.has(file))).toEqual([]);
  });
});
