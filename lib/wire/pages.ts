const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{width:min(34rem,100% - 2rem);padding:1.5rem 0}
h1{font-size:1.25rem;margin:0 0 1rem}`;

function document(title: string, nonce: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** What a browser reads that came with a token nobody knows: there is no address to send it on to. */
export function unknownCheckoutPage(): string {
  return document(
    'Checkout not found',
    '',
    `<h1>This checkout is not known</h1>
<p>The address is incomplete or too old. Nothing was charged by opening it. Please go back to the shop and start again.</p>`,
  );
}

/** What a browser shows that comes back by itself after some seconds, or at once by its link. `again` is the query it comes with. */
export function checkingPage(again: string, nonce: string): string {
  return document(
    'Payment',
    nonce,
    `<h1>Your payment is being checked</h1>
<p>This takes a few seconds. Please leave this page open: it goes on by itself.</p>
<p><a href="${again.replaceAll('&', '&amp;')}">Go on</a></p>`,
  );
}

/** With the page above: it loads nothing, and comes back after some seconds. */
export function checkingHeaders(again: string, seconds: number, nonce: string): Record<string, string> {
  return {
    refresh: `${seconds}; url=${again}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  };
}

/** What a browser reads whose checkout can no longer be paid. */
export function closedCheckoutPage(): string {
  return document(
    'Checkout closed',
    '',
    `<h1>This checkout is closed</h1>
<p>It has been completed or its time is over. Please go back to the shop to see how your order stands.</p>`,
  );
}

/** The hosted payment page: runs the provider's form content. The provider's scripts carry the page's nonce. */
export function paymentPage(content: string, nonce: string): string {
  const form = content.replaceAll(/<script(?=[\s>])/gi, `<script nonce="${nonce}"`);
  return document(
    'Payment',
    nonce,
    `<h1>Payment</h1>
<noscript><p>This page needs JavaScript to show the payment form.</p></noscript>
<div id="iyzipay-checkout-form" class="responsive"></div>
${form}`,
  );
}

/**
 * The policy of the payment page. Scripts: the page's own nonce and the provider. Styles may be inline because the
 * provider's form writes its own. The form is sent to us and we send the browser on, which some browsers count as the
 * form's target too, hence any https address and the caller's own.
 */
export function paymentPagePolicy(nonce: string, provider: string, callbackUrl: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${provider}`,
    `connect-src ${provider}`,
    `style-src 'unsafe-inline' ${provider}`,
    `img-src data: ${provider}`,
    `font-src data: ${provider}`,
    `frame-src ${provider}`,
    `form-action 'self' https: ${new URL(callbackUrl).origin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
