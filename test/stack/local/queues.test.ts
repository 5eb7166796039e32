import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStub, type StubCloud } from './stub-cloud.ts';

interface Seen {
  readonly id: string;
  readonly received: number;
  readonly group?: string;
  readonly at: string;
  readonly together: number;
}

let cloud: StubCloud;
let began: number;

beforeAll(async () => (cloud = await startStub()));
afterAll(() => cloud.stop());

const seen = async (id: string) => (await cloud.printed<Seen>('work')).filter((one) => one.id === id);
const settle = () => cloud.control('POST', '/settle');
const send = async (body: object, more: { delay?: number; group?: string } = {}) => {
  began = cloud.clock.now();
  await cloud.act({ send: { body, ...more } });
  await settle();
};
/** Seconds since the last message was sent. */
const seconds = ({ at }: Seen) => (Date.parse(at) - began) / 1000;
/** The same to the nearest ten: a busy machine takes a moment for each delivery. */
const tensOfSeconds = (one: Seen) => Math.round(seconds(one) / 10) * 10;

describe('a queue', () => {
  it('withholds a delayed message until its delay has passed', async () => {
    await send({ id: 'later' }, { delay: 90 });
    await cloud.advance('PT60S');
    expect(await seen('later')).toEqual([]);
    await cloud.advance('PT30S');
    const [took = 0] = (await seen('later')).map(seconds);
    expect(took).toBeGreaterThanOrEqual(90);
    expect(took).toBeLessThan(100);
  });

  it('redelivers a message after its visibility timeout when the function reports it as failed', async () => {
    await send({ id: 'partial', fail: 2 });
    await cloud.advance('PT10M');
    const all = await seen('partial');
    expect(all.map(({ received }) => received)).toEqual([1, 2, 3]);
    expect(all.map(tensOfSeconds)).toEqual([0, 60, 120]);
  });

  it('redelivers the whole batch when the function throws', async () => {
    await send({ id: 'thrown', crash: 1 });
    await cloud.advance('PT61S');
    expect((await seen('thrown')).map(({ received }) => received)).toEqual([1, 2]);
  });

  it('moves a message to the dead letters after exactly the number of receives in the template', async () => {
    await send({ id: 'poison', fail: 99 });
    await cloud.advance('PT1H');
    expect((await seen('poison')).map(tensOfSeconds)).toEqual([0, 60, 120]);
    const dead = await receiveFrom(cloud.stack.queueUrls.Dead!);
    expect(dead.map((body) => JSON.parse(body) as unknown)).toEqual([{ id: 'poison', fail: 99 }]);
  });
});

async function receiveFrom(QueueUrl: string): Promise<string[]> {
  const answer = await fetch(QueueUrl, {
    method: 'POST',
    headers: {
      'x-amz-target': 'AmazonSQS.ReceiveMessage',
      'content-type': 'application/x-amz-json-1.0',
      authorization: 'AWS4-HMAC-SHA256 Credential=OPERATOR/20260101/eu-central-1/sqs/aws4_request',
    },
    body: JSON.stringify({ QueueUrl, MaxNumberOfMessages: 10 }),
  });
  const { Messages = [] } = (await answer.json()) as { Messages?: { Body: string }[] };
  return Messages.map(({ Body }) => Body);
}
