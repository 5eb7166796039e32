import { expect, it } from 'vitest';
import { sendWork } from '../../../lib/sweep/run.ts';
import { SweepStage } from './stage.ts';

it('sends messages for several queues each to its own queue, once', async () => {
  const stage = new SweepStage();
  const queues = ['invoicing', 'slow-deliveries'] as const;
  const works = queues.map((queue) => ({ queue, message: { body: { to: queue }, group: 'acme' } }));
  expect(await sendWork(stage.app, works)).toEqual([]);
  expect(stage.sent.map(({ queue, message }) => [queue, message.body])).toEqual(
    queues.map((queue) => [queue, { to: queue }]),
  );
});
