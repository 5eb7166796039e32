import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The clients' settings: those of the test, or a single attempt. */
const config = JSON.parse(process.env.CLIENT ?? '{"maxAttempts":1}') as { readonly maxAttempts: number };

/** What arrives of the errors that the endpoint in the environment answers with. */
export const handler = async () => {
  const key = { pk: { S: 'a' }, sk: { S: 'b' } };
  const transaction = new TransactWriteItemsCommand({
    TransactItems: [{ Delete: { TableName: 'table', Key: key } }],
  });
  return {
    dynamodb: await caught(() => new DynamoDBClient(config).send(transaction)),
    kms: await caught(() =>
      new KMSClient(config).send(new DecryptCommand({ CiphertextBlob: new Uint8Array(1) })),
    ),
    sqs: await caught(() =>
      new SQSClient(config).send(
        new SendMessageCommand({ QueueUrl: `${process.env.AWS_ENDPOINT_URL}/1/queue`, MessageBody: 'x' }),
      ),
    ),
  };
};

async function caught(send: () => Promise<unknown>) {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name, message } = error;
    return { ...Object.fromEntries(Object.entries(error)), name, message };
  }
}
