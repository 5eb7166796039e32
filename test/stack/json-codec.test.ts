import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonCodec } from '../../infra/build/json-codec.ts';
import { received, sent } from '../../lib/table/dynamodb/attributes.ts';
import { SCHEMA } from '../../lib/table/schema-version.ts';
import type { Attribute } from '../../lib/table/table.ts';

const codec = new JsonCodec();
const KEY = { pk: 'P', sk: 'S' };

/** Values as items hold them, under names that are also those of attribute types, the key service’s bytes and prototypes. */
const names = fc.oneof(
  fc.constantFrom('B', 'S', 'M', 'Plaintext', 'CiphertextBlob', '"B":"', '__proto__'),
  fc.string(),
);
const values = fc.letrec<{ value: Attribute }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null), names),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
/** No attribute has the name of what is refused where it is read, an item's format, or of what the SDK loses there. */
const ownNames = names.filter((name) => ![SCHEMA.attribute, '__proto__'].includes(name));
const maps = fc.dictionary(ownNames, values, { maxKeys: 4, noNullPrototype: true });

/** The settings of a client of the SDK that reaches nobody: what it sent, and what it is answered. */
function reaching(answer: object = {}) {
  let body = '';
  const settings = {
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    requestHandler: {
      handle: async (request: { readonly body: Uint8Array }) => {
        body = new TextDecoder().decode(request.body);
        const response = { statusCode: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
        return { response };
      },
    },
  };
  return { settings, sentBody: (): unknown => JSON.parse(body) };
}

function written(request: unknown): object {
  const serializer = codec.createSerializer();
  serializer.write(undefined, request);
  return JSON.parse(serializer.flush()) as object;
}

const read = (answer: unknown) =>
  codec.createDeserializer().read(undefined, Buffer.from(JSON.stringify(answer)));

describe('the codec that is shipped in place of the SDK’s', () => {
  it('writes items as the SDK does, whatever they hold', async () => {
    const { settings, sentBody } = reaching();
    const client = new DynamoDBClient(settings);
    await fc.assert(
      fc.asyncProperty(maps, async (map) => {
        const request = { TableName: 'T', Item: sent({ ...map, ...KEY }), ConditionExpression: undefined };
        await client.send(new PutItemCommand(request));
        expect(written(request)).toEqual(sentBody());
      }),
    );
  });

  it('reads items as the SDK does, whatever they hold', async () => {
    await fc.assert(
      fc.asyncProperty(maps, async (map) => {
        const answer = written({ Item: sent({ ...map, ...KEY }) });
        const { settings } = reaching(answer);
        const asked = new GetItemCommand({ TableName: 'T', Key: sent(KEY) });
        const { Item = {} } = await new DynamoDBClient(settings).send(asked);
        const ours = (await read(answer)) as { Item: typeof Item };
        expect(received(ours.Item)).toEqual(received(Item));
      }),
    );
  });

  it('writes and reads the bytes of the key service', async () => {
    const answer = { KeyId: 'key', Plaintext: Buffer.from('opened ✓').toString('base64') };
    const { settings, sentBody } = reaching(answer);
    const request = { KeyId: 'key', CiphertextBlob: Buffer.from([0, 255, 7]), EncryptionContext: { a: 'b' } };
    await new KMSClient(settings).send(new DecryptCommand(request));
    expect(written(request)).toEqual(sentBody());
    expect(await read(answer)).toEqual({ KeyId: 'key', Plaintext: new TextEncoder().encode('opened ✓') });
  });

  it('reads bytes also where an answer contains white space', async () => {
    const spaced = JSON.stringify({ Plaintext: Buffer.from('opened').toString('base64') }, undefined, 2);
    const text = spaced.replace('":', '" \n:\t');
    const answer = await codec.createDeserializer().read(undefined, Buffer.from(text));
    expect(answer).toEqual({ Plaintext: new TextEncoder().encode('opened') });
  });

  it('writes messages as the SDK does', async () => {
    const { settings, sentBody } = reaching({ Successful: [], Failed: [] });
    const entry = { Id: '0', MessageBody: '{"a":"\\u00fc"}', MessageGroupId: 'g', DelaySeconds: 60 };
    const request = { QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q', Entries: [entry] };
    await new SQSClient(settings).send(new SendMessageBatchCommand(request));
    expect(written(request)).toEqual(sentBody());
  });

  it('treats null as missing, as the SDK does', async () => {
    expect(await read({ Item: null, Count: 0 })).toEqual({ Count: 0 });
  });
});
