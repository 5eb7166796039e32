import { createServer, type IncomingMessage } from 'node:http';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ownDynamodb from '../../infra/build/aws/client-dynamodb.ts';
import * as ownKms from '../../infra/build/aws/client-kms.ts';
import * as ownSqs from '../../infra/build/aws/client-sqs.ts';
import { AWS_CLIENT } from '../../lib/runtime/aws-client.ts';
import { Sha256 } from '../support/world/sha256.ts';
import { listen, onceWhole, type Loopback } from '../support/world/loopback.ts';

/** What AWS does with one request: answers it with a status, a body and headers, or breaks the connection. */
type Reply = 'lost' | readonly [status: number, body: string, headers?: Record<string, string>];
const refused = (status: number, type: string, more: object = {}): Reply => [
  status,
  JSON.stringify({ __type: type, message: 'as it was asked', ...more }),
];
const DYNAMODB = 'com.amazonaws.dynamodb.v20120810#';
const DONE: Reply = [200, '{"Item":{"pk":{"S":"P"}}}'];

/** What each client meets, in order, and then what it is answered last again. */
const MEETINGS: Readonly<Record<string, readonly Reply[]>> = {
  'an answer': [DONE],
  'an error by its name in the body': [refused(400, `${DYNAMODB}ResourceNotFoundException`)],
  'an error by its name in a header': [
    [400, '{"message":"no"}', { 'x-amzn-errortype': 'ValidationException:http://x/' }],
  ],
  'a condition that does not hold': [
    refused(400, `${DYNAMODB}ConditionalCheckFailedException`, { Item: { n: { N: '1' } } }),
  ],
  'a cancelled transaction': [
    refused(400, `${DYNAMODB}TransactionCanceledException`, {
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { n: { N: '1' } } }],
    }),
  ],
  'too many requests once': [refused(400, `${DYNAMODB}ProvisionedThroughputExceededException`), DONE],
  'a fault of the service once': [refused(500, `${DYNAMODB}InternalServerError`), DONE],
  'a fault of the service again and again': [refused(500, `${DYNAMODB}InternalServerError`)],
  'something else than JSON': [[503, '<html>']],
  'a connection that breaks once': ['lost', DONE],
  'a connection that breaks again and again': ['lost'],
};

const ENV = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
};
const SDK = {
  region: ENV.AWS_REGION,
  credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' },
};

const SETTINGS = { maxAttempts: AWS_CLIENT.maxAttempts };

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let replies: readonly Reply[] = [];
let seen: Seen[] = [];
let aws: Loopback;
beforeAll(async () => {
  aws = await listen(
    createServer(
      onceWhole(({ headers, socket }, body, response) => {
        const reply = replies[seen.length] ?? replies.at(-1)!;
        seen.push({ headers, body: body.toString() });
        if (reply === 'lost') return void socket.destroy();
        const [status, text, more = {}] = reply;
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...more }).end(text);
      }),
    ),
  );
});
afterAll(() => aws.stop());

/** What came of a call, and what AWS saw of it. */
async function met(meeting: readonly Reply[], call: () => Promise<object>) {
  [replies, seen] = [meeting, []];
  const outcome: object = await call().then(
    ({ ['$metadata' as never]: _, ...answer }: object) => answer,
    (thrown: unknown) => {
      const error = thrown as Error & Record<string, unknown>;
      const { name, message, code, Item, CancellationReasons, $fault, $metadata } = error;
      const status = ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode;
      return { name, message, code, Item, CancellationReasons, $fault, status };
    },
  );
  const asked = seen.map(({ headers, body }) => ({
    body: JSON.parse(body) as unknown,
    target: headers['x-amz-target'],
    type: headers['content-type'],
    attempt: headers['amz-sdk-request'],
  }));
  return { outcome, asked };
}

const GET = { TableName: 'T', Key: { pk: { S: 'P' } }, ConsistentRead: true };

describe('the clients that are shipped in place of the SDK’s', () => {
  it.each(Object.entries(MEETINGS))('do as the SDK’s do that meets %s', async (_, meeting) => {
    const env = { ...ENV, AWS_ENDPOINT_URL: aws.url };
    const theirs = new DynamoDBClient({ ...SDK, ...SETTINGS, endpoint: aws.url });
    const sdk = await met(meeting, () => theirs.send(new GetItemCommand(GET)));
    const ours = new ownDynamodb.DynamoDBClient(SETTINGS, env);
    const own = await met(meeting, () => ours.send(new ownDynamodb.GetItemCommand(GET)));
    expect(own.asked).toEqual(sdk.asked);
    // Of what is no JSON the SDK says which character it could not parse, and not whose fault it is.
    const unread = { name: 'Unknown503', message: 'Unknown503', $fault: 'server' };
    expect(own.outcome).toEqual({ ...sdk.outcome, ...(meeting[0]?.[1] === '<html>' && unread) });
  });

  it('ask each service as the SDK’s do, signed as its signer signs it', async () => {
    const env = { ...ENV, AWS_ENDPOINT_URL: aws.url };
    const settings = { ...SDK, ...SETTINGS, endpoint: aws.url };
    const put = { TableName: 'T', Item: { pk: { S: 'ş' }, b: { B: Buffer.from('ab') } } };
    const text = { KeyId: 'K', Plaintext: Buffer.from('opened'), EncryptionContext: { tenant: 'a' } };
    const batch = { QueueUrl: `${aws.url}/1/q`, Entries: [{ Id: '0', MessageBody: '{}' }] };
    const calls: readonly [() => Promise<object>, () => Promise<object>][] = [
      [
        () => new DynamoDBClient(settings).send(new PutItemCommand(put)),
        () => new ownDynamodb.DynamoDBClient(SETTINGS, env).send(new ownDynamodb.PutItemCommand(put)),
      ],
      [
        () => new KMSClient(settings).send(new EncryptCommand(text)),
        () => new ownKms.KMSClient(SETTINGS, env).send(new ownKms.EncryptCommand(text)),
      ],
      [
        () => new SQSClient(settings).send(new SendMessageBatchCommand(batch)),
        () => new ownSqs.SQSClient(SETTINGS, env).send(new ownSqs.SendMessageBatchCommand(batch)),
      ],
    ];
    for (const [sdk, own] of calls) {
      const theirs = await met([[200, '{}']], sdk);
      const ours = await met([[200, '{}']], own);
      expect(ours.asked).toEqual(theirs.asked);
      expect(signatureIn(seen[0]!)).toBe(await signatureOf(seen[0]!));
    }
  });
});

const signatureIn = ({ headers: { authorization } }: Seen) =>
  /Signature=(\w+)/.exec(authorization ?? '')?.[1];

/** The signature that the SDK's signer gives to what was signed of a request. */
async function signatureOf({ headers, body }: Seen): Promise<string | undefined> {
  const { authorization = '', 'x-amz-date': date } = headers;
  const [, service = ''] = /eu-central-1\/(\w+)\/aws4_request/.exec(authorization) ?? [];
  const signer = new SignatureV4({ ...SDK, service, sha256: Sha256, applyChecksum: false });
  const [, names = ''] = /SignedHeaders=([\w;-]+)/.exec(authorization) ?? [];
  const own = names.split(';').filter((name) => !['x-amz-date', 'x-amz-security-token'].includes(name));
  const signed = Object.fromEntries(own.map((name) => [name, String(headers[name])]));
  const request = {
    ...{ method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', query: {} },
    ...{ headers: signed, body },
  };
  const signingDate = new Date(
    String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const { headers: theirs } = await signer.sign(request, { signingDate });
  return /Signature=(\w+)/.exec(theirs.authorization ?? '')?.[1];
}
