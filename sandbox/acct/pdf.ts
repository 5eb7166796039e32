import { createHmac, timingSafeEqual } from 'node:crypto';
import { object, word } from './http.ts';
import type { Answer, ApiRequest } from './http.ts';
import type { DocumentType } from './documents.ts';
import type { Store } from './store.ts';
import { findRow } from './visit.ts';
import type { Visit } from './visit.ts';

const linkLifeMs = 60 * 60_000;

/** A fresh link to a document's PDF, or the answer that it is not rendered yet. */
export const linkToPdf =
  (type: DocumentType) =>
  (visit: Visit, id: string): Answer => {
    const { store, rules, now } = visit;
    const document = findRow(visit, type, id);
    const pdfCalls = Number(document.aside['pdfCalls']) + 1;
    store.change(now, document, { aside: { pdfCalls } });
    if (pdfCalls <= (rules.setting('pdfNotReadyCalls') ?? 0))
      return rules.setting('pdfNotReadyAs') === 'noData' ? { status: 200, body: {} } : { status: 204 };
    const expires = now + linkLifeMs;
    const url = new URL(`/files/${document.companyId}/${id}.pdf`, visit.fileOrigin);
    url.searchParams.set('Expires', String(expires));
    url.searchParams.set('Signature', signature(visit.company.clientSecret, url.pathname, expires));
    const attributes = { url: url.href, expires_at: new Date(expires).toISOString() };
    return { status: 200, body: { data: { id, type: 'e_document_pdfs', attributes } } };
  };

/** The file host. Like an object store it accepts the link only, and refuses a request with an Authorization header. */
export function servePdf(store: Store, request: ApiRequest, now: number): Answer {
  const [, companyId = '', file = ''] = request.path;
  const id = file.replace(/\.pdf$/, '');
  const document = store.row('e_archives', companyId, id) ?? store.row('e_invoices', companyId, id);
  const company = store.companies.get(companyId);
  const expires = Number(request.url.searchParams.get('Expires'));
  if (request.headers['authorization'] !== undefined) return xml(400, 'InvalidArgument');
  if (!document || !company) return xml(403, 'AccessDenied');
  const given = Buffer.from(request.url.searchParams.get('Signature') ?? '');
  const right = Buffer.from(signature(company.clientSecret, request.url.pathname, expires));
  if (given.length !== right.length || !timingSafeEqual(given, right))
    return xml(403, 'SignatureDoesNotMatch');
  if (now >= expires) return xml(403, 'AccessDenied');
  const kind = document.type === 'e_archives' ? 'e-Arsiv' : 'e-Fatura';
  const { name, lines, note } = object(document.aside['printed']);
  const title = [kind, document.attributes['invoice_number'], name, lines, note].map(word).join(' ');
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: pdfOf(title) };
}

function signature(secret: string, path: string, expires: number): string {
  return createHmac('sha256', secret).update(`${path}\n${expires}`).digest('hex');
}

function xml(status: number, code: string): Answer {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
  return { status, headers: { 'Content-Type': 'application/xml' }, body };
}

/** A one-page PDF with one line of text, in the oldest version every reader accepts. */
export function pdfOf(title: string): Buffer {
  const stream = `BT /F1 18 Tf 72 760 Td (${title.replace(/[^ -~]|[()\\]/g, '?')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
