import * as catalogue from './catalogue.ts';
import * as customers from './customers.ts';
import type { Answer } from './envelope.ts';
import * as forms from './forms.ts';
import * as operations from './operations.ts';
import { refundLine, refundPayment } from './refunds.ts';
import { readPaymentDetail, reportDay, reportPayment } from './reports.ts';
import { search } from './search.ts';
import { startDirect, startForCustomer } from './subscriptions.ts';
import type { MerchantRequest, World } from './world.ts';

/** The HTTP methods of the provider's API. */
export type Method = 'GET' | 'POST' | 'DELETE';

/** A method and a path whose parts in braces are handed on by name. */
export interface Route<Run> {
  readonly method: Method;
  readonly path: string;
  readonly run: Run;
}

type ApiRun = (world: World, request: MerchantRequest) => Answer;

const api = (method: Method, path: string, run: ApiRun): Route<ApiRun> => ({
  method,
  path: `/v2/subscription${path}`,
  run,
});

/** Every signed call of the provider's API. */
export const API_ROUTES: readonly Route<ApiRun>[] = [
  api('POST', '/products', catalogue.createProduct),
  api('GET', '/products', catalogue.listProducts),
  api('GET', '/products/{reference}', catalogue.readProduct),
  api('POST', '/products/{reference}', catalogue.updateProduct),
  api('DELETE', '/products/{reference}', catalogue.deleteProduct),
  api('POST', '/products/{reference}/pricing-plans', catalogue.createPlan),
  api('GET', '/products/{reference}/pricing-plans', catalogue.listPlans),
  api('GET', '/pricing-plans/{reference}', catalogue.readPlan),
  api('POST', '/pricing-plans/{reference}', catalogue.updatePlan),
  api('DELETE', '/pricing-plans/{reference}', catalogue.deletePlan),
  api('POST', '/customers', customers.createCustomer),
  api('GET', '/customers', customers.listCustomers),
  api('GET', '/customers/{reference}', customers.readOneCustomer),
  api('POST', '/customers/{reference}', customers.updateCustomer),
  api('POST', '/customers/delete/{reference}', customers.deleteCustomer),
  api('DELETE', '/customers/{reference}', customers.deleteCustomer),
  api('POST', '/checkoutform/initialize', forms.openCheckout),
  api('GET', '/checkoutform/{reference}', forms.readForm),
  api('POST', '/initialize', startDirect),
  api('POST', '/initialize/with-customer', startForCustomer),
  api('POST', '/subscriptions/{reference}/activate', operations.activate),
  api('POST', '/subscriptions/{reference}/cancel', operations.cancel),
  api('POST', '/subscriptions/{reference}/upgrade', operations.upgrade),
  api('POST', '/operation/retry', operations.retry),
  api('GET', '/subscriptions/{reference}', operations.readSubscription),
  api('GET', '/subscriptions', search),
  api('GET', '/orders/{reference}', operations.readOrder),
  api('POST', '/card-update/checkoutform/initialize', forms.openCardUpdate),
  api('POST', '/card-update/checkoutform/initialize/with-subscription', forms.openCardUpdateOfSubscription),
  { method: 'POST', path: '/payment/refund', run: refundLine },
  { method: 'POST', path: '/v2/payment/refund', run: refundPayment },
  { method: 'POST', path: '/payment/detail', run: readPaymentDetail },
  { method: 'GET', path: '/v2/reporting/payment/details', run: reportPayment },
  { method: 'GET', path: '/v2/reporting/payment/transactions', run: reportDay },
];

/** The route of a request, with the named parts of its path; a trailing slash is ignored. */
export function match<Run>(
  routes: readonly Route<Run>[],
  method: string | undefined,
  path: string,
): { run: Run; params: Record<string, string> } | undefined {
  const given = path.replace(/\/$/, '').split('/');
  for (const route of routes) {
    if (route.method !== method) continue;
    const parts = route.path.split('/');
    if (parts.length !== given.length) continue;
    const fits = parts.every((part, index) => part.startsWith('{') || part === given[index]);
    if (!fits) continue;
    const named = parts.flatMap((part, index): [string, string][] =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[index] ?? '')]] : [],
    );
    return { run: route.run, params: Object.fromEntries(named) };
  }
  return undefined;
}
