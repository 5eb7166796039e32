import { expect, it } from 'vitest';
import { customerHash, withCustomerHash } from '../../../lib/table/ids.ts';
import { distinctIds } from './ids.ts';

it('gives a customer 16,384 subscriptions of one millisecond, no two with the same id', () => {
  const newId = distinctIds(() => Date.UTC(2026, 0, 15));
  const hash = customerHash('shop', 'ayse@example.com');
  const ids = Array.from({ length: 2 ** 14 }, () => withCustomerHash(newId(), hash));
  expect(new Set(ids).size).toBe(ids.length);
});
