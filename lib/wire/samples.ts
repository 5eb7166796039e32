/** Ids, times and people that the examples share, so that one can be followed through all of them. */
export const SAMPLE = {
  subscriberId: '01890a5d-ac97-7000-8000-0123456789ab',
  subscriberSvcId: 'sub_01890a5dac97700080000123456789ab',
  customerId: '01890a5d-ac97-7000-8000-abcdef456789',
  customerSvcId: 'cus_01890a5dac9770008000abcdef456789',
  planId: '01890a5d-ac96-774b-bcce-b302099a8057',
  planSvcId: 'pln_01890a5dac96774bbcceb302099a8057',
  largerPlanId: '01890a5d-ac96-774b-bcce-b302099a8058',
  largerPlanSvcId: 'pln_01890a5dac96774bbcceb302099a8058',
  invoiceId: '01890a5d-ac98-7111-8222-33334444aaaa',
  invoiceSvcId: 'inv_01890a5dac987111822233334444aaaa',
  taskId: '01890a5d-ac9d-7333-8444-55556666cccc',
  refundId: '01890a5d-ac9c-7222-8333-44445555bbbb',
  refundSvcId: 'rfd_01890a5dac9c7222833344445555bbbb',
  reference: '3b9e8d7c-6f5a-4b4c-8d3e-2f1a0b9c8d7e',
  parentReference: '9c8b7a6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d',
  customerReference: '1f2e3d4c-5b6a-4798-8b9c-0d1e2f3a4b5c',
  planReference: '5d4a3c2b-1a09-4f8e-9d7c-6b5a4f3e2d1c',
  largerPlanReference: '8f7e6d5c-4b3a-4291-8e0f-d1c2b3a49586',
  productReference: 'b7e6d5c4-a3f2-4e1d-8c0b-9a8f7e6d5c4b',
  eventId: '01890a5d-ac99-7aaa-8bbb-ccccddddeeee',
  transactionId: '01890a5d-ac9a-7aaa-8bbb-ccccddddeeee',
  replayId: '01890a5d-ac9b-7aaa-8bbb-ccccddddeeee',
  token: '7e4d1c2b-8f3a-4a6d-9b5e-0c1d2e3f4a5b',
  apiKey: 'svck_live_01890a5dac95700080000000000000ff_1f2e3d4c5b6a',
  webhookUrl: 'https://shop.example/webhooks',
  chatUrl: 'https://chat.example/hooks/T0001',
  start: '2026-01-15T09:00:00.000Z',
  end: '2026-02-15T09:00:00.000Z',
  payment: {
    apiKey: 'your-api-key-at-the-payment-provider',
    secretKey: 'your-secret-key-at-the-payment-provider',
    merchantId: '3394210',
  },
  invoicing: {
    companyId: '115',
    clientId: 'your-client-id',
    clientSecret: 'your-client-secret',
    username: 'books@shop.example',
    password: 'your-password',
    productId: '1001',
  },
  moneyAccount: '2001',
} as const;

/** The customer of the examples. */
export const PERSON = { email: 'ayse@example.com', name: 'Ayşe', surname: 'Yılmaz' } as const;

/** The members of a list's envelope that say which page it is. */
export const envelope = (url: string) => ({
  status: 'success',
  object: 'list',
  url,
  has_more: false,
  limit: 10,
  starting_after: null,
  ending_before: null,
});
