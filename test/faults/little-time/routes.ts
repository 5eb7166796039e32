import type { RouteName } from '../../../functions/routes.ts';
import { LOGO } from '../../support/world/logo.ts';
import type { Ask } from '../../support/world/ask.ts';
import type { Desk } from '../../behaviour/console/desk.ts';
import { exampleFor, type ExampleStage } from '../../promises/openapi/example-stage.ts';

/** Whom a request is about, and the tenant's session in the console. */
export interface Subject extends ExampleStage {
  readonly desk: Desk;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What the description has no example of, or one that finds nothing here. */
const OTHERS: Readonly<Partial<Record<RouteName, (subject: Subject) => Ask>>> = {
  'not-found': () => ({ address: '/nowhere' }),
  'docs/page': () => ({ path: { page: 'start-here' } }),
  'checkout/callback': ({ member }) => ({ query: { token: member.token } }),
  'checkout/page': ({ member }) => ({ query: { token: member.token } }),
  'subscribers/check': ({ member }) => ({ query: { email: member.email } }),
  'subscribers/list': ({ member }) => ({ query: { email: member.email } }),
  'notifications/receive': ({ shop, member }) => ({
    path: { token: shop.tenant.notificationToken ?? '' },
    body: {
      iyziEventType: 'subscription.order.success',
      subscriptionReferenceCode: member.reference,
      orderReferenceCode: 'order',
    },
  }),
  'account/set-invoicing': () => ({ body: { vatRate: 18 } }),
  'account/set-brand': () => ({ body: { displayName: 'Shop', logo: LOGO } }),
  'brand/logo': () => ({ path: { logo: 'AAAAAAAAAAAAAAAAAAAAAA.png' } }),
  'portal/show': () => ({ path: { page: 'enter' }, query: { link: 'A'.repeat(43) } }),
  'portal/act': () => ({ path: { page: 'cancel' }, raw: 'csrf=x' }),
  'console/show': ({ desk }) => ({ path: { screen: 'overview' }, cookies: desk.cookies }),
  'console/act': ({ desk, member }) => ({
    path: { screen: 'undo' },
    cookies: desk.cookies,
    headers: FORM,
    raw: new URLSearchParams({ csrf: desk.csrf, id: member.svcId }).toString(),
  }),
  'console/enter': () => ({ path: { step: 'sign-in' }, headers: FORM, raw: 'answer=x' }),
};

/** A request to a route: the example of its description where there is one. */
export const requestTo = (name: RouteName, subject: Subject): Ask =>
  OTHERS[name]?.(subject) ?? exampleFor(name, subject);
