import { eArchiveBody } from '../../../lib/acct/parasut/bodies.ts';
import { describe, expect, it } from 'vitest';
import { order, valueOf } from './world.ts';
import { E_ARCHIVE, invoicesBy, ISSUE_DATE } from './made.ts';
import { openCompany } from './opened.ts';

const { world } = await openCompany({ company: { taxpayers: ['1234567890'] } });
const acct = world.connect();
const madeInvoice = invoicesBy(acct);
const issueDate = ISSUE_DATE;

async function madeDocument() {
  const { invoice, sold } = await madeInvoice();
  const requested = valueOf(await acct.requestDocument({ ...E_ARCHIVE, invoiceId: invoice.id, order: sold }));
  await world.pass(2_000);
  const document = valueOf(await acct.readDocument(invoice.id));
  return { invoice, requested, document: document! };
}

describe('The document of an internet sale', () => {
  it.each([
    [undefined, 'Another Provider'],
    ['Our own till', 'Our own till'],
  ])('names who collected the money, by a setting of %j: %s', (paymentPlatform, named) => {
    const account = { ...world.account, paymentPlatform };
    const ask = { ...E_ARCHIVE, invoiceId: '4', order: order({ collectedBy: 'Another Provider' }) };
    expect(eArchiveBody(account, ask).data.attributes.internet_sale.payment_platform).toBe(named);
  });
});

describe('requestDocument, readJob and readDocument', () => {
  it('follow a document from request to official number', async () => {
    const { invoice, sold } = await madeInvoice();
    expect(valueOf(await acct.readDocument(invoice.id))).toBeUndefined();
    const requested = valueOf(
      await acct.requestDocument({ ...E_ARCHIVE, invoiceId: invoice.id, order: sold }),
    );
    if (requested.is !== 'job') throw new Error('not a job');
    expect(valueOf(await acct.readJob(requested.jobId))).toEqual({ is: 'working' });
    await world.pass(1_000);
    expect(valueOf(await acct.readJob(requested.jobId))).toEqual({ is: 'working' });
    await world.pass(1_000);
    expect(valueOf(await acct.readJob(requested.jobId))).toEqual({ is: 'done' });
    const document = valueOf(await acct.readDocument(invoice.id));
    expect(document?.state).toBe('issued');
    expect(document?.number).toMatch(/^SBX2026\d{9}$/);
  });

  it.each('waiting reporting reported sent legalized printed SENT'.split(' '))(
    'reads a document with its number as issued while it is %s',
    async (documentStatus) => {
      await world.behave({ documentStatus });
      const { document } = await madeDocument();
      expect(document.state).toBe('issued');
      expect(document).not.toHaveProperty('unknownStatus');
    },
  );

  it.each('bounced error failed rejected cancelled canceled'.split(' '))(
    'reads a document as failed that is %s, although it has a number',
    async (documentStatus) => {
      await world.behave({ documentStatus });
      expect((await madeDocument()).document.state).toBe('failed');
    },
  );

  it('reads a document with a number as issued whose state nobody has heard of, and says the word', async () => {
    await world.behave({ eArchiveStatuses: 'invented' });
    expect((await madeDocument()).document).toMatchObject({ state: 'issued', unknownStatus: 'kuyrukta' });
  });

  it('reads a document without a number as being in work', async () => {
    await world.behave({ eArchiveStatuses: 'unnumbered' });
    const { invoice, document } = await madeDocument();
    expect(document.state).toBe('inWork');
    await world.pass(10 * 60_000);
    expect(valueOf(await acct.readDocument(invoice.id))?.state).toBe('issued');
  });

  it('report why a job failed', async () => {
    await world.behave({ failJobs: ['Vergi numarası hatalı', 'Adres eksik'] });
    const { invoice, sold } = await madeInvoice();
    const requested = valueOf(
      await acct.requestDocument({ ...E_ARCHIVE, invoiceId: invoice.id, order: sold }),
    );
    await world.pass(2_000);
    const job = valueOf(await acct.readJob(requested.is === 'job' ? requested.jobId : ''));
    expect(job).toEqual({ is: 'failed', errors: ['Vergi numarası hatalı', 'Adres eksik'] });
  });

  it('no longer find a job after 15 minutes', async () => {
    const { requested } = await madeDocument();
    await world.pass(15 * 60_000);
    const answer = await acct.readJob(requested.is === 'job' ? requested.jobId : '');
    expect(answer).toMatchObject({ ok: false, is: 'notFound' });
  });

  it('refuse a second document', async () => {
    const { invoice } = await madeDocument();
    const answer = await acct.requestDocument({ ...E_ARCHIVE, invoiceId: invoice.id, order: order() });
    expect(answer).toMatchObject({ ok: false, is: 'refused' });
  });

  it.each([
    [{ code: '301' }, 'done'],
    [undefined, 'failed'],
  ])('where no VAT is charged for the reason %o, end %s', async (vatExemption, is) => {
    const untaxed = world.connect({ vatExemption });
    const { contactId, sold } = await madeInvoice({ vatRate: 0 });
    const invoice = valueOf(await untaxed.makeInvoice({ contactId, issueDate, order: sold }));
    const requested = valueOf(
      await untaxed.requestDocument({ ...E_ARCHIVE, invoiceId: invoice.id, order: sold }),
    );
    await world.pass(2_000);
    expect(valueOf(await untaxed.readJob(requested.is === 'job' ? requested.jobId : '')).is).toBe(is);
  });
});

describe('fetchPdf', () => {
  const textOf = (pdf: Uint8Array | undefined) => Buffer.from(pdf ?? []).toString('latin1');

  it.each(['empty', 'noData'])('has no file yet when the answer is %s', async (pdfNotReadyAs) => {
    await world.behave({ pdfNotReadyCalls: 2, pdfNotReadyAs });
    const { document } = await madeDocument();
    expect(valueOf(await acct.fetchPdf(document))).toBeUndefined();
    expect(valueOf(await acct.fetchPdf(document))).toBeUndefined();
    expect(valueOf(await acct.fetchPdf(document))).toBeDefined();
  });

  it('downloads the file from another host, which refuses requests that carry a token', async () => {
    const { document } = await madeDocument();
    const pdf = textOf(valueOf(await acct.fetchPdf(document)));
    expect(pdf.slice(0, 8)).toBe('%PDF-1.4');
    expect(pdf).toContain(`e-Arsiv ${document.number ?? '?'}`);
    await world.pass(3_600_000);
    expect(textOf(valueOf(await acct.fetchPdf(document)))).toBe(pdf);
  });

  it('is not found for a document that does not exist', async () => {
    expect(await acct.fetchPdf({ id: '6999999999' })).toMatchObject({ ok: false, is: 'notFound' });
  });
});
