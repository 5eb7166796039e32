import type { RouteName } from '../../../lib/routes.ts';
import type { Ask } from '../../world/ask.ts';
import { LOGO } from '../../world/logo.ts';
import type { Desk } from '../../console/desk.ts';
import { directBody, type Member } from '../../world/shop.ts';
import { checkoutBody, type TestTenant } from '../../world/tenant.ts';

/** Whom a request is about. */
export interface Subject {
  readonly shop: TestTenant;
  readonly member: Member;
  readonly receiver: string;
  readonly desk: Desk;
}

const CALLER = { callbackUrl: 'https://shop.example/done' };

const of = ({ member }: Subject) => ({ query: { 'svc-id': member.svcId } });
const byPay = ({ member }: Subject) => ({ 'pay-subscriber-reference-code': member.reference });
const nothing = (): Ask => ({});
const aUuid = '01900000-0000-7000-8000-000000000009';

/** A request to each route that finds what it asks for. A route that is missing here does not compile. */
export const REQUESTS: Readonly<Record<RouteName, (subject: Subject) => Ask>> = {
  'not-found': () => ({ address: '/nowhere' }),
  health: nothing,
  openapi: nothing,
  home: nothing,
  docs: nothing,
  'docs/for-machines': nothing,
  'docs/sitemap': nothing,
  'docs/page': () => ({ path: { page: 'start-here' } }),
  'plans/list': nothing,
  'plans/sync': () => ({ body: {} }),
  'checkout/initialize': ({ shop }) => ({ body: checkoutBody(shop.plans.basic!) }),
  'checkout/initialize-direct': ({ shop }) => ({ body: directBody(shop.plans.basic!) }),
  'checkout/update-card': ({ member }) => ({ body: { ...CALLER, 'svc-id': member.svcId } }),
  'checkout/callback': ({ member }) => ({ query: { token: member.token } }),
  'checkout/page': ({ member }) => ({ query: { token: member.token } }),
  'subscribers/check': ({ member }) => ({ query: { email: member.email } }),
  'subscribers/get': of,
  'subscribers/invoices': of,
  'subscribers/list': ({ member }) => ({ query: { email: member.email } }),
  'subscribers/timeline': of,
  'subscribers/change-plan': (subject) => ({
    body: { ...byPay(subject), 'pay-plan-reference-code': subject.shop.plans.plus!.reference },
  }),
  'subscribers/preview-change': (subject) => ({
    body: { ...byPay(subject), 'pay-plan-reference-code': subject.shop.plans.plus!.reference },
  }),
  'subscribers/get-customer': of,
  'subscribers/correct-customer': (subject) => ({ body: { ...byPay(subject), name: 'Ada' } }),
  'subscribers/cancel': (subject) => ({ body: byPay(subject) }),
  'subscribers/undo-cancel': (subject) => ({ body: byPay(subject) }),
  'subscribers/retry-payment': (subject) => ({ body: byPay(subject) }),
  'subscribers/erase': () => ({ body: { email: 'nobody@example.com' } }),
  'invoices/get': () => ({ query: { 'invoice-id': aUuid } }),
  'invoices/refunds': nothing,
  'invoices/refund': () => ({ body: { 'invoice-id': aUuid } }),
  'reports/tasks': nothing,
  'reports/finish-task': () => ({ body: { id: aUuid } }),
  'reports/differences': nothing,
  'notifications/receive': ({ shop, member }) => ({
    path: { token: shop.tenant.notificationToken ?? '' },
    body: {
      iyziEventType: 'subscription.order.success',
      subscriptionReferenceCode: member.reference,
      orderReferenceCode: 'order',
    },
  }),
  'events/list': nothing,
  'events/get': () => ({ query: { 'event-id': aUuid } }),
  'events/feed': nothing,
  'events/replay': () => ({ body: { from: '2026-01-01', to: '2027-01-01', states: ['DELIVERED'] } }),
  'events/replay-progress': () => ({ query: { 'replay-id': aUuid } }),
  'account/get': nothing,
  'account/list-keys': nothing,
  'account/create-key': () => ({ body: { label: 'till', scope: 'all' } }),
  'account/rotate-key': ({ shop }) => ({ body: { apiKey: shop.headers['x-api-key'], overlapHours: 24 } }),
  'account/revoke-key': ({ shop }) => ({ body: { apiKey: shop.headers['x-api-key'] } }),
  'account/set-webhook': ({ receiver }) => ({ body: { url: `${receiver}/hook` } }),
  'account/clear-webhook': nothing,
  'account/rotate-webhook-secret': () => ({ body: { overlapHours: 24 } }),
  'account/finish-rotation': nothing,
  'account/test-webhook': () => ({ body: { notificationType: 'SUBSCRIBED' } }),
  'account/set-chat': () => ({ body: { url: 'https://chat.example/hook' } }),
  'account/clear-chat': nothing,
  'account/set-payment': ({ shop }) => ({ body: shop.credentials }),
  'account/set-invoicing': () => ({ body: { vatRate: 18 } }),
  'account/list-plans': nothing,
  'account/set-plan': ({ shop }) => ({
    body: { pricingPlanReferenceCode: shop.plans.basic!.reference, gracePeriodDays: 7 },
  }),
  'account/get-recovery': nothing,
  'account/set-recovery': () => ({ body: { retryDays: [1, 3], then: 'keep' } }),
  'account/get-brand': nothing,
  'account/set-brand': () => ({ body: { displayName: 'Shop', logo: LOGO } }),
  'brand/logo': () => ({ path: { logo: 'AAAAAAAAAAAAAAAAAAAAAA.png' } }),
  'portal/create-session': ({ member }) => ({
    body: { 'svc-id': member.svcId, returnUrl: 'https://shop.example/account' },
  }),
  'portal/show': () => ({ path: { page: 'enter' }, query: { link: 'A'.repeat(43) } }),
  'portal/act': () => ({ path: { page: 'cancel' }, raw: 'csrf=x' }),
  'account/get-portal': nothing,
  'account/set-portal': () => ({ body: { enabled: true } }),
  'console/show': ({ desk }) => ({ path: { screen: 'overview' }, cookies: desk.cookies }),
  'console/act': ({ desk, member }) => ({
    path: { screen: 'undo' },
    cookies: desk.cookies,
    headers: FORM,
    raw: new URLSearchParams({ csrf: desk.csrf, id: member.svcId }).toString(),
  }),
  'console/enter': () => ({ path: { step: 'sign-in' }, headers: FORM, raw: 'answer=x' }),
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
