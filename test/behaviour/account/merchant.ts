import { authorization } from '../../../lib/pay/iyzico/sign.ts';
import type { Merchant } from '../../../local/demo-tenant.ts';

/** A call of the merchant's own at the payment provider, as from its panel. Throws where it is refused. */
export async function callAsMerchant(
  { pay }: { readonly pay: { readonly url: string } },
  { apiKey, secretKey }: Merchant,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const full = `/v2/subscription${path}`;
  const text = body === undefined ? '' : JSON.stringify(body);
  const signed = { secretKey, randomKey: 'r', path: full, body: text };
  const answer = await fetch(pay.url + full, {
    method,
    headers: { authorization: authorization(apiKey, signed), 'content-type': 'application/json' },
    ...(text !== '' && { body: text }),
  });
  const { status, errorMessage } = (await answer.json()) as { status: string; errorMessage?: string };
  if (status !== 'success') throw new Error(`${method} ${path}: ${errorMessage ?? status}`);
}
