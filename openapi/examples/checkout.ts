import type { Example } from './example.ts';
import { PERSON, SAMPLE } from './samples.ts';

const CUSTOMER = { ...PERSON, gsmNumber: '+905350000000', identityNumber: '11111111111' };

const PLAN = { pricingPlanReferenceCode: SAMPLE.planReference };

const FORM = {
  token: SAMPLE.token,
  checkoutFormContent: '<script type="text/javascript">…</script>',
  tokenExpireTime: 1800,
  paymentPageUrl: `https://billing.example/checkout/page?token=${SAMPLE.token}`,
};

/** Requests and answers of the checkouts and the pages a buyer sees. */
export const examples = {
  initialize: {
    body: { ...PLAN, callbackUrl: 'https://shop.example/subscribed', ...CUSTOMER },
    answer: {
      status: 'success',
      ...FORM,
      clientReferenceId: '01890a5d-ac97-7000-8000-00000000cafe',
      svcPlanId: SAMPLE.planSvcId,
    },
  },

  initializeDirect: {
    body: {
      ...PLAN,
      ...CUSTOMER,
      paymentCard: {
        cardHolderName: 'Ayşe Yılmaz',
        cardNumber: '5528790000000008',
        expireMonth: '12',
        expireYear: '2030',
        cvc: '123',
      },
      clientReferenceId: 'order-4711',
    },
    answer: {
      status: 'success',
      svcSubscriptionId: SAMPLE.subscriberSvcId,
      svcCustomerId: SAMPLE.customerSvcId,
      svcPlanId: SAMPLE.planSvcId,
      data: {
        referenceCode: SAMPLE.reference,
        parentReferenceCode: SAMPLE.parentReference,
        pricingPlanReferenceCode: SAMPLE.planReference,
        customerReferenceCode: SAMPLE.customerReference,
        subscriptionStatus: 'ACTIVE',
        createdDate: 1768467600000,
        startDate: 1768467600000,
        endDate: null,
      },
    },
  },

  updateCard: {
    body: {
      callbackUrl: 'https://shop.example/card',
      'svc-id': SAMPLE.subscriberSvcId,
      clientReferenceId: 'card-4711',
    },
    answer: { status: 'success', ...FORM, svcId: SAMPLE.subscriberSvcId },
  },
} satisfies Readonly<Record<string, Example>>;
