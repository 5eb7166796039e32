import { createKeyBody, keysQuery, revokeKeyBody, rotateKeyBody } from '../../lib/wire/keys.ts';
import { invoicingBody } from '../../lib/wire/acct-settings.ts';
import { paymentBody } from '../../lib/wire/payment-account.ts';
import { planSettingsBody, plansQuery } from '../../lib/wire/plans.ts';
import { recoveryBody } from '../../lib/wire/recovery.ts';
import { addressBody, rotationBody, testWebhookBody } from '../../lib/wire/webhook-settings.ts';
import {
  accountAnswer,
  addressAnswer,
  invoicingAnswer,
  keyAnswer,
  keysAnswer,
  nothingAnswer,
  paymentAnswer,
  recoveryAnswer,
  webhookAnswer,
  webhookSetAnswer,
  webhookTestAnswer,
} from '../answers/account.ts';
import { ownPlanAnswer, ownPlansAnswer } from '../answers/plans.ts';
import type { Operations } from '../operation.ts';
import { examples } from '../examples/account.ts';

/** What the description says of the tenant's own account: providers, plans, webhook, chat and keys. */
export const account: Operations = {
  'account/get': {
    tag: 'Account',
    summary: 'Read the account',
    description: 'Its settings, and the health of its webhook and its payment account.',
    answer: accountAnswer,
    example: examples.getAccount,
  },

  'account/set-payment': {
    tag: 'Account',
    summary: 'Connect the payment provider',
    description:
      'The credentials are tried with one harmless call, then stored encrypted and never shown again. 409 `settings_refused` says in words what is wrong with them; nothing is changed then. Enter `notificationUrl` of the answer at the provider.',
    body: paymentBody,
    answer: paymentAnswer,
    refusals: ['settings_refused'],
    example: examples.setPayment,
  },

  'account/set-invoicing': {
    tag: 'Account',
    summary: 'Connect the invoicing provider',
    description:
      'The first time `companyId`, `clientId`, `clientSecret`, `productId`, `siteUrl` and either `username` with `password` or `refreshToken` are needed; later, what is absent stays, and null takes away what may be missing. Everything is tried before it is stored: 409 `settings_refused` says in words what is wrong; nothing is changed then. Secrets are never shown again.',
    body: invoicingBody,
    answer: invoicingAnswer,
    refusals: ['settings_refused'],
    example: examples.setInvoicing,
  },

  'account/list-plans': {
    tag: 'Account',
    summary: 'List all plans',
    description: 'Retired ones too, newest first, page by page, with what only we know of them.',
    query: plansQuery,
    answer: ownPlansAnswer,
    example: examples.listPlans,
  },

  'account/set-plan': {
    tag: 'Account',
    summary: 'Set what only we know of a plan',
    description:
      'What is absent stays; null takes away. Subscriptions keep the terms they were sold with. The plan type is that of all plans of the product.',
    body: planSettingsBody,
    oneOf: [['pricingPlanReferenceCode'], ['svc-plan-id']],
    answer: ownPlanAnswer,
    refusals: ['plan_not_found', 'mutually_exclusive_parameters', 'missing_identifier', 'settings_refused'],
    example: examples.setPlan,
  },

  'account/get-recovery': {
    tag: 'Account',
    summary: 'Read how failed renewals are recovered',
    description: 'On which days after a failure the payment is tried again, and what follows the last one.',
    answer: recoveryAnswer,
    example: examples.getRecovery,
  },

  'account/set-recovery': {
    tag: 'Account',
    summary: 'Set how failed renewals are recovered',
    description:
      'Holds for failures that are open already, from the next time that each is looked at. A retry is made a day after any other attempt at the earliest, at most seven in 30 days, and never after a code that says that the card will not work.',
    body: recoveryBody,
    answer: recoveryAnswer,
    example: examples.setRecovery,
  },

  'account/set-webhook': {
    tag: 'Account',
    summary: 'Set the webhook',
    description:
      'Where events are sent from now on. The first time the answer has the `secret`, shown once; later it says how to get a new one.',
    body: addressBody,
    answer: webhookSetAnswer,
    refusals: ['forbidden_target'],
    example: examples.setWebhook,
  },

  'account/clear-webhook': {
    tag: 'Account',
    summary: 'Remove the webhook',
    description: 'Events are no longer sent. A webhook that is set afterwards gets a new secret.',
    answer: nothingAnswer,
    example: examples.clearWebhook,
  },

  'account/rotate-webhook-secret': {
    tag: 'Account',
    summary: 'Rotate the webhook secret',
    description:
      'Makes a new secret, shown once. Until the overlap ends, `X-Svc-Signature` is made with the old one and `X-Svc-Signature-Next` with the new one: deploy the new secret, then finish; otherwise the first delivery after the overlap that your webhook answers with 2xx finishes it. Repeated before that, it replaces the new secret (its answer may have been lost).',
    body: rotationBody,
    bodyMayBeAbsent: true,
    answer: webhookAnswer,
    refusals: ['webhook_not_set'],
    example: examples.rotateWebhookSecret,
  },

  'account/finish-rotation': {
    tag: 'Account',
    summary: 'Finish a rotation',
    description: 'The new secret signs alone; the old one is dead at once.',
    answer: webhookAnswer,
    refusals: ['webhook_not_set'],
    example: examples.finishRotation,
  },

  'account/test-webhook': {
    tag: 'Account',
    summary: 'Send an example to the webhook',
    description:
      'One signed example, sent now, with `X-Svc-Test: true`. It is no event: not kept, not tried again, and gives nobody access. At most 60 a minute.',
    body: testWebhookBody,
    bodyMayBeAbsent: true,
    answer: webhookTestAnswer,
    refusals: ['webhook_not_set'],
    example: examples.testWebhook,
  },

  'account/set-chat': {
    tag: 'Account',
    summary: 'Set the chat address',
    description:
      'Where SUBSCRIBED and DID_RENEW are also posted, as `{"text": …}`. It holds for every event that comes about a minute later.',
    body: addressBody,
    answer: addressAnswer,
    refusals: ['forbidden_target'],
    example: examples.setChat,
  },

  'account/clear-chat': {
    tag: 'Account',
    summary: 'Remove the chat address',
    description: 'Chat messages are posted nowhere.',
    answer: nothingAnswer,
    example: examples.clearChat,
  },

  'account/list-keys': {
    tag: 'Account',
    summary: 'List the key pairs',
    description: 'Newest first, without their secrets. A key is its own cursor.',
    query: keysQuery,
    answer: keysAnswer,
    refusals: ['mutually_exclusive_parameters', 'invalid_cursor'],
    example: examples.listKeys,
  },

  'account/create-key': {
    tag: 'Account',
    summary: 'Make a key pair',
    description: 'The answer has the `apiSecret`, shown once. There are at most five live pairs.',
    body: createKeyBody,
    answer: keyAnswer,
    refusals: ['too_many_keys', 'mutually_exclusive_parameters'],
    example: examples.createKey,
  },

  'account/rotate-key': {
    tag: 'Account',
    summary: 'Rotate a key pair',
    description:
      'A new pair with its secret, shown once; the old one continues to work until the overlap ends.',
    body: rotateKeyBody,
    answer: keyAnswer,
    refusals: ['key_not_found', 'too_many_keys'],
    example: examples.rotateKey,
  },

  'account/revoke-key': {
    tag: 'Account',
    summary: 'Revoke a key pair',
    description:
      'It is refused everywhere within 60 seconds. The last live pair with all rights stays. The key may also stand in the query.',
    body: revokeKeyBody,
    answer: keyAnswer,
    refusals: ['key_not_found', 'last_key'],
    example: examples.revokeKey,
  },
};
