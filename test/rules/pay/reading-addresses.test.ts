import { expect, it } from 'vitest';
import { payOf, someone } from './provider.ts';
import { serve } from './receiver.ts';

const person = { referenceCode: 'c1', name: 'Ada', surname: 'Öz' };

async function read(email: string) {
  const data = { ...person, email };
  const url = await serve((_request, answer) => answer(200, JSON.stringify({ status: 'success', data })));
  return payOf(url, someone).readCustomer('c1');
}

it.each([
  [' ada@example.com\r\n', 'ada@example.com'],
  ['\u200eada@example.com', '\u200eada@example.com'],
])('a customer’s address %j is read as %j', async (written, email) => {
  expect(await read(written)).toMatchObject({ ok: true, value: { email } });
});

it.each([['ada\n@example.com'], ['a\u0000@example.com'], [' '], [`${'x'.repeat(250)}@a.com`]])(
  'an address that no key takes, as %j, makes an invalid response',
  async (email) => {
    expect(await read(email)).toMatchObject({ is: 'invalidResponse' });
  },
);
