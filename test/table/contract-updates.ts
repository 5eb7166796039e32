import { describe, expect, it } from 'vitest';
import { Conflict } from '../../lib/table/table.ts';
import type { Bench } from './contract.ts';

const consistent = { consistent: true };

export function updates({ table, partition }: Bench): void {
  describe('updating', () => {
    it('sets, removes and adds at once and answers the item as it is afterwards', async () => {
      const at = { pk: partition(), sk: 's' };
      await table().apply({ put: { ...at, status: 'OLD', size: 1, count: 5, other: 'same' } });
      const after = { ...at, status: { deep: ['NEW'] }, count: 3, other: 'same', total: 7 };
      const change = {
        update: at,
        set: { status: { deep: ['NEW'] } },
        remove: ['size'],
        add: { count: -2, total: 7 },
      };
      expect(await table().apply(change)).toEqual(after);
      expect(await table().get(at, consistent)).toEqual(after);
    });

    it('makes an item that is not there', async () => {
      const at = { pk: partition(), sk: 's' };
      expect(await table().apply({ update: at, set: { n: 1 }, remove: ['m'] })).toEqual({ ...at, n: 1 });
    });

    it('counts from nought', async () => {
      const at = { pk: partition(), sk: 's' };
      expect(await table().apply({ update: at, add: { last: 1 } })).toEqual({ ...at, last: 1 });
      expect(await table().apply({ update: at, add: { last: 1 } })).toEqual({ ...at, last: 2 });
    });

    it('does not set what is undefined', async () => {
      const at = { pk: partition(), sk: 's' };
      await table().apply({ put: { ...at, n: 1, m: 1 } });
      const change = { update: at, set: { n: undefined, m: 2 } };
      expect(await table().apply(change)).toEqual({ ...at, n: 1, m: 2 });
    });

    it.each([
      ['only removes', { remove: ['gone'] }],
      ['changes nothing', {}],
      ['sets only what is undefined', { set: { n: undefined } }],
    ])('never makes an item by an update that %s', async (_, change) => {
      const [there, absent] = [partition(), partition()].map((pk) => ({ pk, sk: 's' }));
      await table().apply({ put: { ...there!, gone: 1, n: 1 } });
      const after = { ...there, n: 1, ...('remove' in change ? {} : { gone: 1 }) };
      expect(await table().apply({ update: there!, ...change })).toEqual(after);
      await table().write([{ update: there!, ...change }]);
      expect(await table().get(there!, consistent)).toEqual(after);

      const conflict = new Conflict([0], [undefined]);
      await expect(table().apply({ update: absent!, ...change })).rejects.toEqual(conflict);
      await expect(table().write([{ update: absent!, ...change }])).rejects.toEqual(conflict);
      expect(await table().get(absent!, consistent)).toBeUndefined();
    });

    it('refuses to add to what is no number', async () => {
      const at = { pk: partition(), sk: 's' };
      await table().apply({ put: { ...at, n: '1' } });
      await expect(table().apply({ update: at, add: { n: 1 } })).rejects.toThrow();
      expect(await table().get(at, consistent)).toEqual({ ...at, n: '1' });
    });

    it.each([
      ['an attribute twice', { set: { n: 1 }, remove: ['n'] }],
      ['a key', { set: { sk: 'other' } }],
    ])('refuses to name %s', async (_, change) => {
      await expect(table().apply({ update: { pk: partition(), sk: 's' }, ...change })).rejects.toThrow();
    });
  });
}
