import { expect, it } from 'vitest';
import { OPERATIONS } from '../../../client/src/generated.ts';
import { page } from '../../flows/guides/blocks.ts';
import { clientOf } from './service.ts';

it('the client has every operation of a tenant, each at its address', async () => {
  const operations = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  const { client, seen } = clientOf(
    operations.flatMap(() => [[200, { status: 'success', data: {} }] as const]),
  );
  for (const [own, part] of Object.entries(client))
    for (const [name, call] of Object.entries(typeof part === 'function' ? { [own]: part } : part))
      if (!/^each|InOurRecordsOnly$/.test(name)) await (call as (input: object) => Promise<unknown>)({});
  expect(seen.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(operations.sort());
});

it('its README names every call, and none that is not there', () => {
  const [, table = ''] = /\| part +\| calls[^\n]*\n([\s\S]*?)\n\n/.exec(page('client/README.md')) ?? [];
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.match(/`[^`]+`/g)!.map((name) => name.slice(1, -1)));
  const named = Object.fromEntries(rows.map(([part, ...calls]) => [part, calls.sort()]));
  const parts = Object.entries(clientOf([]).client).map(([part, calls]) => [
    part,
    typeof calls === 'function' ? [expect.stringContaining(`client.${part}(`)] : Object.keys(calls).sort(),
  ]);
  expect(named).toEqual(Object.fromEntries(parts));
});
