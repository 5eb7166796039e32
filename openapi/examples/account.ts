import type { Example } from './example.ts';
import { examples as plans } from './plans.ts';
import { envelope, SAMPLE } from './samples.ts';

const WEBHOOK = {
  url: SAMPLE.webhookUrl,
  createdAt: SAMPLE.start,
  secretCreatedAt: SAMPLE.start,
  rotation: null,
  health: 'healthy',
  lastDeliveredAt: SAMPLE.start,
  lastFailure: null,
};

const SECRET = 'whsec_0Gk2mPZ6hUqE9yJrX4sVbN7wTc3dLf8a';

const KEY = {
  apiKey: SAMPLE.apiKey,
  label: 'reports',
  rights: ['money', 'read'],
  scope: null,
  state: 'ACTIVE',
  createdAt: SAMPLE.start,
  expiresAt: null,
  lastUsedAt: null,
  createdBy: { by: 'key', who: SAMPLE.apiKey },
  endedBy: null,
};

const API_SECRET = 'svcs_WGMUXGYPtC8wlEX8-VIIHGGVclKnftEgzDE-SVgIFVM_5d418b6b';

const PAYMENT = {
  configured: true,
  notificationUrl: 'https://billing.example/notifications/pay/01890a5dac95700080000000000000ff_token',
  notificationsSigned: true,
  lastNotificationAt: SAMPLE.start,
  notificationsVerifiedAt: SAMPLE.start,
  health: 'healthy',
  healthSince: null,
};

const INVOICING = {
  configured: true,
  moneyAccounts: ['TRY'],
  defaultAddress: true,
  carrier: false,
  environment: 'live',
  trialCompany: '123456',
};

const OWN_PLAN = { ...plans.plansList.answer.data[0], active: true };

/** Requests and answers of the tenant's own account: providers, plans, webhook, chat and keys. */
export const examples = {
  getRecovery: { answer: { status: 'success', data: { retryDays: [], then: 'keep' } } },

  setRecovery: {
    body: { retryDays: [1, 3, 6, 10, 16, 24], then: 'cancel' },
    answer: { status: 'success', data: { retryDays: [1, 3, 6, 10, 16, 24], then: 'cancel' } },
  },

  setPayment: {
    body: SAMPLE.payment,
    answer: { status: 'success', data: { ...PAYMENT, lastNotificationAt: null } },
  },

  setInvoicing: {
    body: {
      ...SAMPLE.invoicing,
      moneyAccounts: { TRY: SAMPLE.moneyAccount },
      vatRate: 20,
      siteUrl: 'https://shop.example',
    },
    answer: { status: 'success', data: INVOICING },
  },

  listPlans: {
    query: { page: '1', pageSize: '10' },
    answer: { ...plans.plansList.answer, data: [OWN_PLAN] },
  },

  setPlan: {
    body: { pricingPlanReferenceCode: SAMPLE.planReference, gracePeriodDays: 7 },
    answer: { status: 'success', data: OWN_PLAN },
  },

  getAccount: {
    answer: {
      status: 'success',
      data: {
        tenantId: '01890a5dac95700080000000000000ff',
        name: 'Example Shop',
        mode: 'live',
        createdAt: SAMPLE.start,
        webhook: WEBHOOK,
        chat: { url: SAMPLE.chatUrl },
        payment: PAYMENT,
        invoicing: INVOICING,
        limits: { reads: 6000, writes: 1500, hostedCheckouts: 100, directCheckouts: 50 },
      },
    },
  },

  setWebhook: {
    body: { url: SAMPLE.webhookUrl },
    answer: { status: 'success', data: { ...WEBHOOK, lastDeliveredAt: null, secret: SECRET } },
  },

  clearWebhook: { answer: { status: 'success', data: null } },

  rotateWebhookSecret: {
    body: { overlapHours: 24 },
    answer: {
      status: 'success',
      data: {
        ...WEBHOOK,
        rotation: { startedAt: SAMPLE.start, endsAt: '2026-01-16T09:00:00.000Z' },
        secret: SECRET,
      },
    },
  },

  finishRotation: { answer: { status: 'success', data: WEBHOOK } },

  testWebhook: {
    body: { notificationType: 'DID_RENEW' },
    answer: {
      status: 'success',
      data: {
        notificationType: 'DID_RENEW',
        delivered: true,
        httpStatus: 200,
        tookMs: 87,
        answer: 'ok',
        error: null,
      },
    },
  },

  setChat: {
    body: { url: SAMPLE.chatUrl },
    answer: { status: 'success', data: { url: SAMPLE.chatUrl } },
  },

  clearChat: { answer: { status: 'success', data: null } },

  listKeys: {
    query: { limit: '10' },
    answer: { ...envelope('/account/keys'), data: [KEY] },
  },

  createKey: {
    body: { label: 'reports', rights: ['money'] },
    answer: { status: 'success', data: { ...KEY, apiSecret: API_SECRET } },
  },

  rotateKey: {
    body: { apiKey: SAMPLE.apiKey, overlapHours: 24 },
    answer: { status: 'success', data: { ...KEY, apiSecret: API_SECRET } },
  },

  revokeKey: {
    body: { apiKey: SAMPLE.apiKey },
    answer: { status: 'success', data: { ...KEY, state: 'REVOKED' } },
  },
} satisfies Readonly<Record<string, Example>>;
