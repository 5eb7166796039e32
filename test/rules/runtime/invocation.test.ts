import { describe, expect, it } from 'vitest';
import type { App, Message, Queue } from '../../../lib/runtime/app.ts';
import { duringInvocation } from '../../../lib/runtime/invocation.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { Stage } from '../../behaviour/webhooks/stage.ts';
import { everyQueue } from '../../support/world/queues.ts';

const lines: string[] = [];
const sending = new Stage().app();
const app = {
  memory: {},
  timeLeft: () => Infinity,
  get table(): never {
    throw new Error('made on first use only');
  },
  log: jsonLog((line) => lines.push(line), { now: () => 0 }),
} as unknown as App;

describe('one invocation', () => {
  it('has its request’s id on each metric, beside whom it is about', () => {
    const own = duringInvocation(app, { requestId: 'request 1' });
    own.log.measure('OutcomesUnknown', 1, 'silent provider', { tenant: 'a', reference: 'r' });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      OutcomesUnknown: 1,
      why: 'silent provider',
      requestId: 'request 1',
      tenant: 'a',
      reference: 'r',
    });
    own.log.measure('RequestsCrashed', 1, 'health', { route: 'another' });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ route: 'health', requestId: 'request 1' });
  });

  it('has its request’s id on each message but one that has another', async () => {
    const sent: Message[] = [];
    const send: Queue['send'] = async (messages) => void sent.push(...messages);
    const world = { ...sending, queues: everyQueue(() => ({ send })) };
    const own = duringInvocation(world, { requestId: 'request 1' });
    const another = { body: { requestId: 'another' }, group: 'g' };
    await own.queues.deliveries.send([{ body: { a: 1 }, group: 'g', delaySeconds: 5 }, another]);
    expect(sent).toEqual([{ body: { a: 1, requestId: 'request 1' }, group: 'g', delaySeconds: 5 }, another]);
  });

  it('leaves messages that the sweep hands out as they are, since somebody else brought them about', async () => {
    const sent: Message[] = [];
    const send: Queue['send'] = async (messages) => void sent.push(...messages);
    const world = { ...sending, queues: everyQueue(() => ({ send })) };
    const own = duringInvocation(world, { name: 'sweep/run', requestId: 'sweep 1' });
    await own.queues.deliveries.send([{ body: { a: 1 }, group: 'g' }]);
    expect(sent).toEqual([{ body: { a: 1 }, group: 'g' }]);
  });
});

describe('a call to the payment provider', () => {
  const account = { baseUrl: 'http://127.0.0.1:1', apiKey: 'a', secretKey: 's' };
  const pay = (left: number) => iyzico(account, { now: () => 0, randomKey: () => 'r', timeLeft: () => left });

  it.each([0, 3_999, 4_499])(
    'is not begun with %d ms left: what came of it could not be recorded',
    async (left) => {
      expect(await pay(left).cancel('reference')).toEqual({ ok: false, is: 'outOfTime' });
    },
  );

  it('is begun with more', async () => {
    expect(await pay(5_000).cancel('reference')).toEqual({ ok: false, is: 'unreachable' });
  });
});
