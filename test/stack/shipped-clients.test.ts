import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../infra/build/bundle.ts';
import { unusedBy, type Use } from '../../infra/build/stub-unused.ts';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { ROWS } from './roles.ts';
import { answerOf, withAwsAnswers, type Asked } from './running.ts';

const { table, key, documents, documentsEndpoint, rates, loopbackAllowed, queues } = ENVIRONMENT;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** An item as DynamoDB writes it, and as it is read. */
const WRITTEN = {
  pk: { S: 'P' },
  sk: { S: 'S' },
  n: { N: '5' },
  marks: { B: base64('ab') },
  none: { NULL: true },
};
const READ = { pk: 'P', sk: 'S', n: 5, marks: { 0: 97, 1: 98 }, none: null };

const ANSWERS: Readonly<Record<string, object>> = {
  'DynamoDB_20120810.GetItem': { Item: WRITTEN },
  'DynamoDB_20120810.BatchGetItem': { Responses: { T: [WRITTEN] }, UnprocessedKeys: {} },
  'DynamoDB_20120810.Query': { Items: [WRITTEN], Count: 1 },
  'DynamoDB_20120810.UpdateItem': { Attributes: WRITTEN },
  'DynamoDB_20120810.TransactWriteItems': {},
  'AmazonSQS.SendMessageBatch': { Successful: [], Failed: [] },
  'TrentService.Decrypt': { Plaintext: base64('opened') },
  'TrentService.Encrypt': { CiphertextBlob: base64('closed') },
};

/** Everything that the fixture has to use, as the stack sets it. */
const environment = (aws: Record<string, string>) => ({
  ...aws,
  AWS_SESSION_TOKEN: 'session',
  [table]: 'T',
  [key]: 'K',
  [documents]: 'bucket',
  [documentsEndpoint]: String(aws.AWS_ENDPOINT_URL),
  [rates]: `${aws.AWS_ENDPOINT_URL}/rates`,
  [loopbackAllowed]: new URL(String(aws.AWS_ENDPOINT_URL)).host,
  HOOK: `${aws.AWS_ENDPOINT_URL}/hook`,
  ...Object.fromEntries(Object.values(queues).map((name) => [name, `${aws.AWS_ENDPOINT_URL}/1/queue`])),
});

const answer = ({ target, path }: Asked) =>
  [path.startsWith('/rates') ? 404 : 200, ANSWERS[target] ?? {}] as const;

/** What a row lets its function use. */
const usesOf = ({ table: of, lists, sends, decrypts, encrypts, documents: kept, restoreNotes }: Use) => ({
  table: of !== 'none',
  account: lists === 'account',
  queues: sends.length > 0,
  key: decrypts.length + encrypts.length > 0,
  documents: kept !== 'none' || restoreNotes,
  pay: decrypts.includes('pay') || encrypts.includes('pay'),
  notifications: decrypts.includes('pay'),
  acct: decrypts.includes('acct'),
  webhook: decrypts.includes('webhook'),
});

/** What each part of the App is to answer a function with this row: what its row does not declare is not shipped. */
function expectedOf(row: Use): Record<string, unknown> {
  const uses = usesOf(row);
  const not = (module: string) =>
    expect.stringContaining(`${module} is not shipped with this function`) as unknown;
  const fromTable = uses.table ? undefined : not('@aws-sdk/client-dynamodb');
  const kms = not('@aws-sdk/client-kms');
  const bucket = uses.documents ? undefined : not('lib/documents/s3.ts');
  const iyzico = not('lib/pay/iyzico/iyzico.ts');
  return {
    get: fromTable ?? READ,
    getMany: fromTable ?? [READ],
    query: fromTable ?? [READ],
    apply: fromTable ?? READ,
    write: fromTable ?? 'done',
    send: uses.queues ? 'done' : not('@aws-sdk/client-sqs'),
    decrypt: uses.key ? 'opened' : kms,
    encrypt: uses.key ? base64('closed') : kms,
    link: bucket ?? 'http',
    put: bucket ?? 'done',
    bulletins: uses.acct ? { is: 'none' } : not('lib/rates/tcmb.ts'),
    post: uses.webhook ? 'answered' : not('lib/outgoing/post.ts'),
    pay: uses.pay ? 'function' : iyzico,
    listSubscriptions: !uses.pay
      ? iyzico
      : uses.account
        ? { ok: false, is: 'outOfTime' }
        : not('lib/pay/iyzico/list-subscriptions.ts'),
    notifications: uses.notifications ? 'function' : not('lib/pay/iyzico/notifications.ts'),
    acct: uses.acct ? 'function' : not('lib/acct/parasut/parasut.ts'),
  };
}

describe('the SDK clients bundled with a function', () => {
  /** By what is left out of a row's bundle and by what its row declares, so that one is held against the other. */
  const kindOf = (row: Use) => JSON.stringify([unusedBy(row), usesOf(row)]);
  const kinds = [...Map.groupBy(ROWS, kindOf).values()];

  it('work as its row declares, for each combination of omitted modules', async () => {
    expect(kinds.length).toBeGreaterThan(5);
    const unsigned: string[] = [];
    const noting = (asked: Asked) => {
      if (asked.target !== '' && asked.session !== 'session') unsigned.push(asked.target);
      return answer(asked);
    };
    const found = await withAwsAnswers(noting, (aws) =>
      Promise.all(
        kinds.map(async ([row]) => {
          const to = mkdtempSync(join(tmpdir(), 'clients-'));
          const { folderOf } = await bundle([{ ...row!, name: 'clients' }], 'test/stack/functions', to);
          return { name: row!.name, answers: await answerOf(folderOf('clients'), environment(aws)) };
        }),
      ),
    );
    expect(found).toEqual(kinds.map(([row]) => ({ name: row!.name, answers: expectedOf(row!) })));
    expect(unsigned).toEqual([]);
  });
});
