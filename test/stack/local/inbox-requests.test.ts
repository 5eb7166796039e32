import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInbox, type Inbox } from '../../../local/operator/inbox.ts';
import { MovableClock } from '../../../sandbox/clock.ts';

let inbox: Inbox;
beforeAll(async () => {
  inbox = await startInbox({ clock: new MovableClock({ start: 0, frozen: true }) });
});
afterAll(() => inbox.stop());

it('lists what arrived after an id, and refuses what is none', async () => {
  for (const body of ['first', 'second']) await fetch(`${inbox.url}/hooks/a`, { method: 'POST', body });
  const after = (id: string) => fetch(`${inbox.url}/requests?after=${id}`);
  expect(await (await after('1')).json()).toMatchObject({ requests: [{ body: 'second' }] });
  const refused = await after('x');
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: '"after" takes a whole number from 0, not "x".' },
  ]);
});
