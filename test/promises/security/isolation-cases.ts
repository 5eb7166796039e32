import type { RouteName } from '../../../functions/routes.ts';
import type { Desk } from '../../behaviour/console/desk.ts';
import { directBody } from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant } from '../../support/world/tenant.ts';
import type { Ask } from '../../support/world/world.ts';

/** What one tenant has on record that another might name. */
export interface Belongings {
  readonly shop: TestTenant;
  readonly apiKey: string;
  readonly subscriber: string;
  readonly reference: string;
  /** What its subscription was called before a plan change. */
  readonly oldReference: string;
  readonly customerReference: string;
  readonly invoice: string;
  /** Something given back of the invoice, and the reference that it was asked for under. */
  readonly refund: string;
  readonly refundReference: string;
  /** What a person has to do about its document. */
  readonly task: string;
  readonly event: string;
  readonly message: string;
  readonly replay: string;
  readonly email: string;
  readonly checkoutToken: string;
  readonly cardToken: string;
  readonly directReference: string;
  readonly externalId: string;
  readonly cardReference: string;
  readonly directEmail: string;
  /** The session of an owner in the console, and that owner's id. */
  readonly desk: Desk;
  readonly idempotencyKeys: Readonly<Record<string, string>>;
}

/** One identifier field of a route: `ask` puts a value into it, everything else is the caller's own. */
export interface Case {
  readonly field: string;
  readonly values: readonly string[];
  readonly ask: (value: string) => Ask;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** An id in every form that is read, and in some that are not. */
function formsOf(kind: string, id: string): string[] {
  const hex = id.replaceAll('-', '');
  const others = ['sub_', 'pln_', 'cus_', 'inv_'].filter((prefix) => prefix !== kind);
  return [kind + hex, hex, id, id.toUpperCase(), ` ${kind}${hex} `, ...others.map((prefix) => prefix + hex)];
}

/**
 * Every identifier field of every route. A route that is missing here does not compile; an empty list fails.
 * `theirs` is the other tenant's, `own` the caller's.
 */
export function casesOf(theirs: Belongings, own: Belongings): Readonly<Record<RouteName, readonly Case[]>> {
  const subscribers = formsOf('sub_', theirs.subscriber);
  const plans = formsOf('pln_', theirs.shop.plans.basic!.id);
  const invoices = formsOf('inv_', theirs.invoice);
  const references = [theirs.reference, theirs.oldReference];
  const planReferences = [theirs.shop.plans.basic!.reference, theirs.shop.plans.plus!.reference];
  const url = { callbackUrl: 'https://shop.example/done' };

  const field = (name: string, values: readonly string[], ask: (value: string) => Ask): Case => ({
    field: name,
    values,
    ask,
  });
  const inQuery = (name: string, values: readonly string[], more: Record<string, string> = {}) =>
    field(name, values, (value) => ({ query: { ...more, [name]: value } }));
  const inBody = (name: string, values: readonly string[], more: Record<string, unknown> = {}) =>
    field(name, values, (value) => ({ body: { ...more, [name]: value } }));
  const keyed = (route: RouteName, body: Record<string, unknown>) =>
    field('idempotency-key', [theirs.idempotencyKeys[route]!], (value) => ({
      body,
      headers: { 'idempotency-key': value },
    }));
  const token = (values: readonly string[]) => inQuery('token', values);
  const { cookies, csrf } = own.desk;
  const shown = (
    screen: string,
    name: string,
    values: readonly string[],
    more: Record<string, string> = {},
  ) =>
    field(`${screen} ${name}`, values, (value) => ({
      path: { screen },
      cookies,
      query: { ...more, [name]: value },
    }));
  const sent = (act: string, name: string, values: readonly string[], more: Record<string, string> = {}) =>
    field(`${act} ${name}`, values, (value) => ({
      path: { screen: act },
      cookies,
      headers: FORM,
      raw: new URLSearchParams({ csrf, ...more, [name]: value }).toString(),
    }));

  const plan = own.shop.plans.basic!;
  const { pricingPlanReferenceCode: _plan, ...hosted } = checkoutBody(plan);
  const { pricingPlanReferenceCode: _same, ...direct } = directBody(plan);
  const spellings = (email: string) => [email, email.toUpperCase(), ` ${email} `];
  const emails = spellings(theirs.directEmail);
  const ofCancel = (route: RouteName) => [
    inBody('pay-subscriber-reference-code', references),
    inBody('svc-id', subscribers),
    keyed(route, { 'svc-id': own.subscriber.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
  ];

  return {
    'plans/list': [inQuery('productReference', [theirs.shop.plans.basic!.productReference!])],
    'checkout/initialize': [
      inBody('pricingPlanReferenceCode', planReferences, hosted),
      inBody('svc-plan-id', plans, hosted),
      inBody('email', emails, checkoutBody(plan)),
      keyed('checkout/initialize', checkoutBody(plan)),
    ],
    'checkout/initialize-direct': [
      inBody('pricingPlanReferenceCode', planReferences, direct),
      inBody('svc-plan-id', plans, direct),
      inBody('email', emails, directBody(plan)),
      inBody('clientReferenceId', [theirs.directReference], directBody(plan)),
      keyed('checkout/initialize-direct', directBody(plan)),
    ],
    'checkout/update-card': [
      inBody('svc-id', subscribers, url),
      inBody('subscriptionReferenceCode', references, {
        ...url,
        customerReferenceCode: theirs.customerReference,
      }),
      inBody('customerReferenceCode', [theirs.customerReference], {
        ...url,
        subscriptionReferenceCode: own.reference,
      }),
      inBody('clientReferenceId', [theirs.cardReference], { ...url, 'svc-id': own.subscriber }),
      keyed('checkout/update-card', { ...url, 'svc-id': own.subscriber }),
    ],
    'checkout/callback': [
      token([theirs.checkoutToken, theirs.cardToken]),
      field('token (form)', [theirs.checkoutToken, theirs.cardToken], (value) => ({
        method: 'POST',
        raw: `token=${value}`,
      })),
    ],
    'checkout/page': [token([theirs.checkoutToken, theirs.cardToken])],
    access: [
      inQuery('svc-id', subscribers),
      inQuery('pay-subscriber-code', references),
      inQuery('email', spellings(theirs.email)),
      inQuery('external-id', [theirs.externalId]),
    ],
    'subscribers/check': [
      inQuery('email', spellings(theirs.email)),
      inQuery('external-id', [theirs.externalId]),
    ],
    'subscribers/get': [
      inQuery('svc-id', subscribers),
      inQuery('pay-subscriber-code', references),
      inQuery('pay-subscriber-code', references, { 'svc-id': own.subscriber }),
      inQuery('svc-id', subscribers, { 'pay-subscriber-code': own.reference }),
    ],
    'subscribers/invoices': [
      inQuery('svc-id', subscribers),
      inQuery('subscriber-id', references),
      inQuery('subscriber-id', references, { 'svc-id': own.subscriber }),
      inQuery('svc-id', subscribers, { starting_after: theirs.invoice }),
      inQuery('starting_after', invoices, { 'svc-id': own.subscriber }),
      inQuery('ending_before', invoices, { 'subscriber-id': own.reference }),
    ],
    'subscribers/change-plan': [
      inBody('svc-subscriber-id', subscribers, { 'svc-plan-id': own.shop.plans.plus!.id }),
      inBody('svc-plan-id', plans, { 'svc-subscriber-id': own.subscriber }),
      inBody('pay-subscriber-reference-code', references, {
        'pay-plan-reference-code': own.shop.plans.plus!.reference,
      }),
      inBody('pay-plan-reference-code', planReferences, { 'pay-subscriber-reference-code': own.reference }),
      keyed('subscribers/change-plan', {
        'svc-subscriber-id': own.subscriber,
        'svc-plan-id': own.subscriber,
      }),
    ],
    'subscribers/preview-change': [
      inBody('svc-subscriber-id', subscribers, { 'svc-plan-id': own.shop.plans.plus!.id }),
      inBody('svc-plan-id', plans, { 'svc-subscriber-id': own.subscriber }),
      inBody('pay-subscriber-reference-code', references, {
        'pay-plan-reference-code': own.shop.plans.plus!.reference,
      }),
      inBody('pay-plan-reference-code', planReferences, { 'pay-subscriber-reference-code': own.reference }),
    ],
    'subscribers/get-customer': [
      inQuery('svc-id', subscribers),
      inQuery('pay-subscriber-reference-code', references),
    ],
    'subscribers/correct-customer': [
      inBody('svc-id', subscribers, { name: 'Ada' }),
      inBody('pay-subscriber-reference-code', references, { name: 'Ada' }),
    ],
    'subscribers/cancel': ofCancel('subscribers/cancel'),
    'subscribers/undo-cancel': ofCancel('subscribers/undo-cancel'),
    'subscribers/retry-payment': ofCancel('subscribers/retry-payment'),
    'subscribers/erase': [
      inBody('email', spellings(theirs.email)),
      inBody('svc-id', subscribers),
      inBody('pay-subscriber-reference-code', references),
    ],
    'invoices/get': [inQuery('invoice-id', invoices)],
    'invoices/refunds': [
      inQuery('invoice-id', invoices),
      inQuery('svc-id', subscribers),
      inQuery('invoice-id', invoices, { 'svc-id': own.subscriber }),
      inQuery('starting_after', [theirs.refund]),
      inQuery('ending_before', [theirs.refund]),
    ],
    'invoices/refund': [
      inBody('invoice-id', invoices, { amount: '1.00' }),
      inBody('clientReferenceId', [theirs.refundReference], { 'invoice-id': theirs.invoice }),
      keyed('invoices/refund', { 'invoice-id': theirs.invoice }),
    ],
    health: [inQuery('svc-id', subscribers)],
    openapi: [inQuery('svc-id', subscribers)],
    home: [inQuery('svc-id', subscribers)],
    docs: [inQuery('svc-id', subscribers)],
    'docs/for-machines': [inQuery('svc-id', subscribers)],
    'docs/sitemap': [inQuery('svc-id', subscribers)],
    'docs/page': [field('page', [theirs.shop.tenant.id], (value) => ({ path: { page: value } }))],
    'not-found': [inQuery('svc-id', subscribers)],
    'reports/tasks': [inQuery('starting_after', [theirs.task]), inQuery('ending_before', [theirs.task])],
    'reports/finish-task': [inBody('id', [theirs.task, theirs.task.toUpperCase()])],
    'reports/differences': [inQuery('starting_after', [theirs.invoice])],
    'subscribers/list': [
      inQuery('email', spellings(theirs.email)),
      inQuery('plan', [...planReferences, ...plans]),
      inQuery('starting_after', subscribers),
      inQuery('ending_before', subscribers, { status: 'ACTIVE' }),
    ],
    'subscribers/timeline': [
      inQuery('svc-id', subscribers),
      inQuery('subscriber-id', references),
      inQuery('subscriber-id', references, { 'svc-id': own.subscriber }),
      inQuery('starting_after', [theirs.invoice], { 'svc-id': own.subscriber }),
    ],
    'account/get': [inQuery('tenantId', [theirs.shop.tenant.id])],
    'plans/sync': [inBody('productReference', [theirs.shop.plans.basic!.productReference!])],
    'account/list-keys': [
      inQuery('starting_after', [theirs.apiKey]),
      inQuery('ending_before', [theirs.apiKey]),
    ],
    'account/create-key': [keyed('account/create-key', { scope: 'wrong' })],
    'account/rotate-key': [inBody('apiKey', [theirs.apiKey])],
    'account/revoke-key': [inBody('apiKey', [theirs.apiKey])],
    'notifications/receive': [
      field('token', [`${theirs.shop.tenant.id}_${'x'.repeat(24)}`], (value) => ({
        path: { token: value },
        raw: JSON.stringify({
          iyziEventType: 'subscription.order.success',
          subscriptionReferenceCode: theirs.reference,
        }),
      })),
    ],
    'events/list': [
      inQuery('svc-id', subscribers),
      inQuery('starting_after', [theirs.event]),
      inQuery('ending_before', [theirs.event]),
    ],
    'events/get': [inQuery('event-id', [theirs.event, theirs.event.toUpperCase()])],
    'events/feed': [inQuery('after', [theirs.event])],
    'events/replay': [inBody('eventId', [theirs.event]), inBody('after', [theirs.event])],
    'events/replay-progress': [inQuery('replay-id', [theirs.replay])],
    'account/set-webhook': [keyed('account/set-webhook', { url: 'https://10.0.0.1/' })],
    'account/clear-webhook': [keyed('account/clear-webhook', {})],
    'account/rotate-webhook-secret': [keyed('account/rotate-webhook-secret', { overlapHours: 24 })],
    'account/finish-rotation': [keyed('account/finish-rotation', {})],
    'account/test-webhook': [keyed('account/test-webhook', {})],
    'account/set-chat': [keyed('account/set-chat', { url: 'https://10.0.0.1/' })],
    'account/clear-chat': [keyed('account/clear-chat', {})],
    'account/set-payment': [keyed('account/set-payment', { apiKey: 'no' })],
    'account/set-invoicing': [keyed('account/set-invoicing', { companyId: 1 })],
    'account/list-plans': [inQuery('productReference', [theirs.shop.plans.basic!.productReference!])],
    'account/set-plan': [
      inBody('pricingPlanReferenceCode', planReferences, { gracePeriodDays: 1 }),
      inBody('svc-plan-id', [theirs.shop.plans.basic!.id], { gracePeriodDays: 1 }),
    ],
    'account/get-recovery': [inQuery('tenantId', [theirs.shop.tenant.id])],
    'account/set-recovery': [keyed('account/set-recovery', { retryDays: [1] })],
    'account/get-messages': [inQuery('tenantId', [theirs.shop.tenant.id])],
    'account/set-messages': [keyed('account/set-messages', { language: 'wrong' })],
    'account/test-message': [keyed('account/test-message', { kind: 'wrong', to: 'a@example.com' })],
    'messages/list': [
      inQuery('svc-id', subscribers),
      inQuery('starting_after', [theirs.message]),
      inQuery('ending_before', [theirs.message]),
    ],
    'account/get-brand': [inQuery('tenantId', [theirs.shop.tenant.id])],
    'account/set-brand': [keyed('account/set-brand', { displayName: 'Shop' })],
    'brand/logo': [field('logo', [`${theirs.shop.tenant.id}.png`], (value) => ({ path: { logo: value } }))],
    'portal/create-session': [
      inBody('svc-id', subscribers, { returnUrl: 'https://shop.example/' }),
      inBody('pay-subscriber-reference-code', references, { returnUrl: 'https://shop.example/' }),
    ],
    'portal/show': [field('page', [theirs.subscriber], (value) => ({ path: { page: value } }))],
    'portal/act': [field('page', [theirs.subscriber], (value) => ({ path: { page: value }, raw: 'csrf=x' }))],
    'account/get-portal': [inQuery('tenantId', [theirs.shop.tenant.id])],
    'account/set-portal': [keyed('account/set-portal', { enabled: true })],
    'console/show': [
      ...['subscriber', 'cancel', 'undo', 'change-plan', 'reconcile', 'retry', 'portal-link'].map((screen) =>
        shown(screen, 'id', subscribers),
      ),
      shown('invoice', 'id', invoices),
      shown('refund', 'id', invoices),
      shown('events', 'svc-id', subscribers),
      shown('events', 'starting_after', [theirs.event]),
      shown('event', 'id', [theirs.event]),
      shown('replay', 'id', [theirs.replay]),
      ...['subscribers', 'subscriber'].map((screen) => shown(screen, 'external-id', [theirs.externalId])),
      shown('subscribers', 'plan', planReferences),
      shown('subscribers', 'starting_after', subscribers),
      shown('plan', 'id', planReferences),
      shown('person', 'id', [theirs.desk.personId]),
      shown('difference', 'id', [theirs.event]),
    ],
    'console/act': [
      ...['cancel', 'cancel-here', 'undo', 'reconcile', 'retry'].map((act) => sent(act, 'id', subscribers)),
      sent('portal-link', 'id', subscribers, { returnUrl: 'https://shop.example/' }),
      sent('preview-change', 'id', subscribers, { plan: plan.reference, when: 'NOW' }),
      sent('preview-change', 'plan', planReferences, { id: own.subscriber, when: 'NOW' }),
      sent('change-plan', 'id', subscribers, { plan: plan.reference, when: 'NOW' }),
      sent('change-plan', 'plan', planReferences, { id: own.subscriber, when: 'NOW' }),
      sent('refund', 'id', invoices, { reason: 'OTHER' }),
      sent('replay-event', 'id', [theirs.event]),
      sent('rotate-key', 'key', [theirs.apiKey]),
      sent('revoke-key', 'key', [theirs.apiKey]),
      sent('set-grace', 'id', planReferences, { graceDays: '3' }),
      sent('set-features', 'id', planReferences, { features: 'seats = 3' }),
      ...['close-difference', 'finish-task', 'import'].map((act) => sent(act, 'id', [theirs.event])),
      sent('end-session', 'id', [theirs.desk.personId], { session: 'x'.repeat(43) }),
      ...['invite-again', 'remove-person', 'end-sessions'].map((act) =>
        sent(act, 'id', [theirs.desk.personId]),
      ),
      sent('set-roles', 'id', [theirs.desk.personId], { 'role-owner': 'on' }),
    ],
    'console/enter': [
      ...['accept-invitation', 'visit'].map((step) =>
        field(
          `token (${step})`,
          [`${theirs.shop.tenant.id}.${theirs.desk.personId}.${'x'.repeat(43)}`],
          (value) => ({
            path: { step },
            headers: FORM,
            raw: new URLSearchParams({ token: value, answer: 'x' }).toString(),
          }),
        ),
      ),
    ],
  };
}
