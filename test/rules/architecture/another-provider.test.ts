import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourcesIn } from './imports.ts';

const root = resolve(import.meta.dirname, '../../..');

const FOLDERS = ['lib', 'functions', 'infra', 'cli', 'local', 'openapi', 'site', 'examples', 'client/src'];
const sources = sourcesIn(root, FOLDERS);
const ADAPTERS = /^lib\/(?:pay|acct)\/[\w-]+\//;
/** The providers' names, and what their headers and fields begin with. */
const OWN_WORDS = /iyzi|x-iyz|para[sş]\s?[uü]t/i;

it('the words of a provider stand in its adapter, and in these files alone', () => {
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
});
