import type { RouteName } from '../../lib/routes.ts';
import { LOGO } from '../world/logo.ts';
import { KNOWN } from './bad-input-stage.ts';

/** Names and values of a query, a form or a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a good request to a route looks like, from which bad ones are made. */
export interface Recipe {
  readonly query?: Fields;
  readonly body?: Fields;
  readonly form?: Fields;
  readonly path?: Fields;
}

const UUID = '01900000-0000-7000-8000-000000000009';
const address = { contactName: 'Ayşe', country: 'Türkiye', city: 'Ankara', address: 'Sok. 1', zipCode: '06' };
const customer = {
  pricingPlanReferenceCode: KNOWN.planReference,
  name: 'Ayşe',
  surname: 'Yılmaz',
  email: 'ayse@example.com',
  gsmNumber: '+905350000000',
  identityNumber: '11111111111',
  subscriptionInitialStatus: 'ACTIVE',
  billingAddress: address,
  shippingAddress: address,
};
// prettier-ignore
const card = { cardHolderName: 'A', cardNumber: '5528790000000008', expireMonth: '12', expireYear: '2030', cvc: '123' };
const change = { 'svc-subscriber-id': UUID, 'svc-plan-id': KNOWN.plan };
const BRAND = {
  displayName: 'Shop',
  logo: LOGO,
  accentColor: '#c2562d',
  supportEmail: 'help@shop.example',
  supportUrl: 'https://shop.example/help',
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
};
const notification = {
  iyziEventType: 'subscription.order.success',
  subscriptionReferenceCode: 'r',
  orderReferenceCode: 'o',
};

/** What the gateway leads to the route of all that no other route has. */
export const OTHER_METHODS = ['GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS'];

/** A route that is missing here does not compile. */
export const RECIPES: Readonly<Record<RouteName, Recipe>> = {
  'plans/list': { query: { page: '1', pageSize: '10', productReference: 'product' } },
  'checkout/initialize': { body: { ...customer, callbackUrl: 'https://shop.example/done' } },
  'checkout/initialize-direct': { body: { ...customer, paymentCard: card, clientReferenceId: 'order 1' } },
  'checkout/update-card': {
    body: { 'svc-id': UUID, callbackUrl: 'https://shop.example/done', clientReferenceId: 'card 1' },
  },
  'checkout/callback': { query: { token: 'token' }, form: { token: 'token' } },
  'checkout/page': { query: { token: 'token' } },
  'subscribers/check': { query: { email: 'ayse@example.com' } },
  'subscribers/get': { query: { 'svc-id': UUID, 'pay-subscriber-code': 'reference' } },
  'subscribers/invoices': {
    query: {
      'svc-id': UUID,
      'subscriber-id': 'reference',
      limit: '10',
      starting_after: UUID,
      ending_before: UUID,
    },
  },
  'subscribers/change-plan': {
    body: { ...change, upgradePeriod: 'NOW', useTrial: false, resetRecurrenceCount: true },
  },
  'subscribers/preview-change': {
    body: { ...change, upgradePeriod: 'NOW', useTrial: false, previewId: 'prv_1' },
  },
  'subscribers/get-customer': { query: { 'svc-id': UUID } },
  'subscribers/correct-customer': {
    body: {
      'svc-id': UUID,
      name: 'Ayşe',
      surname: 'Yılmaz',
      gsmNumber: '+905350000000',
      billingAddress: address,
      company: { title: 'A', taxNumber: '1234567890', taxOffice: 'B' },
    },
  },
  'subscribers/cancel': { body: { 'svc-id': UUID } },
  'subscribers/undo-cancel': { body: { 'pay-subscriber-reference-code': 'reference' } },
  'subscribers/erase': { body: { 'svc-id': UUID, giveUpDocuments: true } },
  'invoices/get': { query: { 'invoice-id': UUID } },
  'invoices/refunds': {
    query: {
      'invoice-id': UUID,
      'svc-id': UUID,
      state: 'PENDING',
      limit: '10',
      starting_after: UUID,
      ending_before: UUID,
    },
  },
  'invoices/refund': {
    body: {
      'invoice-id': UUID,
      amount: '10.00',
      reason: 'OTHER',
      note: 'asked by phone',
      clientReferenceId: 'refund 1',
    },
  },
  'reports/tasks': { query: { state: 'open', limit: '10', starting_after: UUID, ending_before: UUID } },
  'reports/finish-task': { body: { id: UUID, note: 'done' } },
  'subscribers/retry-payment': { body: { 'pay-subscriber-reference-code': 'reference' } },
  health: {},
  openapi: {},
  home: {},
  docs: {},
  'docs/for-machines': {},
  'docs/sitemap': {},
  'docs/page': { path: { page: 'start' } },
  'not-found': { query: { 'svc-id': UUID }, body: { 'svc-id': UUID } },
  'subscribers/list': {
    query: {
      status: 'ACTIVE',
      email: 'ayse@example.com',
      plan: 'p',
      from: '2026-01-01',
      to: '2026-02-01',
      limit: '10',
    },
  },
  'subscribers/timeline': { query: { 'svc-id': UUID, limit: '10', starting_after: UUID } },
  'account/get': {},
  'reports/differences': { query: { kind: 'plan_differs', state: 'open', limit: '10', ending_before: UUID } },
  'plans/sync': { body: {} },
  'account/list-keys': { query: { limit: '10', starting_after: KNOWN.headers['x-api-key'] } },
  'account/create-key': { body: { label: 'till', scope: 'all' } },
  'account/rotate-key': { body: { apiKey: KNOWN.headers['x-api-key'], overlapHours: 24 } },
  'account/revoke-key': { body: { apiKey: KNOWN.headers['x-api-key'] } },
  'notifications/receive': { path: { token: KNOWN.notificationToken }, body: notification },
  'events/list': {
    query: {
      type: 'SUBSCRIBED',
      state: 'PENDING',
      'svc-id': UUID,
      from: '2026-01-01',
      to: '2026-02-01T00:00:00.000Z',
      limit: '10',
      starting_after: UUID,
      ending_before: UUID,
    },
  },
  'events/get': { query: { 'event-id': UUID } },
  'events/feed': { query: { after: UUID, limit: '10' } },
  'events/replay': {
    body: { eventId: UUID, from: '2026-01-01', to: '2026-02-01', states: ['EXHAUSTED'], after: UUID },
  },
  'events/replay-progress': { query: { 'replay-id': UUID } },
  'account/set-webhook': { body: { url: 'https://shop.example/hooks' } },
  'account/clear-webhook': {},
  'account/rotate-webhook-secret': { body: { overlapHours: 24 } },
  'account/finish-rotation': {},
  'account/test-webhook': { body: { notificationType: 'SUBSCRIBED' } },
  'account/set-chat': { body: { url: 'https://chat.example/hook' } },
  'account/clear-chat': {},
  'account/set-payment': { body: { apiKey: 'key', secretKey: 'secret', merchantId: '1' } },
  'account/set-invoicing': {
    body: {
      companyId: '1',
      clientId: 'client',
      clientSecret: 'secret',
      username: 'books@shop.example',
      password: 'password',
      refreshToken: 'token',
      productId: '2',
      goodsProductId: '3',
      vatRate: 20,
      vatExemption: { code: '351', reason: 'export' },
      rounding: 'line',
      moneyAccounts: { TRY: '4', USD: '5', EUR: '6' },
      defaultAddress: { country: 'Türkiye', city: 'Ankara', district: 'Çankaya', address: 'Sok. 1' },
      carrier: { title: 'Kargo', taxNumber: '1234567890' },
      siteUrl: 'https://shop.example',
      paymentPlatform: 'iyzico',
    },
  },
  'account/list-plans': { query: { page: '1', pageSize: '10', productReference: 'product' } },
  'account/set-plan': {
    body: {
      pricingPlanReferenceCode: KNOWN.planReference,
      gracePeriodDays: 7,
      lookup_key: 'basic',
      unit: 'one',
      planType: 'PHYSICAL',
      shippingPrice: '1.50',
      active: true,
    },
  },
  'account/get-recovery': {},
  'account/set-recovery': { body: { retryDays: [1, 3, 60], then: 'cancel' } },
  'account/get-brand': {},
  'account/set-brand': { body: BRAND },
  'brand/logo': { path: { logo: 'AAAAAAAAAAAAAAAAAAAAAA.png' } },
  'portal/create-session': {
    body: { 'svc-id': UUID, returnUrl: 'https://shop.example/', flow: 'plan', language: 'tr' },
  },
  'portal/show': { path: { page: 'enter' }, query: { link: 'A'.repeat(43), lang: 'tr' } },
  'portal/act': { path: { page: 'cancel' }, form: { csrf: 'x', subscription: UUID } },
  'account/get-portal': {},
  'account/set-portal': { body: { enabled: true, actions: ['card', 'cancel'], plans: ['reference'] } },
  'console/show': {
    path: { screen: 'subscribers' },
    query: { search: 'ayse', status: 'ACTIVE', limit: '10' },
  },
  'console/act': { path: { screen: 'cancel' }, form: { csrf: 'token', id: UUID } },
  'console/enter': {
    path: { step: 'sign-in' },
    form: { answer: '{"id":"a","response":{}}', next: 'people' },
  },
};
