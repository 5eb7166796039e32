import { describe, expect, it } from 'vitest';
import { against, serve } from './answering.ts';
import { openCompany } from './opened.ts';

const { world } = await openCompany();

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
