import { SAMPLE } from './samples.ts';

const BRAND = {
  displayName: 'Kumru Coffee',
  logo: null,
  accentColor: '#c2562d',
  supportEmail: 'help@kumru.example',
  supportUrl: null,
  termsUrl: 'https://kumru.example/terms',
  privacyUrl: 'https://kumru.example/privacy',
  timeZone: 'Europe/Istanbul',
};

const PORTAL = { enabled: true, actions: ['card', 'plan', 'cancel', 'invoices'], plans: 'same-product' };

/** Requests and answers about the pages that customers see. */
export const examples = {
  setBrand: { body: BRAND, answer: { status: 'success', data: BRAND } },

  getBrand: {
    answer: {
      status: 'success',
      data: {
        ...Object.fromEntries(Object.keys(BRAND).map((name) => [name, null])),
        timeZone: BRAND.timeZone,
      },
    },
  },

  setPortal: { body: PORTAL, answer: { status: 'success', data: PORTAL } },

  getPortal: { answer: { status: 'success', data: PORTAL } },

  createPortalSession: {
    body: { 'svc-id': SAMPLE.subscriberSvcId, returnUrl: 'https://shop.example/account', language: 'tr' },
    answer: {
      status: 'success',
      data: {
        url: 'https://billing.example/portal/enter?link=J8mPzq3Vw1Yb0tR5cXeLkHs7uDfGnA2iWo9Kj4Q6vTe',
        expiresAt: '2026-01-15T09:10:00.000Z',
      },
    },
  },
};
