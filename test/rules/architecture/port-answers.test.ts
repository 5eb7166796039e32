import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unreadPortFields } from './port-fields.ts';

const RECORDS = 'lib/pay/provider-records.ts';

it('reads every field of what the providers’ ports answer somewhere in the product', () => {
  const text = readFileSync(RECORDS, 'utf8');
  const added = 'readonly showsRefunds: boolean;\n  readonly proves: { readonly absence: boolean };';
  const changed = { [RECORDS]: text.replace('readonly showsRefunds: boolean;', added) };
  expect(changed[RECORDS]).not.toBe(text);
  expect(unreadPortFields(changed)).toEqual(['PayPayment.proves']);
});
