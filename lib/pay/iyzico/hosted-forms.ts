import { customerBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import { browserSources } from '../browser.ts';
import {
  COUNT_MAX,
  identifier,
  optionalNumber,
  optionalText,
  text,
  Unreadable,
  type Fields,
} from './fields.ts';
import { FORM_LIFETIME_SECONDS, LONGEST_FORM } from './limits.ts';
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
    expiresInSeconds: optionalNumber(fields, 'tokenExpireTime', COUNT_MAX) ?? FORM_LIFETIME_SECONDS,
    paymentPageUrl: optionalText(fields, 'paymentPageUrl'),
  };
}

function formContent(fields: Fields): string {
  const content = text(fields, 'checkoutFormContent');
  if (content.length > LONGEST_FORM) throw new Unreadable('checkoutFormContent');
  return content;
}
