import type { Answer } from '../../support/world/world.ts';

/** What is really so at the moment of an answer, by the provider's own records. */
export interface Truth {
  /** Whether the customer has paid this form. */
  readonly paid: boolean;
  /** Whether the provider reports it as paid by now. */
  readonly reported: boolean;
  /** Whether the provider has answered all the while. */
  readonly answers: boolean;
  /** The address the shop gave. */
  readonly callbackUrl: string;
}

/** The code of a payment of which nobody knows yet. */
const UNKNOWN_OUTCOME = 'payment_outcome_unknown';

/** Whether a page is one that a customer can read on a phone, in a language, with a heading and words. */
export function pageFaults({ headers, text }: Answer): string[] {
  const found: string[] = [];
  if (headers['content-type'] !== 'text/html; charset=utf-8') found.push(`type ${headers['content-type']}`);
  if (headers['cache-control'] !== 'no-store') found.push('a page that is stored');
  if (!text.includes('<meta name="viewport" content="width=device-width')) found.push('not made for phones');
  if (!/<h1 id="title">[^<]{4,}<\/h1>\s*<p/.test(text) && !text.includes('iyzipay-checkout-form'))
    found.push('a page without words');
  return found;
}

/**
 * What is wrong with what a browser that returned was answered. Only one that we asked to come back is told what the
 * provider does not report yet as if it were not so.
 */
export function returnFaults(answer: Answer, truth: Truth, isAgain: boolean): string[] {
  const { status, headers, text } = answer;
  if (status === 202) return [...pageFaults(answer), ...waitFaults(answer, truth)];
  if (status !== 303) return [`status ${status}: ${text.slice(0, 100)}`];
  const location = new URL(headers.location ?? '');
  const says = location.searchParams;
  if (!location.href.startsWith(truth.callbackUrl)) return [`led to ${location.href}`];
  if (says.get('status') === 'success') return truth.paid ? [] : ['success that nobody paid'];
  if (says.get('errorMessage') === '' || says.get('errorCode') === '') return ['an error without words'];
  return truth.paid && (truth.reported || !isAgain) ? [`paid, but ${says.get('errorCode')}`] : [];
}

/** A page that no longer comes back leads to the shop, which is told that nothing is known. */
function waitFaults({ headers, text }: Answer, truth: Truth): string[] {
  if (headers.refresh) return [];
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  const told = links.some((href) => href.startsWith(truth.callbackUrl) && href.includes(UNKNOWN_OUTCOME));
  return [
    ...(told ? [] : ['waits for nothing']),
    ...(truth.reported && truth.answers ? ['unknown, but the provider answers'] : []),
  ];
}

/** What is wrong with the answer to a token that never was. */
export function forgedFaults(answer: Answer): string[] {
  const { status, text } = answer;
  return status === 404 ? pageFaults(answer) : [`status ${status}: ${text.slice(0, 100)}`];
}
