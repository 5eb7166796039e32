import type { SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotTaken } from '../../../lib/queue/not-taken.ts';
import { asciiJson, sqsQueue } from '../../../lib/queue/sqs.ts';

/** SQS, as far as it takes messages; `takes` says of each batch what becomes of it. */
function queueThat(takes: (bodies: readonly string[]) => 'all' | 'nothing' | 'all but the first') {
  const taken: SendMessageBatchCommandInput['Entries'] = [];
  const client = {
    send: async ({ input }: { input: SendMessageBatchCommandInput }) => {
      const entries = input.Entries ?? [];
      const outcome = takes(entries.map(({ MessageBody }) => MessageBody ?? ''));
      if (outcome === 'nothing') throw new Error('refused');
      const refused = outcome === 'all' ? [] : entries.slice(0, 1);
      taken.push(...entries.filter((entry) => !refused.includes(entry)));
      return { Failed: refused.map(({ Id }) => ({ Id, Code: 'InvalidMessageContents' })) };
    },
  } as unknown as SQSClient;
  return { queue: sqsQueue(client, 'https://queue', () => new AbortController().signal), taken };
}

const messages = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ body: { nth }, group: `tenant ${nth % 3}` }));

describe('a queue', () => {
  it('takes ten messages per request, those of a tenant in one group', async () => {
    const sizes: number[] = [];
    const { queue, taken } = queueThat((bodies) => (sizes.push(bodies.length), 'all'));
    await queue.send(messages(25));
    expect(sizes).toEqual([10, 10, 5]);
    expect(new Set(taken.map(({ MessageGroupId }) => MessageGroupId)).size).toBe(3);
  });

  it('is sent every batch, whether or not others fail, and names the messages it did not take', async () => {
    const { queue, taken } = queueThat((bodies) => {
      if (bodies.includes('{"nth":12}')) return 'nothing';
      return bodies.includes('{"nth":20}') ? 'all but the first' : 'all';
    });
    const all = messages(105);
    const error: unknown = await queue.send(all).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotTaken);
    expect((error as NotTaken).messages).toEqual([...all.slice(10, 20), all[20]]);
    expect(taken).toHaveLength(94);
  });

  it('gets groups and bodies that SQS always takes', async () => {
    const text = fc.string({ unit: 'binary' });
    const anything = fc.record({ body: fc.dictionary(text, text), group: text });
    const sends = fc.asyncProperty(anything, async (message) => {
      const { queue, taken } = queueThat(() => 'all');
      await queue.send([message]);
      expect(taken[0]?.MessageGroupId).toMatch(/^[0-9a-f]{64}$/);
      expect(taken[0]?.MessageBody).toMatch(/^[\x20-\x7e]+$/);
    });
    await fc.assert(sends, { numRuns: 500 });
    expect(asciiJson({ a: '\uffff€\u{1f600}"' })).toBe(String.raw`{"a":"\uffff\u20ac\ud83d\ude00\""}`);
  });

  it('reads in such a body what was sent', () => {
    const any = fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(asciiJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    });
    fc.assert(any, { numRuns: 500 });
  });
});
