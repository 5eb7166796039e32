import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AcctCompany } from '../../../sandbox/acct/records.ts';
import { pdfOf } from '../../../sandbox/acct/pdf.ts';
import { startAcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import { archive, contact, invoice, logIn, raw } from './raw.ts';
import { openCompany } from './opened.ts';

const { world, company } = await openCompany();

describe('The control of the sandbox', () => {
  it('adds companies and lists them', async () => {
    const options = { method: 'POST', body: '{"companyId":"4242","name":"Demo"}' };
    const added = await raw(`${world.sandbox.url}/sandbox/companies`, options);
    expect(added).toMatchObject({ status: 201, body: { companyId: '4242', name: 'Demo' } });
    const again = await raw(`${world.sandbox.url}/sandbox/companies`, options);
    expect(again.body).toEqual(added.body);
    const { body } = await raw(`${world.sandbox.url}/sandbox/companies`);
    expect(body['companies']).toContainEqual(added.body);
  });

  it('answers in process what it answers over the network', async () => {
    const { status, body } = await raw(`${world.sandbox.url}/sandbox/companies`);
    const url = new URL(`${world.sandbox.url}/sandbox/companies`);
    const answer = world.sandbox.answer({ method: 'GET', url, headers: {}, body: Buffer.alloc(0) });
    if (typeof answer === 'string') throw new Error(answer);
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([status, body]);

    await world.behave({ hangNext: 1, path: '/oauth' });
    const call = { method: 'POST', url: new URL('/oauth/token', url), headers: {}, body: Buffer.alloc(0) };
    expect(world.sandbox.answer(call)).toBe('silence');
    await world.behave({ loseAnswerNext: 1, path: '/oauth' });
    expect(world.sandbox.answer(call)).toBe('lost');
    await world.calm();
  });

  it('lists invoices with their documents', async () => {
    const { post } = await logIn(world.sandbox.url, company);
    const { id: contactId } = await post('contacts', contact('Ali'));
    const order = { order_no: 'ord-9', order_date: '2026-01-16' };
    const { id } = await post(
      'sales_invoices',
      invoice(contactId, company.productId, [{ unit_price: 100 }], order),
    );
    await post('e_archives', archive(id));
    await world.pass(2_000);
    const { body } = await raw(`${world.sandbox.url}/sandbox/invoices`);
    expect(body['invoices']).toMatchObject([
      {
        companyId: company.companyId,
        invoiceId: id,
        order_no: 'ord-9',
        net_total: '120.0',
        currency: 'TRL',
        documents: [{ status: 'waiting' }],
      },
    ]);
  });

  it('expires tokens and applies the rest of the same rule', async () => {
    const { call } = await logIn(world.sandbox.url, company);
    await world.behave({ expireTokens: true, jobMs: 1 });
    expect((await call('GET', 'contacts')).status).toBe(401);
    const { body } = await raw(`${world.sandbox.url}/sandbox/behaviour`);
    expect(body['behaviour']).toContainEqual({ jobMs: 1 });
  });

  it('switches for one company and one path only, until it is reset', async () => {
    const { companyId } = world.sandbox.addCompany();
    const { call } = await logIn(world.sandbox.url, company);
    await world.behave({ failNext: 1, companyId });
    await world.behave({ failNext: 1, path: 'products' });
    expect((await call('GET', 'contacts')).status).toBe(200);
    expect(await call('GET', 'products')).toMatchObject({ status: 500, body: { status: 500 } });
    expect((await call('GET', 'products')).status).toBe(200);
    const rules = await raw(`${world.sandbox.url}/sandbox/behaviour`);
    expect(rules.body['behaviour']).toHaveLength(3);
    await raw(`${world.sandbox.url}/sandbox/behaviour`, { method: 'DELETE' });
    expect((await raw(`${world.sandbox.url}/sandbox/behaviour`)).body['behaviour']).toEqual([]);
  });
});

describe('An invalid switch', () => {
  it.each<[string, string]>([
    ['{"jobsMs":1}', 'There is no "jobsMs" here; there is jobMs, '],
    ['{"jobMs":"5"}', '"jobMs" takes whole milliseconds from 0, not "5".'],
    ['{"failNext":-1}', '"failNext" takes a whole number from 0, not -1.'],
    ['{"failJobs":1}', '"failJobs" takes true or false, or a list of strings, not 1.'],
    ['{"failJobs":[1]}', '"failJobs" takes true or false, or a list of strings, not [1].'],
    ['{"rateLimit":"no"}', '"rateLimit" takes true or false, or a whole number from 0, not "no".'],
    ['{"expireTokens":"some"}', '"expireTokens" takes true or false, or one of all, not "some".'],
    ['{"pdfNotReadyAs":"late"}', '"pdfNotReadyAs" takes one of empty, noData, not "late".'],
    ['{"wordings":{"name":7}}', '"wordings" takes an object of strings, not {"name":7}.'],
    ['{"companyId":"nobody","failNext":1}', 'There is no such company.'],
    ['[]', 'The body must be a JSON object.'],
    ['{', 'The body must be a JSON object.'],
  ])('such as %s is refused in one line, and changes nothing', async (body, line) => {
    const url = `${world.sandbox.url}/sandbox/behaviour`;
    const before = await raw(url);
    const answer = await raw(url, { method: 'POST', body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toEqual({ error: expect.stringContaining(line) as string });
    expect((await raw(url)).body).toEqual(before.body);
  });

  it('is refused for companies too', async () => {
    const options = { method: 'POST', body: '{"companyID":"4243"}' };
    const answer = await raw(`${world.sandbox.url}/sandbox/companies`, options);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('"companyID"') as string },
    });
  });
});

describe('Starting the sandbox', () => {
  it('on a port in use is an error', async () => {
    const { clock, sandbox } = world;
    await expect(startAcctSandbox({ clock, port: sandbox.port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('The PDF of the sandbox', () => {
  it('has a cross-reference table that points at its objects', () => {
    const file = pdfOf('e-Arsiv (1)').toString('latin1');
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe('xref');
  });

  it('is refused with a bearer, with another signature and for another file', async () => {
    const { post, call, headers } = await logIn(world.sandbox.url, company);
    const { id: contactId } = await post('contacts', contact('Ali'));
    const { id } = await post('sales_invoices', invoice(contactId, company.productId, [{ unit_price: 1 }]));
    await post('e_archives', archive(id));
    await world.pass(2_000);
    const document = (await call('GET', `sales_invoices/${id}?include=active_e_document`)).body.included![0]!;
    const link = (await call('GET', `e_archives/${document.id}/pdf`)).body.data!;
    const url = String(link.attributes['url']);
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { headers })).status).toBe(400);
    expect((await fetch(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(403);
    expect((await fetch(url.replace(/Expires=\d+/, 'Expires=9999999999999'))).status).toBe(403);
    expect((await fetch(url.replace(document.id, '6999999999'))).status).toBe(403);
  });
});

describe('With a data file, the sandbox', () => {
  const program = `
    const { startAcctSandbox } = await import(process.argv[1]);
    const clock = { now: () => ${Date.parse('2026-01-15T12:00:00Z')}, at: () => () => {} };
    const sandbox = await startAcctSandbox({ clock, dataFile: process.argv[2] });
    sandbox.addCompany({ companyId: '77' });
    process.stdout.write(JSON.stringify({ url: sandbox.url, company: sandbox.companies()[0] }));`;

  it('resumes after a kill from the state of its last answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'acct-'));
    const start = async () => {
      const module = new URL('../../../sandbox/acct/sandbox.ts', import.meta.url).href;
      const args = ['--input-type=module', '-e', program, module, join(folder, 'acct.sqlite')];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, ...(JSON.parse(line.toString()) as { url: string; company: AcctCompany }) };
    };
    const first = await start();
    const before = await logIn(first.url, first.company);
    const { id } = await before.post('contacts', contact('Ali'));
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await start();
    expect(second.company).toEqual(first.company);
    const headers = before.headers;
    const found = await raw(`${second.url}/v4/77/contacts/${id}`, { headers });
    expect(found.body.data?.attributes['name']).toBe('Ali');
    const after = await logIn(second.url, second.company);
    expect((await after.post('contacts', contact('Veli'))).id).not.toBe(id);
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    await rm(folder, { recursive: true });
  });
});
