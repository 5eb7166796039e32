import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BACKGROUND, ROUTES } from '../lib/routes.ts';

const root = resolve(import.meta.dirname, '..');

/** Who may import whom. A room is a folder, or a single file beside `lib`'s folders. */
const CHAPTERS = [
  'subscriptions',
  'checkout',
  'reconciliation',
  'invoicing',
  'webhooks',
  'account',
  'background',
];
const SHARED = ['app', 'refusal', 'limits', 'redacted', 'log', 'clean-text', 'fingerprint', 'invocation'];
const MAY_IMPORT: Record<string, readonly string[]> = {
  functions: [
    'routes',
    'http',
    'wire',
    ...CHAPTERS,
    'table',
    'pay',
    'billing',
    'queue',
    'live',
    'version',
    'openapi.json',
    'site',
    ...SHARED,
  ],
  subscriptions: ['commit', 'reconciliation', 'account', 'table', 'pay', 'billing', ...SHARED],
  checkout: ['commit', 'reconciliation', 'account', 'table', 'pay', 'billing', 'queue', ...SHARED],
  reconciliation: ['commit', 'account', 'table', 'pay', 'billing', ...SHARED],
  commit: ['table', 'billing', 'queue', ...SHARED],
  invoicing: ['rates', 'table', 'acct', 'billing', 'queue', ...SHARED],
  webhooks: ['wire', 'table', 'billing', 'queue', ...SHARED],
  account: ['table', 'pay', 'acct', 'billing', 'webhooks', 'wire', 'routes', ...SHARED],
  background: [
    'checkout',
    'reconciliation',
    'webhooks',
    'account',
    'table',
    'pay',
    'billing',
    'queue',
    'routes',
    ...SHARED,
  ],
  http: ['table', 'routes', ...SHARED],
  wire: ['billing', 'table', 'pay', 'card-number', ...SHARED],
  table: ['pay', 'acct', 'rates', 'billing', 'routes', ...SHARED],
  queue: ['table', ...SHARED],
  pay: ['billing', 'redacted', 'card-number'],
  acct: ['billing', 'redacted'],
  documents: [],
  rates: ['billing'],
  billing: ['refusal', 'limits'],
  live: [
    'table',
    'pay',
    'acct',
    'documents',
    'rates',
    'webhooks',
    'queue',
    'environment',
    'secrets',
    ...SHARED,
  ],
  app: ['pay', 'acct', 'documents', 'rates', 'table', 'routes', 'metrics', 'redacted'],
  secrets: ['app', 'limits', 'redacted'],
  log: ['app', 'metrics'],
  invocation: ['app'],
  infra: ['routes', 'limits', 'environment', 'metrics', 'table/schema', 'table/due'],
};

/** Packages that only some rooms may use. */
const PACKAGE_ROOMS: Record<string, readonly string[]> = {
  '@aws-sdk/': ['lib/table/', 'lib/live.ts', 'lib/secrets.ts', 'lib/queue/sqs.ts', 'infra/'],
  '@middy/': [
    'lib/http/',
    'functions/webhooks/',
    'functions/reconciliation/',
    'functions/invoicing/',
    'functions/sweep/',
  ],
  zod: ['lib/wire/', 'lib/pay/', 'lib/acct/'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const sources = ['functions', 'lib', 'infra'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

const imports: Import[] = sources.flatMap((from) => {
  const code = readFileSync(join(root, from), 'utf8');
  return [...code.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to = '']) => ({ from, to }));
});

const local = imports.filter(({ to }) => to.startsWith('.'));

const target = ({ from, to }: Import) => relative(root, resolve(root, dirname(from), to));

function roomOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'lib' ? second.replace(/\.ts$/, '') : top;
}

/** Every file of these folders, and those of them that it imports, types included. */
function importGraph(...folders: string[]): Map<string, string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );
  return new Map(
    files.map((from) => {
      const code = readFileSync(join(root, from), 'utf8');
      const named = [...code.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to = '']) => to);
      return [from, named.map((to) => target({ from, to })).filter((to) => files.includes(to))];
    }),
  );
}

/** The first way found from each file back to itself; a circle is named once, by its alphabetically first file. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles = [...graph.keys()].flatMap((start) => {
    const ways = [[start]];
    const reached = new Set<string>();
    for (let way = ways.shift(); way; way = ways.shift())
      for (const next of graph.get(way.at(-1) ?? '') ?? []) {
        if (next === start) return [way];
        if (!reached.has(next)) ways.push([...way, next]);
        reached.add(next);
      }
    return [];
  });
  return [...new Set(circles.map((circle) => circle.toSorted().join(', ')))];
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
    const graph = importGraph('local', 'sandbox', 'cli', 'infra', 'lib', 'functions');
    expect(circlesIn(graph)).toEqual([]);
    expect(graph.size).toBeGreaterThan(200);
  });

  it('keep packages to the rooms that need them', () => {
    const wrong = imports.filter(({ from, to }) =>
      Object.entries(PACKAGE_ROOMS).some(
        ([name, rooms]) => to.startsWith(name) && !rooms.some((room) => from.startsWith(room)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('bundle zod only in its small form', () => {
    expect(imports.filter(({ to }) => to === 'zod')).toEqual([]);
  });

  it('keep clock, chance and network to the App', () => {
    const effects = /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|\bfetch\(|process\.env/;
    const wrong = sources.filter(
      (file) =>
        !file.startsWith('infra/') &&
        file !== 'lib/live.ts' &&
        effects.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('have a file for every route and for every background function, and no other', () => {
    const named = [...ROUTES, ...BACKGROUND].map(({ name }) => `functions/${name}.ts`);
    const files = sources.filter((file) => file.startsWith('functions/'));
    expect(files.sort()).toEqual(named.sort());
  });
});
