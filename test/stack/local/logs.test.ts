import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Logs, type LogLine } from '../../../local/functions/logs.ts';
import { startStub, type StubCloud } from './stub-cloud.ts';
import type { Step, StepResult } from './stub.ts';

let cloud: StubCloud;

beforeAll(async () => (cloud = await startStub()));
afterAll(() => cloud.stop());

/** Has the function `api` do something; the request's id, as the gateway answers it, and what came of the steps. */
async function request(...steps: Step[]): Promise<{ id: string; results: StepResult[] }> {
  const answer = await cloud.actRaw(...steps);
  const { results = [] } = (await answer.json()) as { results?: StepResult[] };
  return { id: answer.headers.get('apigw-requestid') ?? '', results };
}

async function linesOf(query: string): Promise<LogLine[]> {
  await cloud.control('POST', '/settle');
  return (await cloud.control<{ lines: LogLine[] }>('GET', `/logs?${query}`)).lines;
}

describe('the logs', () => {
  it('are found by the id of the API request, only those of its own invocation', async () => {
    const [one, other] = [await request({ wait: 1 }), await request({ wait: 1 }, { wait: 1 })];
    expect(await linesOf(`requestId=${one.id}`)).toMatchObject([{ function: 'api', line: { did: 1 } }]);
    expect(await linesOf(`requestId=${other.id}`)).toMatchObject([{ function: 'api', line: { did: 2 } }]);
  });

  it('are found by the id of the invocation', async () => {
    const { results } = await request({ tell: 'context' });
    const { awsRequestId } = (results[0] as { gave: { awsRequestId: string } }).gave;
    expect(await linesOf(`requestId=${awsRequestId}`)).toMatchObject([{ function: 'api' }]);
    expect(await linesOf(`requestId=${awsRequestId}&function=work`)).toEqual([]);
  });

  it('are found by the id in a message, with the output of its handler', async () => {
    const requestId = '0198c1de-0000-7000-8000-000000000001';
    await request({ send: { body: { id: 'caused', requestId } } });
    expect(await linesOf(`requestId=${requestId}`)).toMatchObject([
      { function: 'work', causedBy: [requestId], line: { id: 'caused' } },
    ]);
  });

  it('are found where a function crashed before it could log', async () => {
    const { id } = await request({ fail: 'on purpose' });
    expect(await linesOf(`requestId=${id}`)).toMatchObject([
      { function: 'api', line: expect.stringContaining('on purpose') as string },
    ]);
  });

  it('attribute a line that names its request to that request alone, in a batch for several', () => {
    const logs = new Logs();
    const common = { function: 'work', requestId: 'invocation', causedBy: ['a', 'b'] };
    logs.add({ ...common, line: '{"what":"for a","requestId":"a"}' }, 0);
    logs.add({ ...common, line: '{"what":"for all"}' }, 0);
    const found = (requestId: string) =>
      logs.find({ function: undefined, requestId }).map(({ line }) => (line as { what: string }).what);
    expect(found('a')).toEqual(['for a', 'for all']);
    expect(found('b')).toEqual(['for all']);
    expect(found('invocation')).toEqual(['for a', 'for all']);
  });
});

describe('the remaining time of a function', () => {
  it('is its timeout less the time since its start', async () => {
    const { results } = await request({ tell: 'context' }, { wait: 400 }, { tell: 'context' });
    const [before, after] = [0, 2].map((step) => (results[step] as { gave: { left: number } }).gave.left);
    expect(before).toBeLessThanOrEqual(2_000);
    expect(before).toBeGreaterThan(1_000);
    expect(Number(before) - Number(after)).toBeGreaterThanOrEqual(399);
  });
});

describe('the calls', () => {
  it('have their start and end, in sequence where one waited for the other', async () => {
    await cloud.control('DELETE', '/calls');
    const before = cloud.clock.now();
    await request({ put: { pk: 'T#a', sk: 'A' } }, { get: { pk: 'T#a', sk: 'A' } });
    const [put, get] = await cloud.calls('api');
    expect(put!.start).toBeGreaterThanOrEqual(before - 1);
    expect(put!.end).toBeGreaterThan(put!.start);
    expect(get!.start).toBeGreaterThanOrEqual(put!.end);
    expect(get!.end).toBeLessThanOrEqual(cloud.clock.now() + 1);
  });
});
