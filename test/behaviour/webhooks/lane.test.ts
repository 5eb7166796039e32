import { expect, test } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { laneOf } from '../../../lib/webhooks/lane.ts';
import { Stage, TENANT } from './stage.ts';

test('the queues of many addresses are cached together: each is read once, however they alternate', async () => {
  const stage = new Stage();
  let reads = 0;
  const table: App['table'] = {
    ...stage.table,
    get: (at, options) => {
      if (at.sk.startsWith('ENDPOINT')) reads++;
      return stage.table.get(at, options);
    },
  };
  const app = stage.app({ table });
  for (const channel of ['webhook', 'chat', 'webhook', 'chat'] as const)
    expect(await laneOf(app, { tenant: TENANT.id, channel })).toBe('deliveries');
  expect(reads).toBe(2);
});
