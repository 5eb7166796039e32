import { beforeAll, describe, expect, it } from 'vitest';
import { contact, invoice, logIn } from './raw.ts';
import { openWire } from './opened.ts';

const { world, company, client, contactId } = await openWire();

const make = (lines: readonly object[], more: object = {}) =>
  client.post('sales_invoices', invoice(contactId, company.productId, lines, more));

describe('The wire of the sandbox: lists', () => {
  beforeAll(async () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyzçğ')
      await client.post('contacts', contact(letter, { city: 'Rize' }));
  });

  it('have pages of 15, and of 25 at most', async () => {
    const first = await client.call('GET', 'contacts?filter[city]=Rize');
    expect(first.body.data).toHaveLength(15);
    expect(first.body.meta).toMatchObject({ current_page: 1, total_pages: 2, total_count: 28, per_page: 15 });
    const last = await client.call('GET', 'contacts?filter[city]=Rize&page[size]=25&page[number]=2');
    expect(last.body.data).toHaveLength(3);
    const tooLarge = await client.call('GET', 'contacts?page[size]=26');
    expect(tooLarge).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringContaining('maximum 25') as string }] },
    });
  });

  it('sort by id upwards and downwards', async () => {
    const ids = async (sort: string) =>
      (await client.call('GET', `contacts?page[size]=25&filter[city]=Rize&sort=${sort}`)).body.data!.map(
        ({ id }) => id,
      );
    const up = await ids('id');
    expect(up).toEqual(up.toSorted());
    expect((await ids('-id'))[0]).not.toBe(up[0]);
  });

  it.each([
    ['contacts?filter[archived]=1', "'archived' is not a valid filter. Acceptable: name, email"],
    ['contacts?sort=created_at', "'created_at' is not a valid sort."],
    ['sales_invoices?include=lines', 'lines is not a valid relation. Acceptable: category'],
    ['sales_invoices?filter[issue_date][like]=2', "'like' is not a valid operator."],
  ])('refuse %s and say what they accept', async (path, words) => {
    const answer = await client.call('GET', path);
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]).toMatchObject({ title: 'Bad Request' });
    expect(answer.body.errors?.[0]?.detail).toContain(words);
  });

  it.each([
    ['[gteq]=2026-03-01', ['2026-03-01', '2026-03-31']],
    ['[lt]=2026-03-31', ['2026-02-01', '2026-03-01']],
    ['=2026-02-15..2026-03-15', ['2026-03-01']],
  ])('filter dates by %s', async (filter, expected) => {
    const { id } = await client.post('contacts', contact('Dates'));
    for (const issue_date of ['2026-02-01', '2026-03-01', '2026-03-31'])
      await client.post(
        'sales_invoices',
        invoice(id, company.productId, [{ unit_price: 1 }], { issue_date }),
      );
    const found = await client.call(
      'GET',
      `sales_invoices?filter[contact_id]=${id}&filter[issue_date]${filter}`,
    );
    expect(found.body.data?.map(({ attributes }) => attributes['issue_date'])).toEqual(expected);
  });

  it('omit cancelled invoices, which can be read individually', async () => {
    const { id } = await make([{ unit_price: 1 }]);
    expect((await client.call('DELETE', `sales_invoices/${id}/cancel`)).status).toBe(200);
    const all = await client.call('GET', 'sales_invoices?page[size]=25&sort=-id');
    expect(all.body.data?.map((each) => each.id)).not.toContain(id);
    expect((await client.call('GET', `sales_invoices/${id}`)).body.data?.attributes['item_type']).toBe(
      'cancelled',
    );
  });
});

describe('The wire of the sandbox: records', () => {
  it('have ids of digits, and relations without data unless included', async () => {
    const { id } = await make([{ unit_price: 100 }]);
    expect(id).toMatch(/^\d{10}$/);
    const bare = await client.call('GET', `sales_invoices/${id}?include=lines`);
    expect(bare.body.data?.relationships).toMatchObject({
      contact: { meta: {} },
      active_e_document: { meta: {} },
    });
    const full = await client.call(
      'GET',
      `sales_invoices/${id}?include=contact,details.product,active_e_document`,
    );
    expect(full.body.data?.relationships).toMatchObject({
      contact: { data: { id: contactId, type: 'contacts' } },
      active_e_document: { data: null },
      payments: { meta: {} },
    });
    expect(full.body.included?.map(({ type }) => type)).toEqual([
      'contacts',
      'sales_invoice_details',
      'products',
    ]);
  });

  it.each([
    ['GET', 'sales_invoices/9', 404, 'Record was not found', 'SalesInvoice-9'],
    ['GET', 'trackable_jobs/x', 404, 'Record was not found', 'TrackableJob-x'],
    ['GET', 'e_archives', 404, 'Not Found', 'No route matches.'],
    ['GET', 'companies', 404, 'Not Found', 'No route matches.'],
  ])('%s %s are answered with %i', async (method, path, status, title, detail) => {
    expect(await client.call(method, path)).toMatchObject({ status, body: { errors: [{ title, detail }] } });
  });

  it('of another company are not found', async () => {
    const other = await logIn(world.sandbox.url, world.sandbox.addCompany());
    expect((await other.call('GET', `contacts/${contactId}`)).status).toBe(404);
  });

  it('can be changed and removed', async () => {
    const { id } = await client.post('contacts', contact('Old'));
    const changed = await client.call('PUT', `contacts/${id}`, contact('New'));
    expect(changed.body.data?.attributes['name']).toBe('New');
    expect((await client.call('DELETE', `contacts/${id}`)).status).toBe(204);
    expect((await client.call('GET', `contacts/${id}`)).status).toBe(404);
  });

  it('name the user and the company at /me', async () => {
    const answer = await fetch(`${world.sandbox.url}/v4/me?include=companies`, { headers: client.headers });
    expect(await answer.json()).toMatchObject({
      data: { type: 'users', attributes: { email: company.username } },
    });
  });
});
