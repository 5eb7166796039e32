import { REFUSAL_CODES, Refusal } from '../lib/refusal.ts';
import type { Page } from './layout.ts';
import { escape } from './markdown.ts';

/** The catalogue of every code: its HTTP status and what it says. */
export function errorsPage(): Page {
  const refusals = REFUSAL_CODES.map((code) => new Refusal(code)).sort((a, b) => a.status - b.status);
  const rows = refusals.map(
    ({ code, status, message }) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${escape(message)}</td></tr>`,
  );
  return {
    name: 'errors',
    title: 'Errors',
    group: 'Reference',
    html: `<h1>Errors</h1>
<p>Every failure has <code>status: "failure"</code>, a stable <code>errorCode</code> (the same as <code>error</code>) and an <code>errorMessage</code> for people (the same as <code>message</code>). Act on the code. <code>details</code> names the fields that are wrong, <code>providerErrorCode</code> is the payment provider's own. Quote <code>X-Request-Id</code> when you ask us.</p>
<p><strong>400, 404, 409, 422</strong>: change the request. <strong>402</strong>: another card. <strong>429, 503</strong>: again after <code>Retry-After</code>. <strong>504 <code>payment_outcome_unknown</code></strong>: do not pay again; ask with the same <code>clientReferenceId</code> or <code>Idempotency-Key</code> until the outcome is known.</p>
<div class="wide" tabindex="0"><table><thead><tr><th>HTTP</th><th>Code</th><th>What it says</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`,
    entries: refusals.map(({ code, message }) => ({ text: code, anchor: code, words: message })),
  };
}
