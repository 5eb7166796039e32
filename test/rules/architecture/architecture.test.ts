import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesIn } from './circles.ts';
import { sourcesIn } from './imports.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import { ROUTES } from '../../../functions/routes.ts';

const root = resolve(import.meta.dirname, '../../..');

const FOLDERS = ['functions', 'lib', 'infra', 'cli', 'local', 'sandbox', 'openapi', 'bench'];
/** All that is not a test, by path. */
const all = sourcesIn(root, FOLDERS);
/** What is deployed, and what deploys it. */
const sources = [...all.keys()].filter((file) => /^(functions|lib|infra)\//.test(file));

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
  it('import each other in no circle, whether deployed or not', () => {
    expect(circlesIn(all)).toEqual([]);
    expect(all.size).toBeGreaterThan(200);
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
