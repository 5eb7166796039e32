import { expect, it } from 'vitest';
import { outboxEntries } from '../../lib/table/events/outbox.ts';
import { DAY, START } from '../account/operator.ts';
import { eventNamed } from '../faults/delivery/cast.ts';
import { openCli } from './io.ts';

it('a search for rare events that ends before it finds one says so, and where it goes on', async () => {
  const { operator, json, run } = await openCli();
  const { tenant } = await operator.shop();
  const named = ['--tenant', 'shop'];
  for (let nth = 1; nth <= 5_600; nth++) {
    const now = START - DAY + nth;
    const outbox = { causedBy: { by: 'request', id: null }, now } as const;
    await operator.app.table.write(
      outboxEntries(tenant, [{ ...eventNamed(nth, now), sequence: 1 }], outbox).changes,
    );
  }
  const list = ['events', 'list', '--state', 'DELIVERED'];
  const cutShort = await json([...list, ...named]);
  expect(cutShort).toMatchObject({ has_more: true, events: [], next: expect.any(String) as string });
  const next = String(cutShort.next);
  const { out } = await run([...list, ...named]);
  expect(out).toContain('None of the events searched so far fits; shop has more.');
  expect(out).toContain(`--starting-after ${next}`);
  expect(await json([...list, ...named, '--starting-after', next])).toMatchObject({ has_more: false });
});
