import { expect, it } from 'vitest';
import { OPERATIONS } from '../../client/src/generated.ts';
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
