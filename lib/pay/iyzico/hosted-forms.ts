import { customerBody } from './bodies.ts';
import { BASE, type Caller } from './call.ts';
import type { Fields } from './fields.ts';
import { dataOf, readHostedForm, readSubscription } from './read.ts';
import type { Pay, PayAccount } from '../pay.ts';

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
