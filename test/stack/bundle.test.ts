import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle, type Bundles } from '../../infra/build/bundle.ts';
import { violations } from '../../infra/build/bundle-checks.ts';
import { purified } from '../../infra/build/pure-wire.ts';
import { stripped, WORDS } from '../../infra/build/without-words.ts';
import { OPERATIONS, type Operation } from '../../openapi/operations.ts';
import { prerender } from '../../infra/build/prerender.ts';
import { missingFrom } from '../../infra/build/prune-sdk.ts';
import { ROWS } from './roles.ts';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { withAwsErrors, answerOf, linesOf, loadBundle, withAwsAnswers, type Asked } from './running.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'bundle-'));
const FIXTURES = 'test/stack/functions';

const EVERYTHING = {
  table: 'write',
  lists: 'account',
  sends: ['deliveries'],
  decrypts: ['pay', 'acct', 'webhook'],
  encrypts: [],
  documents: 'write',
  refunds: true,
  restoreNotes: false,
  mails: false,
} as const;
const rows = (...names: string[]) => names.map((name) => ({ name, ...EVERYTHING }));

describe('bundling', () => {
  it('reports the missing file of a row of the routes', async () => {
    await expect(bundle(rows('plain', 'subscribers/absent'), FIXTURES, folder())).rejects.toThrow(
      'rows name functions that have no file: test/stack/functions/subscribers/absent.ts',
    );
  });

  it('fails where the bundler warns of anything, and says of what', async () => {
    const from = folder();
    writeFileSync(join(from, 'warned.ts'), 'export const handler = () => [] === [];');
    await expect(bundle(rows('warned'), from, folder())).rejects.toThrow(
      /^the bundler warns:[\s\S]*warned\.ts:1:/,
    );
  });

  it.each([
    ['a function', '(given) => given'],
    ['what makes a function', '() => () => 1'],
    ['undefined', 'undefined'],
    ['a pattern', '/x/'],
    ['a map', 'new Map([[1, 2]])'],
    ['a moment', 'new Date(0)'],
    ['no number', 'NaN'],
    ['a class', 'class {}'],
    ['a function inside', '{ plain: 1, list: [() => 1] }'],
  ])('fails where a module that is run at build time exports %s, and names it', async (_what, value) => {
    const from = folder();
    writeFileSync(
      join(from, 'made.mjs'),
      `export const kept = { a: ['é', 1] };\nexport const gone = ${value};`,
    );
    writeFileSync(
      join(from, 'plain.mjs'),
      `export { kept } from './made.mjs';\nexport { gone } from './made.mjs';`,
    );
    const built = build({
      entryPoints: [join(from, 'plain.mjs')],
      bundle: true,
      write: false,
      logLevel: 'silent',
      plugins: [prerender(from, ['made.mjs'])],
    });
    await expect(built).rejects.toThrow(
      'gone is lost: made.mjs is run at build time, so it exports data alone',
    );
    await expect(built).rejects.not.toThrow('kept');
  });

  it('makes every kind of import of a builtin work without loading undici', async () => {
    const { folderOf } = await bundle(rows('builtins'), FIXTURES, folder());
    expect(await answerOf(folderOf('builtins'))).toEqual({
      named: true,
      namespace: true,
      dynamic: true,
      undici: false,
    });
  });

  it('keeps the names of all errors of AWS, and the details of those that are read', async () => {
    const { folderOf } = await bundle(rows('errors'), FIXTURES, folder());
    const reasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' } } }];
    const errors: Record<string, object> = {
      'DynamoDB_20120810.TransactWriteItems': {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message: 'cancelled',
        CancellationReasons: reasons,
      },
      'TrentService.Decrypt': { __type: 'InvalidCiphertextException', message: 'not ours' },
      'AmazonSQS.SendMessage': { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'gone' },
    };
    const answer = await withAwsErrors(errors, (env) => answerOf(folderOf('errors'), env));
    expect(answer).toMatchObject({
      dynamodb: { name: 'TransactionCanceledException', CancellationReasons: reasons },
      kms: { name: 'InvalidCiphertextException', message: 'not ours', $fault: 'client' },
      sqs: { name: 'QueueDoesNotExist', message: 'gone' },
    });
  });

  it('rebuilds only when a source has changed', async () => {
    const wanted = rows('plain', 'errors');
    const to = folder();
    const { folderOf, metafile } = await bundle(wanted, FIXTURES, to);
    const written = () => wanted.map(({ name }) => statSync(join(folderOf(name), 'index.mjs')).ino);
    const first = written();
    expect((await bundle(wanted, FIXTURES, to)).metafile).toEqual(metafile);
    expect(written()).toEqual(first);
  });
});

describe('priming', () => {
  const failed = (fields: object) => [{ level: 'warn', what: 'priming failed', ...fields }];

  it.each([
    ['by throwing', 't', failed({ errorName: 'RangeError' })],
    ['with 500', 't', failed({ errorName: 'SyntaxError', status: 500 })],
    ['outside', 't', []],
    ['without the name of its table', '', failed({ errorName: 'Error' })],
  ])('that fails %s is logged once if at all, and the function starts', async (fails, table, said) => {
    const reached = { path: '/plans/list', methods: ['GET'], caller: 'tenant' } as const;
    const { folderOf } = await bundle(
      [{ name: 'unprimable', ...EVERYTHING, ...reached }],
      FIXTURES,
      folder(),
    );
    const of = { AWS_LAMBDA_FUNCTION_NAME: 'f', TABLE_NAME: table, FAILS: fails };
    const lines = await withAwsAnswers(
      () => [200, { Responses: {} }],
      (env) => linesOf(folderOf('unprimable'), { ...env, ...of }),
    );
    const logged = lines.map((line) => JSON.parse(line) as unknown);
    expect(logged).toEqual([...said.map((one) => expect.objectContaining(one) as unknown), 'answered']);
  });

  it('of a background function without the name of its table lets it start', async () => {
    const row = { name: 'unprimable', ...EVERYTHING, triggeredBy: 'invoicing' };
    const { folderOf } = await bundle([row], FIXTURES, folder());
    const of = { AWS_LAMBDA_FUNCTION_NAME: 'f', TABLE_NAME: '' };
    expect(await linesOf(folderOf('unprimable'), of)).toEqual(['"answered"']);
  });
});

describe('what is taken out of an endpoint', () => {
  const DECLARED = `
import { live } from './live.ts';
import { asked, type Given } from './wire.ts';
import { answered } from './answers.ts';
export const declared = endpoint({
  name: 'a', // ${WORDS.join(' ')}
  ${WORDS.map((name) => `${name}: { answered, asked: [1, 'x, y'] },`).join('\n  ')}
  run: (given: Given) => given.${WORDS[0]!},
});
export const handler = declared.create(live);
`;

  it('are its words and the imports that they alone use; every line stays where it was', () => {
    const lines = stripped(DECLARED)
      .split('\n')
      .map((line) => line.trimEnd());
    const left = lines.filter((line) => line !== '').map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines).toHaveLength(DECLARED.split('\n').length);
    expect(left).toEqual([
      "import { live } from './live.ts';",
      "import { type Given } from './wire.ts';",
      'export const declared = endpoint({',
      expect.stringMatching(/^ name: 'a',/) as string,
      ` run: (given: Given) => given.${WORDS[0]!},`,
      '});',
      'export const handler = declared.create(live);',
    ]);
  });

  it('is nothing of what declares no endpoint', () => {
    expect(stripped("export const tag = { tag: 'a', summary: part({ tag: 1 }) };")).toBe(
      "export const tag = { tag: 'a', summary: part({ tag: 1 }) };",
    );
  });
});

describe('what is marked as pure in the wire format', () => {
  const WIRE = `
import * as z from 'zod/mini';
import { named, said } from './shape.ts';
export const asked = z.object({ a: said(said(z.string(), 'an, (a)'), 'of \\'b\\'') });
const told = named('Told', z.strictObject({ b: said(z.nullable(said(z.string(), 'inner')), 'outer') }));
export const view = (b: string): z.infer<typeof told> => ({ b });
`;

  it('is every constant, without what is said of its members', () => {
    expect(purified(WIRE).trim().split('\n').slice(2)).toEqual([
      'export const asked = /* @__PURE__ */ (() => (z.object({ a: ((z.string())) })))();',
      "const told = /* @__PURE__ */ (() => (named('Told', z.strictObject({ b: (z.nullable((z.string()))) }))))();",
      'export const view = (b: string): z.infer<typeof told> => ({ b });',
    ]);
  });
});

describe('stubbing unused parts', () => {
  it('stubs what the row of a function does not let it use, and reports its use', async () => {
    const own = {
      name: 'errors',
      table: 'read',
      lists: 'none',
      sends: [],
      decrypts: ['webhook'],
      documents: 'none',
    } as const;
    const row = { ...EVERYTHING, ...own };
    const { folderOf, metafile } = await bundle([row], FIXTURES, folder());
    const shipped = Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'));
    expect(shipped.some((path) => path.includes('/client-kms/'))).toBe(true);
    expect(shipped.some((path) => path.includes('/client-sqs/'))).toBe(false);
    const answer = await withAwsErrors({}, (env) => answerOf(folderOf('errors'), env));
    expect(answer).toMatchObject({
      sqs: {
        message: expect.stringContaining('@aws-sdk/client-sqs is not shipped with this function') as string,
      },
    });
  });
});

/** What the schemas of a request and its answer say of their members. */
const wordsOf = ({ answer, query, body }: Operation): string[] =>
  [answer, query, body]
    .filter((schema) => typeof schema === 'object')
    .flatMap((schema) => [
      ...JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).matchAll(SAID),
    ])
    .flatMap(([, words = '']) => (words.length >= 30 ? [words] : []));

const SAID = /"description":"([^"\\\\]+)"/g;

describe('shipped bundles', () => {
  const names = ROWS.map(({ name }) => name);
  let shipped: Bundles;
  // Those that a deployment and the local clouds take.
  beforeAll(async () => void (shipped = await bundle(ROWS, 'functions')));

  it('are small, whole, and free of undici, credential chain and locales', () => {
    const outputs = Object.entries(shipped.metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
    expect(outputs).toHaveLength(names.length);
    const found = outputs.flatMap(([path, output]) =>
      violations(path, output).map((what) => `${path} ${what}`),
    );
    expect(found).toEqual([]);
  });

  it('find each SDK file that the build replaces', () => {
    expect(missingFrom(Object.keys(shipped.metafile.inputs))).toEqual([]);
  });

  it('hold nothing that an endpoint says for its description alone', () => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const text = readFileSync(join(shipped.folderOf(name), 'index.mjs'), 'utf8');
      for (const words of [operation.summary, operation.description, ...wordsOf(operation)])
        expect(text.includes(words.slice(0, 40)), `${name}: ${words}`).toBe(false);
    }
  });

  it('load as Lambda starts them, ask for nothing but reads of their table that connect, and load no slow part of Node', async () => {
    const asked = new Map<string, string>();
    const answer = ({ target, path, body, call }: Asked) => {
      const { RequestItems = {} } = JSON.parse(body || '{}') as { RequestItems?: object };
      asked.set(call ?? path, [target, ...Object.keys(RequestItems)].join(' '));
      return [200, { Responses: {}, UnprocessedKeys: {} }] as const;
    };
    // One by one: many starting processes would keep each other from their connections until these time out.
    const loaded = await withAwsAnswers(answer, async (env) => {
      const all: unknown[] = [];
      const own = {
        ...{ [ENVIRONMENT.key]: 'key', [ENVIRONMENT.documents]: 'documents' },
        [ENVIRONMENT.documentsEndpoint]: String(env.AWS_ENDPOINT_URL),
        ...Object.fromEntries(
          Object.values(ENVIRONMENT.queues).map((name) => [name, `${env.AWS_ENDPOINT_URL}/1/q`]),
        ),
      };
      for (const { name, table } of ROWS) {
        const named = { AWS_LAMBDA_FUNCTION_NAME: name, ...(table !== 'none' && { TABLE_NAME: name }) };
        all.push(await loadBundle(shipped.folderOf(name), { ...env, ...own, ...named }));
      }
      return all;
    });
    expect(loaded).toEqual(names.map(() => ({ handler: 'function', early: [] })));
    const withTable = ROWS.filter(({ table }) => table !== 'none');
    const times = Map.groupBy(asked.values(), (one) => one);
    expect([...times.keys()].toSorted()).toEqual(
      withTable.map(({ name }) => `DynamoDB_20120810.BatchGetItem ${name}`).toSorted(),
    );
    // These read much at once, and so connect so often before they are asked.
    const several = [...times].filter(([, { length }]) => length > 1);
    expect(several.map(([one, { length }]) => `${one.split(' ')[1]} ${length > 4}`).toSorted()).toEqual([
      ...['console/show true', 'events/feed true', 'portal/act true', 'portal/show true'],
    ]);
  });

  it('are the same bytes wherever they are made', async () => {
    const other = await bundle(ROWS, 'functions', folder());
    for (const name of names) {
      const [a, b] = [shipped, other].map(({ folderOf }) =>
        readFileSync(join(folderOf(name), 'index.mjs'), 'utf8'),
      );
      expect(a === b, name).toBe(true);
      expect(a!.includes(process.cwd()), name).toBe(false);
    }
  });
});
