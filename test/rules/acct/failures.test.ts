import { type IncomingHttpHeaders, createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import { listen } from '../../support/world/loopback.ts';
import { order, start, valueOf, SharedTokens } from './world.ts';
import { against, goodTokens, serve } from './answering.ts';
import { E_ARCHIVE } from './made.ts';
import { openCompany } from './opened.ts';

const { world } = await openCompany();

const ask = { contactId: '', issueDate: '2026-01-16', order: order() };

describe('Against the sandbox, a call', () => {
  it('to a port without a listener is unreachable', async () => {
    const acct = world.connect({ baseUrl: 'http://127.0.0.1:1' });
    expect(await acct.readJob('1')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('that is not answered within the deadline times out', async () => {
    const acct = world.connect({}, 1_000);
    valueOf(await acct.findInbox('1'));
    await world.behave({ hangNext: 1 });
    expect(await acct.makeContact(order().buyer)).toEqual({ ok: false, is: 'timeout' });
  });

  it('whose answer is lost is connectionLost, although the provider carried it out', async () => {
    const acct = world.connect();
    const contactId = valueOf(await acct.makeContact(order().buyer));
    await world.behave({ loseAnswerNext: 1, path: 'sales_invoices' });
    expect(await acct.makeInvoice({ ...ask, contactId })).toEqual({ ok: false, is: 'connectionLost' });
    const found = await acct.findInvoice({ contactId, issueDate: ask.issueDate, reference: 'ord-1' });
    expect(valueOf(found)).toBeDefined();
  });

  it('answered with 500 is an invalid response', async () => {
    await world.behave({ failNext: 1, method: 'GET', path: 'trackable_jobs' });
    expect(await world.connect().readJob('1')).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 500 });
  });

  it('over the rate limit is rateLimited, with the time to wait', async () => {
    const acct = world.connect();
    await world.behave({ rateLimit: 3 });
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await acct.findInbox('1'));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(answers[3]).toEqual({ ok: false, is: 'rateLimited', retryAfterMs: 10_000 });
    await world.pass(10_000);
    expect(await acct.findInbox('1')).toMatchObject({ ok: true });
  });

  it('to a company that the login does not cover is a credentials failure', async () => {
    const { companyId } = world.sandbox.addCompany();
    expect(await world.connect({ companyId }).readJob('1')).toMatchObject({ ok: false, is: 'credentials' });
  });

  it('for a missing record is notFound, with the text of the provider', async () => {
    const message = 'Record was not found: SalesInvoice-9999999999';
    expect(await world.connect().readDocument('9999999999')).toEqual({ ok: false, is: 'notFound', message });
  });

  it('with a malformed id does not leave the path of the company', async () => {
    expect(await world.connect().readJob('../../me')).toMatchObject({ ok: false, is: 'notFound' });
  });
});

describe('Against any server, an answer', () => {
  it.each([
    ['HTML', 200, '<html></html>', { is: 'invalidResponse', httpStatus: 200 }],
    ['of another shape', 200, '{"data":"x"}', { is: 'invalidResponse', httpStatus: 200 }],
    ['without the record asked for', 200, '{}', { is: 'invalidResponse', httpStatus: 200 }],
    ['a bare 502', 502, 'Bad Gateway', { is: 'invalidResponse', httpStatus: 502 }],
    ['a bare 403', 403, '', { is: 'credentials', message: 'No reason was given.' }],
    ['an OAuth error', 403, '{"error":"x","error_description":"y"}', { is: 'credentials', message: 'y' }],
    ['two errors', 422, '{"errors":[{"title":"a"},{"detail":"b"}]}', { is: 'refused', message: 'a; b' }],
    [
      'a wait in words',
      429,
      '{"errors":[{"detail":"try again in 7 seconds"}]}',
      { is: 'rateLimited', retryAfterMs: 7_000 },
    ],
    ['a wait without words', 429, '', { is: 'rateLimited', retryAfterMs: 10_000 }],
  ])('that is %s is a failure of its own kind', async (_, status, body, expected) => {
    const acct = await against(world, (_request, response) => response.writeHead(status).end(body));
    expect(await acct.readJob('1')).toEqual({ ok: false, ...expected });
  });

  it('of more than a megabyte is not read to its end', async () => {
    let written = 0;
    const acct = await against(world, (_request, response) => {
      const more = (): void => {
        written += 65_536;
        if (!response.destroyed && written < 50_000_000) response.write('x'.repeat(65_536), more);
      };
      more();
    });
    expect(await acct.readJob('1')).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 200 });
    expect(written).toBeLessThan(20_000_000);
  });

  it('that stops half-way times out', async () => {
    const acct = await against(world, (_request, response) => response.write('{"da'), 300);
    expect(await acct.readJob('1')).toEqual({ ok: false, is: 'timeout' });
  });

  it('with the document itself instead of a job is accepted', async () => {
    const acct = await against(world, (_request, response) =>
      response.end('{"data":{"id":6,"type":"e_archives","attributes":{"status":"waiting"}}}'),
    );
    expect(valueOf(await acct.requestDocument({ ...E_ARCHIVE, invoiceId: '4', order: order() }))).toEqual({
      is: 'document',
      document: { id: '6', number: undefined, state: 'inWork' },
    });
  });

  it('with a document of a kind that we do not make is a refusal', async () => {
    const active = '"active_e_document":{"data":{"id":"6","type":"e_smms"}}';
    const acct = await against(world, (_request, response) =>
      response.end(`{"data":{"id":"4","type":"sales_invoices","relationships":{${active}}}}`),
    );
    expect(await acct.readDocument('4')).toMatchObject({ ok: false, is: 'refused' });
  });

  it('that redirects never sends the bearer token to another host', async () => {
    const met: IncomingHttpHeaders[] = [];
    const elsewhere = await serve((request, response) => {
      met.push(request.headers);
      response.end('{}');
    });
    const acct = await against(world, (_request, response) =>
      response.writeHead(302, { Location: elsewhere }).end(),
    );
    expect(await acct.fetchPdf({ id: '6' })).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 302 });
    expect(met).toEqual([]);
  });

  it('that fails for lack of a connection or of TLS is unreachable', async () => {
    const store = await goodTokens();
    const plain = await serve((_request, response) => response.end('{}'));
    for (const baseUrl of ['http://127.0.0.1:1', plain.replace('http:', 'https:')]) {
      const acct = parasut({ ...world.account, baseUrl }, store, { now: () => start });
      expect(await acct.makeInvoice(ask)).toEqual({ ok: false, is: 'unreachable' });
    }
  });
});

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

/** Real time for ten megabytes, also on a busy machine. */
const PATIENCE_MS = 60_000;

describe('Against any server, an answer', () => {
  const linkTo = (url: string) =>
    against(
      world,
      (_request, response) =>
        response.end(`{"data":{"id":"6","type":"e_document_pdfs","attributes":{"url":"${url}"}}}`),
      PATIENCE_MS,
    );

  it.each(['file:///etc/passwd', 'ftp://files.example/6', 'no address'])(
    'with a link that is not a web address is invalid: %s',
    async (url) => {
      const invalid = { ok: false, is: 'invalidResponse', httpStatus: 200 };
      expect(await (await linkTo(url)).fetchPdf({ id: '6' })).toEqual(invalid);
    },
  );

  it.each([
    ['no PDF', 200, '<html>', { is: 'invalidResponse', httpStatus: 200 }],
    ['a refusal', 403, '%PDF-1.4', { is: 'invalidResponse', httpStatus: 403 }],
    ['more than ten megabytes', 200, '%PDF-'.repeat(2_200_000), { is: 'invalidResponse', httpStatus: 200 }],
  ])('with a link to %s is invalid', async (_, status, body, invalid) => {
    const files = await serve((_request, response) => response.writeHead(status).end(body));
    expect(await (await linkTo(files)).fetchPdf({ id: '6' })).toEqual({ ok: false, ...invalid });
  });

  it('with a link to a port without a listener is unreachable', async () => {
    const acct = await linkTo('http://127.0.0.1:1/6.pdf');
    expect(await acct.fetchPdf({ id: '6' })).toEqual({ ok: false, is: 'unreachable' });
  });
});
