import { setTimeout } from 'node:timers/promises';
import { refreshIn } from '../../support/world/refreshing.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import type { Running } from './running.ts';
import type { Stack } from '../../../local/local-cloud.ts';

/** A body for POST /checkout/initialize. */
export function checkoutBody(
  { inboxUrl }: Pick<Stack, 'inboxUrl'>,
  planReference: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    pricingPlanReferenceCode: planReference,
    callbackUrl: `${inboxUrl}/`,
    name: 'Ayşe',
    surname: 'Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '+905350000000',
    identityNumber: '11111111111',
    ...more,
  };
}

/** Where a browser is sent on to from the callback; it comes again as often as it is asked to. */
export async function comesTo({ stack }: Running, back: Response): Promise<URL> {
  for (let refresh = refreshIn(back.headers.get('refresh')); refresh;) {
    await setTimeout(refresh.seconds * 1000);
    const query = new URLSearchParams(refresh.query).toString();
    back = await fetch(`${stack.baseUrl}/checkout/callback?${query}`, { redirect: 'manual' });
    refresh = refreshIn(back.headers.get('refresh'));
  }
  return new URL(back.headers.get('location') ?? 'about:blank');
}

/** Pays the hosted form of a token as the form's script would, then comes back as the browser would. */
export async function payAndReturn(running: Running, token: string): Promise<URL> {
  await running.json('POST', `${running.stack.payUrl}/v2/subscription/checkoutform/complete`, {
    token,
    paymentCard: GOOD_CARD,
  });
  const back = await fetch(`${running.stack.baseUrl}/checkout/callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }),
  });
  return comesTo(running, back);
}

/** A card of which the bank refuses every charge but the first. */
export const REFUSED_LATER = '4131111111111117';

/** A subscriber of the demo tenant, by direct checkout. Throws where that is refused. */
export async function subscriber(
  cloud: Running,
  email: string,
  { card = GOOD_CARD.cardNumber, plan = 'Basic', ...more }: Record<string, string> = {},
): Promise<string> {
  const { referenceCode } = cloud.tenant('demo').plans.find(({ name }) => name === plan)!;
  const paymentCard = { ...GOOD_CARD, cardNumber: card };
  const wanted = { email, paymentCard, ...more };
  const { callbackUrl: _, ...body } = checkoutBody(cloud.stack, referenceCode, wanted);
  const { status, body: made } = await cloud.api('POST', '/checkout/initialize-direct', body);
  if (status !== 200) throw new Error(`${email} was not subscribed: ${status} ${JSON.stringify(made)}`);
  return String(made.svcSubscriptionId);
}
