import * as z from 'zod';
import { address, company } from '../../lib/wire/payer.ts';
import { component, success, SVC_IDS, url } from './shared.ts';

component('Address', address);
component('Company', company);

const form = {
  token: z.string().describe('Names this form; also the credential of its page and of the return.'),
  checkoutFormContent: z.string().describe('HTML with a script that draws the form where it is put.'),
  tokenExpireTime: z.number().int().describe('Seconds for which the form can be filled in.'),
  paymentPageUrl: url.describe('Where to send the customer instead of drawing the form.'),
};

export const initializeAnswer = component(
  'InitializeAnswer',
  z.strictObject({
    status: success,
    ...form,
    clientReferenceId: z.string().describe('UUID of this session, for your records.'),
    svcPlanId: SVC_IDS.pln.nullable(),
  }),
);

/** The provider's subscription as it is echoed. Times are epoch milliseconds. */
export const providerSubscription = component(
  'ProviderSubscription',
  z
    .strictObject({
      referenceCode: z.string(),
      parentReferenceCode: z.string().nullable(),
      pricingPlanReferenceCode: z.string(),
      customerReferenceCode: z.string(),
      subscriptionStatus: z.string().describe("The provider's own word."),
      createdDate: z.number().int(),
      startDate: z.number().int(),
      endDate: z.number().int().nullable(),
    })
    .describe('What the payment provider answered. Times are epoch milliseconds.'),
);

export const directAnswer = component(
  'InitializeDirectAnswer',
  z.strictObject({
    status: success,
    svcSubscriptionId: SVC_IDS.sub,
    svcCustomerId: SVC_IDS.cus.nullable(),
    svcPlanId: SVC_IDS.pln.nullable(),
    data: providerSubscription,
  }),
);

export const updateCardAnswer = component(
  'UpdateCardAnswer',
  z.strictObject({ status: success, ...form, svcId: SVC_IDS.sub.nullable() }),
);
