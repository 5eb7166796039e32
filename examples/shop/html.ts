import type { Plan } from '../../client/src/generated.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => ESCAPES[one] ?? one);
}

/** The frame of all pages; `content` is HTML. */
export function page(title: string, message: string | undefined, content: string): string {
  const said = message === undefined ? '' : `<p class="message" role="status">${escape(message)}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Kahve Durağı</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
</head>
<body>
<header><a class="brand" href="/">Kahve Durağı</a><nav><a href="/">Plans</a><a href="/account">My subscription</a></nav></header>
<main>
<h1>${escape(title)}</h1>
${said}
${content}
</main>
</body>
</html>
`;
}

/** A form of one button. */
export function button(action: string, label: string, kind: 'plain' | 'main' = 'plain'): string {
  return `<form method="post" action="${action}"><button class="${kind}">${escape(label)}</button></form>`;
}

/** `₺99.00 every month`. A plan may name a currency that is no code of three letters: it follows the amount as it is. */
export function priceOf({ price, currencyCode, paymentInterval, paymentIntervalCount }: Plan): string {
  const unit = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }[paymentInterval];
  const every = paymentIntervalCount === 1 ? unit : `${paymentIntervalCount} ${unit}s`;
  const isCode = /^[a-z]{3}$/i.test(currencyCode);
  const style = isCode
    ? ({ style: 'currency', currency: currencyCode, currencyDisplay: 'narrowSymbol' } as const)
    : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const amount = new Intl.NumberFormat('en', style).format(Number(price));
  return `${isCode ? amount : `${amount} ${currencyCode}`} every ${every}`;
}

/** `15 February 2026`. */
export function dayOf(at: string | number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Istanbul' }).format(
    new Date(at),
  );
}
