import type { Example } from './example.ts';
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

export const getAccount: Example = {
  answer: {
    status: 'success',
    data: {
      tenantId: '01890a5dac95700080000000000000ff',
      name: 'Example Shop',
      mode: 'live',
      createdAt: SAMPLE.start,
      webhook: WEBHOOK,
      chat: { url: SAMPLE.chatUrl },
      payment: {
        configured: true,
        notificationUrl: 'https://billing.example/notifications/pay/01890a5dac95700080000000000000ff_…',
        notificationsSigned: true,
        lastNotificationAt: SAMPLE.start,
        health: 'healthy',
        healthSince: null,
      },
      invoicing: { configured: true },
      limits: { reads: 6000, writes: 1500, hostedCheckouts: 100, directCheckouts: 50 },
    },
  },
};

export const setWebhook: Example = {
  body: { url: SAMPLE.webhookUrl },
  answer: { status: 'success', data: { ...WEBHOOK, lastDeliveredAt: null, secret: SECRET } },
};

export const clearWebhook: Example = { answer: { status: 'success', data: null } };

export const rotateWebhookSecret: Example = {
  body: { overlapHours: 24 },
  answer: {
    status: 'success',
    data: {
      ...WEBHOOK,
      rotation: { startedAt: SAMPLE.start, endsAt: '2026-01-16T09:00:00.000Z' },
      secret: SECRET,
    },
  },
};

export const finishRotation: Example = { answer: { status: 'success', data: WEBHOOK } };

export const testWebhook: Example = {
  body: { notificationType: 'DID_RENEW' },
  answer: {
    status: 'success',
    data: { delivered: true, httpStatus: 200, tookMs: 87, answer: 'ok', error: null },
  },
};

export const setChat: Example = {
  body: { url: SAMPLE.chatUrl },
  answer: { status: 'success', data: { url: SAMPLE.chatUrl } },
};

export const clearChat: Example = { answer: { status: 'success', data: null } };

const KEY = {
  apiKey: SAMPLE.apiKey,
  label: 'reports',
  scope: 'read',
  state: 'ACTIVE',
  createdAt: SAMPLE.start,
  expiresAt: null,
  lastUsedAt: null,
};
const API_SECRET = 'svcs_WGMUXGYPtC8wlEX8-VIIHGGVclKnftEgzDE-SVgIFVM_5d418b6b';

export const listKeys: Example = {
  query: { limit: '10' },
  answer: { ...envelope('/account/keys'), data: [KEY] },
};

export const createKey: Example = {
  body: { label: 'reports', scope: 'read' },
  answer: { status: 'success', data: { ...KEY, apiSecret: API_SECRET } },
};

export const rotateKey: Example = {
  body: { apiKey: SAMPLE.apiKey, overlapHours: 24 },
  answer: { status: 'success', data: { ...KEY, apiSecret: API_SECRET } },
};

export const revokeKey: Example = {
  body: { apiKey: SAMPLE.apiKey },
  answer: { status: 'success', data: { ...KEY, state: 'REVOKED' } },
};
