import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import { listen } from '../../support/world/loopback.ts';
import { against } from './answering.ts';
import { E_ARCHIVE } from './made.ts';
import { openCompany } from './opened.ts';
import { order, SharedTokens, start } from './world.ts';

const { world } = await openCompany();

const CARD = '5528790000000008';
const invalid = { ok: false, is: 'invalidResponse', httpStatus: 200 };

const answering = (content: unknown, status = 200) =>
  against(world, (_request, response) => response.writeHead(status).end(JSON.stringify(content)));

/** Names that no item, no message and no address of ours could hold. */
const NO_NAMES = ['', '..', 'a\u0000b', 'x\ud800y', 'a'.repeat(256), 'a'.repeat(500_000)];

describe('Of any answer', () => {
  it.each(NO_NAMES)('an id that cannot be kept makes it invalid (case %#)', async (id) => {
    const job = await answering({ data: { id, type: 'trackable_jobs' } });
    expect(await job.requestDocument({ ...E_ARCHIVE, invoiceId: '4', order: order() })).toEqual(invalid);
    const active = { active_e_document: { data: { id, type: 'e_archives' } } };
    const invoice = await answering({ data: { id: '4', type: 'sales_invoices', relationships: active } });
    expect(await invoice.readDocument('4')).toEqual(invalid);
  });

  it('a reason is one line, with whole characters and without the numbers of cards and people', async () => {
    const said = `a\r\nb \u202e${CARD} 11111111111 ${'😀'.repeat(400)}\ud800`;
    const acct = await answering({ errors: [{ title: said }] }, 422);
    const answer = await acct.readJob('1');
    const message = 'message' in answer ? answer.message : '';
    expect(message).toMatch(/^a b \[redacted\](?: \[redacted\])? 😀/u);
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message.isWellFormed()).toBe(true);
  });

  it('the errors of a job are few and short', async () => {
    const errors = Array.from({ length: 2_000 }, () => 'e'.repeat(500));
    const attributes = { status: 'error', errors };
    const acct = await answering({ data: { id: '5', type: 'trackable_jobs', attributes } });
    const job = await acct.readJob('5');
    expect(JSON.stringify(job).length).toBeLessThan(10_000);
    expect(job).toMatchObject({ ok: true, value: { is: 'failed' } });
  });

  it('a total and a number are short', async () => {
    const long = '9'.repeat(500_000);
    const attributes = { net_total: long, currency: long, status: 'sent', invoice_number: long };
    const invoice = await answering({ data: { id: '4', type: 'sales_invoices', attributes } });
    const ask = { contactId: '1', issueDate: '2026-01-16', order: order() };
    expect(JSON.stringify(await invoice.makeInvoice(ask)).length).toBeLessThan(1_000);
    const document = await answering({ data: { id: '6', type: 'e_archives', attributes } });
    const made = await document.requestDocument({ ...E_ARCHIVE, invoiceId: '4', order: order() });
    expect(JSON.stringify(made).length).toBeLessThan(1_000);
  });
});

describe('A login', () => {
  const WRONG: readonly object[] = [
    { access_token: 'a\r\nb' },
    { access_token: 'ü' },
    { access_token: 'a'.repeat(4_000) },
    { access_token: 'a', refresh_token: 'b'.repeat(4_000) },
    { access_token: 'a', expires_in: -1 },
    { access_token: 'a', expires_in: 1e300 },
  ];

  it.each(WRONG)('with a token that cannot be sent or kept is none (case %#)', async (granted) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(granted)));
    const { url, stop } = await listen(server);
    onTestFinished(stop);
    const store = new SharedTokens();
    const acct = parasut({ ...world.account, baseUrl: url }, store, { now: () => start });
    expect(await acct.readJob('1')).toEqual({ ok: false, is: 'unreachable' });
    expect(store.kept?.accessToken).toBe('');
  });
});
