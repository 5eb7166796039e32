import * as z from 'zod/mini';
import type { SearchedPage } from '../billing/page.ts';
import { idFrom, type PlanRef } from '../billing/identifiers.ts';
import type { InvoiceWithPdf } from '../billing/invoice.ts';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../billing/subscription.ts';
import { recordedEmail } from './contact.ts';
import { externalId } from './external-id.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { moment } from './time.ts';
import { optional, read, reference, sought } from './read.ts';
import { getAnswer, subscriberShape, subscriberCustomerShape, invoiceShape } from './subscribers.ts';
import { named, listOf, searchOn, type Told, said } from './shape.ts';

/** The shape of a `subscribersAnswer`. */
export const subscribersAnswerShape = named(
  'SubscribersAnswer',
  z.strictObject({
    ...listOf(
      '/subscribers/list',
      named(
        'ListedSubscriber',
        z.strictObject({
          ...subscriberShape.shape,
          customer: z.nullable(subscriberCustomerShape),
          latestInvoice: z.nullable(invoiceShape),
        }),
      ),
    ),
    next: searchOn('by e-mail'),
  }),
);

/** Query of GET /subscribers/list. */
export const subscribersQuery = z.object({
  ...listMembers,
  status: said(optional(z.enum(SUBSCRIPTION_STATUSES)), 'Only subscribers of this status.'),
  email: said(optional(recordedEmail), 'Compared trimmed, in small letters.'),
  'external-id': said(optional(externalId), 'Your own id of the person.'),
  search: said(
    optional(sought()),
    'How an e-mail address, any part of a name or a phone number begins, without regard to case and Turkish letters; or a whole reference, id or number of an invoice.',
  ),
  plan: said(optional(reference()), 'Only subscribers of this plan, by its reference or our id.'),
  from: said(
    optional(moment('from')),
    'From this moment on, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and means its first instant.',
    { type: 'string' },
  ),
  to: said(
    optional(moment('to')),
    'Up to this moment, ISO 8601 with its zone; inclusive. A date is a day of your `timeZone`, and includes it to its last instant.',
    { type: 'string' },
  ),
});

/** Reads the query of GET /subscribers/list. Throws `invalid_request`, or a cursor's refusal. */
export function subscribersInput(given: unknown) {
  const { status, email, search, plan, from, to, ...paging } = read(subscribersQuery, given);
  return {
    status,
    email,
    externalId: paging['external-id'],
    search,
    plan: plan === undefined ? undefined : planIn(plan),
    from,
    to,
    page: pageIn(paging, (cursor) => idFrom('subscription', cursor)),
  };
}

/** An internal id if it has our prefix; a bare UUID could also be a provider reference. */
function planIn(given: string): PlanRef {
  const id = given.toLowerCase().startsWith('pln_') ? idFrom('plan', given) : undefined;
  return id === undefined ? { by: 'pay', reference: given } : { by: 'svc', id };
}

/** Answer of GET /subscribers/list: each subscriber as in GET /subscribers. */
export function subscribersAnswer(
  listed: readonly { readonly subscription: Subscription; readonly latest: InvoiceWithPdf | undefined }[],
  { page, hasMore, next }: Omit<SearchedPage<unknown>, 'items'> & { readonly page: AskedPage },
  now: number,
): Told<typeof subscribersAnswerShape> {
  const all = listed.map(({ subscription, latest }) => {
    const { data, customer, latestInvoice } = getAnswer(subscription, latest, now);
    return { ...data, customer, latestInvoice };
  });
  return listAnswer('/subscribers/list', page, { data: all, hasMore, next });
}
