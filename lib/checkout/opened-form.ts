import type { CoreApp } from '../runtime/app.ts';
import type { CheckoutBase } from '../billing/checkout.ts';
import type { HostedForm } from '../pay/pay.ts';

/** The initial fields of every checkout, for a form opened at `now` (epoch ms). */
export function checkoutOfForm(
  { token, expiresInSeconds }: Pick<HostedForm, 'token' | 'expiresInSeconds'>,
  of: Pick<CheckoutBase, 'tenant' | 'merchantId' | 'clientReferenceId' | 'callbackUrl'>,
  now: number,
): CheckoutBase {
  return {
    token,
    tenant: of.tenant,
    merchantId: of.merchantId,
    status: 'PENDING',
    clientReferenceId: of.clientReferenceId,
    callbackUrl: of.callbackUrl,
    startedAt: now,
    expiresAt: now + expiresInSeconds * 1000,
    polls: 0,
    outcome: null,
    errorCode: null,
    errorMessage: null,
  };
}

/** The page to redirect a browser to instead of rendering the form: the provider's, or else our own. */
export function paymentPageUrl({ settings }: CoreApp, form: HostedForm): string {
  return form.paymentPageUrl ?? `${settings.publicUrl}/checkout/page?token=${encodeURIComponent(form.token)}`;
}
