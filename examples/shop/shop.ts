import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Billing } from '../../client/src/billing.ts';
import type { Plan } from '../../client/src/generated.ts';
import { BillingRefusal } from '../../client/src/refusals.ts';
import { WebhookNotGenuine } from '../../client/src/webhooks.ts';
import { accountPage } from './account-page.ts';
import type { Events } from './events.ts';
import { cookieOf, formOf, goTo, keepCookie, rawBodyOf, show } from './exchange.ts';
import { page } from './html.ts';
import { Orders, type Session } from './orders.ts';
import { plansPage } from './plans-page.ts';
import { failureInWords, refusalInWords } from './words.ts';

const CSS = readFileSync(join(import.meta.dirname, 'shop.css'));
/** The plans of one product, so that customers may change between them. */
const SOLD = ['Basic', 'Plus', 'Pro'];

/** What is said after the form for a new card, whose outcome nobody can tell for sure. */
const CARD_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['success', 'Thank you. If you entered a new card, it will be used from now on.'],
  ['error', 'That form is closed. If you did not enter a new card in it, open another one.'],
]);

/** What the shop is made of. */
export interface Shop {
  readonly billing: Billing;
  readonly events: Events;
  /** Where customers reach the shop. */
  readonly url: string;
}

interface Visit extends Shop {
  readonly orders: Orders;
  readonly session: Session;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
}

const ROUTES: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async 'GET /'({ billing, session, response }) {
    show(response, plansPage(await plansSold(billing), takeMessage(session), session.entered));
  },

  async 'POST /subscribe'({ billing, orders, session, request, response, url }) {
    const form = await formOf(request);
    const said = (name: string) => form.get(name) ?? '';
    const { identityNumber: _, ...entered } = Object.fromEntries(form);
    session.entered = entered;
    const { paymentPageUrl, clientReferenceId } = await billing.checkout.initialize({
      pricingPlanReferenceCode: said('plan'),
      callbackUrl: `${url}/subscribed`,
      name: said('name'),
      surname: said('surname'),
      email: said('email'),
      gsmNumber: said('gsmNumber'),
      identityNumber: said('identityNumber'),
    });
    orders.begin(session, clientReferenceId);
    goTo(response, paymentPageUrl);
  },

  /**
   * What the address says is not believed, and nobody is given what another browser has begun or paid: the order must be one
   * of this session's, and the subscription the one that was bought by it.
   */
  async 'GET /subscribed'({ billing, orders, session, query, response }) {
    if (query.get('status') !== 'success') {
      session.message = failureInWords(query);
      return goTo(response, '/');
    }
    const [reference, id] = [query.get('clientReferenceId') ?? '', query.get('svcSubscriptionId') ?? ''];
    if (!orders.isBegunBy(session, reference)) {
      session.message = 'This payment was begun in another browser, and nothing is lost: write to us.';
      return goTo(response, '/');
    }
    const { data } = await billing.subscribers.get({ 'svc-id': id });
    if (data.clientReferenceId === reference) session.subscriber = id;
    session.message = 'Welcome! Your subscription has begun.';
    goTo(response, '/account');
  },

  /** A customer who comes from the form for a new card has the outcome in the address, where anybody can write it. */
  async 'GET /account'({ billing, events, session, response, query }) {
    if (session.subscriber === undefined) {
      session.message ??= 'You have no subscription yet. Choose a plan.';
      return goTo(response, '/');
    }
    const outcome = CARD_OUTCOMES.get(query.get('status') ?? '');
    if (outcome !== undefined) {
      session.message = outcome;
      return goTo(response, '/account');
    }
    const [subscriber, plans] = await Promise.all([
      billing.subscribers.get({ 'svc-id': session.subscriber }),
      plansSold(billing),
    ]);
    show(response, accountPage(subscriber, plans, events.of(subscriber.data.id), takeMessage(session)));
  },

  async 'POST /plan'({ billing, session, request, response }) {
    const plan = (await formOf(request)).get('plan') ?? '';
    const { message } = await billing.subscribers.changePlan({
      'pay-subscriber-reference-code': await referenceOf(billing, session),
      'pay-plan-reference-code': plan,
    });
    session.message = message;
    goTo(response, '/account');
  },

  async 'POST /cancel'({ billing, session, response }) {
    const { message } = await billing.subscribers.cancel({
      'pay-subscriber-reference-code': await referenceOf(billing, session),
    });
    session.message = message;
    goTo(response, '/account');
  },

  async 'POST /undo'({ billing, session, response }) {
    const { message } = await billing.subscribers.undoCancel({
      'pay-subscriber-reference-code': await referenceOf(billing, session),
    });
    session.message = message;
    goTo(response, '/account');
  },

  async 'POST /retry'({ billing, session, response }) {
    const { message } = await billing.subscribers.retryPayment({ svcId: session.subscriber ?? '' });
    session.message = message;
    goTo(response, '/account');
  },

  async 'POST /card'({ billing, session, response, url }) {
    const { paymentPageUrl } = await billing.checkout.updateCard({
      'svc-id': session.subscriber ?? '',
      callbackUrl: `${url}/account`,
    });
    goTo(response, paymentPageUrl);
  },

  /** The customer portal does all of the above, and more, on pages of the service in the shop's own name. */
  async 'POST /portal'({ billing, session, response, url }) {
    const { data } = await billing.portal.createSession({
      'svc-id': session.subscriber ?? '',
      returnUrl: `${url}/account`,
    });
    goTo(response, data.url);
  },

  /** Answers at once: what takes longer than taking note belongs behind a queue. */
  async 'POST /webhooks'({ events, request, response }) {
    events.receive(await rawBodyOf(request), request.headers);
    response.writeHead(200).end();
  },

  async 'GET /shop.css'({ response }) {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(CSS);
  },
};

/** The shop as a server, not yet listening. */
export function shopServer(shop: Shop): Server {
  const orders = new Orders();
  return createServer((request, response) => {
    const { pathname = '', searchParams = new URLSearchParams() } = addressOf(request, shop.url) ?? {};
    const { session, cookie } = orders.sessionOf(cookieOf(request));
    const route = ROUTES[`${request.method ?? ''} ${pathname}`];
    if (!route)
      return show(
        response,
        page('We do not know this page', undefined, '<p><a href="/">See our plans</a></p>'),
        404,
      );
    if (pathname !== '/webhooks') keepCookie(response, cookie);
    const visit = { ...shop, orders, session, request, response, query: searchParams };
    route(visit).catch((error: unknown) => fail(visit, error));
  });
}

/** What is asked for; undefined where it is no address, such as `//`. */
function addressOf({ url = '/' }: IncomingMessage, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** A refusal is told to the customer on the page it came from; anything else is ours to look into. */
function fail({ session, request, response }: Visit, error: unknown): void {
  if (error instanceof WebhookNotGenuine) return void response.writeHead(401).end();
  if (error instanceof BillingRefusal && request.method === 'POST') {
    session.message = refusalInWords(error);
    const isOrder = request.url === '/subscribe' || session.subscriber === undefined;
    return goTo(response, isOrder ? '/' : '/account');
  }
  console.error(error);
  show(response, page('Something went wrong', 'Please try again in a moment.', ''), 500);
}

async function plansSold(billing: Billing): Promise<Plan[]> {
  const plans: Plan[] = [];
  for await (const plan of billing.plans.each()) if (SOLD.includes(plan.name)) plans.push(plan);
  return plans.sort((a, b) => Number(a.price) - Number(b.price));
}

/** The provider's reference, so that the provider is told of a change; it is new after each change of plan. */
async function referenceOf(billing: Billing, { subscriber = '' }: Session): Promise<string> {
  return (await billing.subscribers.get({ 'svc-id': subscriber })).data.payReference;
}

function takeMessage(session: Session): string | undefined {
  const { message } = session;
  delete session.message;
  return message;
}
