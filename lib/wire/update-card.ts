import * as z from 'zod/mini';
import { browserAddress, type BrowserHosts } from '../billing/browser-address.ts';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import { canonicalReference } from '../text/clean-text.ts';
import { URL_CHARACTERS_MAX } from '../limits.ts';
import { exclusive, missing, mixedPair, subscriberId } from './identifiers.ts';
import { naturalKey, optional, read, reference, sought, text } from './read.ts';
import { named, success, SVC_IDS, type Told } from './shape.ts';
import { openedForm } from './checkout.ts';

/** The shape of an `updateCardAnswer`. */
export const updateCardAnswerShape = named(
  'UpdateCardAnswer',
  z.strictObject({ status: success, ...openedForm, svcId: z.nullable(SVC_IDS.sub) }),
);

/** Body of POST /checkout/update-card. */
export const updateCardBody = z.object({
  callbackUrl: text(URL_CHARACTERS_MAX),
  subscriptionReferenceCode: optional(reference()),
  customerReferenceCode: optional(reference()),
  'svc-id': optional(sought()),
  clientReferenceId: optional(naturalKey(128)),
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
