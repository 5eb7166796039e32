import { customerBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import { browserSources } from './browser.ts';
import { identifier, optionalText, text, UnreadableAnswer, type Fields } from './fields.ts';
import { FORM_LIFETIME_SECONDS, LONGEST_FORM, LONGEST_LIFETIME_SECONDS } from './limits.ts';
import { dataOf, readSubscription } from './read.ts';
import type { HostedForm, Pay, PayAccount } from '../pay.ts';

/** The hosted forms in which customers give their card to the provider. */
export function hostedForms(
  { baseUrl }: PayAccount,
  call: Caller,
): Pick<Pay, 'openForm' | 'readForm' | 'openCardForm'> {
  const hostedForm = (envelope: Fields) => readHostedForm(envelope, baseUrl);
  return {
    openForm: ({ planReference, customer, callbackUrl, initialStatus, correlationId }) =>
      call.post(
        `${BASE}/checkoutform/initialize`,
        {
          conversationId: correlationId,
          callbackUrl,
          pricingPlanReferenceCode: planReference,
          subscriptionInitialStatus: initialStatus,
          customer: customerBody(customer),
        },
        hostedForm,
      ),

    readForm: (token) =>
      call.get(`${BASE}/checkoutform/${encodeURIComponent(token)}`, {}, (envelope) =>
        readSubscription(dataOf(envelope)),
      ),

    openCardForm: ({ customerReference, reference, callbackUrl }) =>
      call.post(
        `${BASE}/card-update/checkoutform/initialize`,
        { callbackUrl, customerReferenceCode: customerReference, subscriptionReferenceCode: reference },
        hostedForm,
      ),
  };
}

/** `baseUrl` is the account's address, from which the form's scripts come. */
function readHostedForm(envelope: Fields, baseUrl: string): HostedForm {
  const fields = dataOf(envelope);
  return {
    token: identifier(fields, 'token'),
    content: formContent(fields),
    sources: browserSources(baseUrl),
    expiresInSeconds: lifetimeOf(fields),
    paymentPageUrl: optionalText(fields, 'paymentPageUrl'),
  };
}

/** The provider's own number; what is no lifetime of a form must not make the form unreadable. */
function lifetimeOf(fields: Fields): number {
  const seconds = Number(optionalText(fields, 'tokenExpireTime'));
  const isLifetime = Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_LIFETIME_SECONDS;
  return isLifetime ? seconds : FORM_LIFETIME_SECONDS;
}

function formContent(fields: Fields): string {
  const content = text(fields, 'checkoutFormContent');
  if (content.length > LONGEST_FORM) throw new UnreadableAnswer('checkoutFormContent');
  return content;
}
