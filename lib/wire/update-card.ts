import * as z from 'zod/mini';
import { browserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import { canonicalReference } from '../text/clean-text.ts';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import { exclusive, missing, mixedPair, subscriberId } from './identifiers.ts';
import { naturalKey, optional, read, reference, sought, text } from './read.ts';
import { named, success, SVC_IDS, type Told, said } from './shape.ts';
import { openedForm } from './checkout.ts';

/** The shape of an `updateCardAnswer`. */
export const updateCardAnswerShape = named(
  'UpdateCardAnswer',
  z.strictObject({ status: success, ...openedForm, svcId: z.nullable(SVC_IDS.sub) }),
);

/** Body of POST /checkout/update-card. */
export const updateCardBody = z.object({
  callbackUrl: said(
    text(URL_CHARACTERS_MAX),
    'Where the customer is finally sent, with our parameters added to its query: `https:`, at a host that the account has named, if it has named any, or at the service itself; on a developer’s machine also `http:` to that machine.',
    { format: 'uri' },
  ),
  subscriptionReferenceCode: said(
    optional(reference()),
    "The provider's reference of the subscription; together with `customerReferenceCode`.",
  ),
  customerReferenceCode: said(
    optional(reference()),
    "The provider's reference of the customer; together with `subscriptionReferenceCode`.",
  ),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
  clientReferenceId: said(
    optional(naturalKey(128)),
    'Your own id of this request. Again it gets the first outcome; with another body 422.',
  ),
});

/** Reads the body of POST /checkout/update-card: the provider's pair, or our id. */
export function updateCardInput(given: unknown, mayLeadTo: BrowserHosts) {
  const asked = read(updateCardBody, given);
  return {
    ...subscriberIn(asked),
    callbackUrl: browserAddress('callbackUrl', asked.callbackUrl, mayLeadTo),
    clientReferenceId:
      asked.clientReferenceId === undefined ? undefined : canonicalReference(asked.clientReferenceId),
  };
}

const PAIR = ['subscriptionReferenceCode', 'customerReferenceCode'] as const;

function subscriberIn(asked: z.infer<typeof updateCardBody>): {
  subscriber: SubscriberRef;
  customerReference: string | undefined;
} {
  const [reference, customerReference] = PAIR.map((name) => asked[name]);
  const id = asked['svc-id'];
  const given = PAIR.filter((name) => asked[name] !== undefined);
  if (id !== undefined && given.length > 0)
    throw given.length === 2 ? exclusive(PAIR, ['svc-id']) : mixedPair([...given, 'svc-id']);
  if (id !== undefined)
    return { subscriber: { by: 'svc', id: subscriberId(id) }, customerReference: undefined };
  if (reference !== undefined && customerReference !== undefined)
    return { subscriber: { by: 'pay', reference }, customerReference };
  if (given.length === 0) throw missing(PAIR, 'svc-id');
  throw missing(...PAIR.filter((name) => asked[name] === undefined));
}

interface OpenedCardForm {
  readonly token: string;
  readonly content: string;
  readonly expiresInSeconds: number;
  readonly paymentPageUrl: string;
  readonly subscriberId: string;
}

/** Answer of POST /checkout/update-card. */
export function updateCardAnswer(form: OpenedCardForm): Told<typeof updateCardAnswerShape> {
  return {
    status: 'success',
    token: form.token,
    checkoutFormContent: form.content,
    tokenExpireTime: form.expiresInSeconds,
    paymentPageUrl: form.paymentPageUrl,
    svcId: svcIdOf('subscription', form.subscriberId),
  };
}
