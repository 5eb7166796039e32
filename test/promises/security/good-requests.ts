import type * as z from 'zod';
import type { RouteName } from '../../../functions/routes.ts';
import { SAMPLE } from '../../../lib/wire/samples.ts';
import { jsonSchemaOf } from '../../../openapi/json-schema.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import type { Schema } from '../../support/contract/described.ts';
import { KNOWN } from './bad-input-stage.ts';

/** Names and values of a query, a form or a body. */
export type Fields = Readonly<Record<string, unknown>>;

/** A good request to a route, from which bad ones are made. */
export interface Recipe {
  readonly query?: Part;
  readonly body?: Part;
  readonly form?: Part;
  readonly path?: Part;
}

/** What is sent, and what may be sent besides or instead. */
export interface Part {
  readonly good: Fields;
  readonly more: Fields;
}

const only = (good: Fields): Part => ({ good, more: {} });

/** What the gateway leads to the route of all that no other route has. */
export const OTHER_METHODS = ['GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS'];

/** What the description does not say, because only browsers or the payment provider send it. */
const BESIDE: Readonly<Partial<Record<RouteName, Recipe>>> = {
  'not-found': { query: only({ 'svc-id': SAMPLE.subscriberSvcId }), body: only({ 'svc-id': 'x' }) },
  'docs/page': { path: only({ page: 'start' }) },
  'checkout/callback': { form: only({ token: SAMPLE.token }) },
  'notifications/receive': {
    path: only({ token: KNOWN.notificationToken }),
    body: only({
      iyziEventType: 'subscription.order.success',
      subscriptionReferenceCode: SAMPLE.reference,
      orderReferenceCode: 'order',
    }),
  },
  'brand/logo': { path: only({ logo: 'AAAAAAAAAAAAAAAAAAAAAA.png' }) },
  'portal/show': { path: only({ page: 'enter' }), query: only({ link: 'A'.repeat(43), lang: 'tr' }) },
  'portal/act': {
    path: only({ page: 'cancel' }),
    form: only({ csrf: 'x', subscription: SAMPLE.subscriberSvcId }),
  },
  'console/show': {
    path: only({ screen: 'subscribers' }),
    query: only({ search: 'ayse', status: 'ACTIVE', limit: '10' }),
  },
  'console/act': { path: only({ screen: 'cancel' }), form: only({ csrf: 'x', id: SAMPLE.subscriberSvcId }) },
  'console/enter': {
    path: only({ step: 'sign-in' }),
    form: only({ answer: '{"id":"a","response":{}}', next: 'people' }),
  },
};

/** The example of a route's description with every other field that it describes, and what is sent besides. */
export function recipeOf(name: RouteName): Recipe {
  const { query, body, example } = OPERATIONS[name] ?? {};
  return {
    ...(query && { query: partOf(query, example?.query) }),
    ...(body && { body: partOf(body, example?.body) }),
    ...BESIDE[name],
  };
}

const partOf = (schema: z.core.$ZodType, example: Fields = {}): Part => ({
  good: example,
  more: valueBy(jsonSchemaOf(schema)) as Fields,
});

/** A value of the form that is described. */
function valueBy({ enum: words, const: word, anyOf, properties, items, type, minimum }: Schema): unknown {
  if (words) return words[0];
  if (word !== undefined) return word;
  if (anyOf) return valueBy(anyOf[0]!);
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, valueBy(one)]));
  if (items) return [valueBy(items)];
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  return type === 'boolean' ? true : SAMPLE.subscriberId;
}
