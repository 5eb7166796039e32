import type { WithKept } from '../text/kept-text.ts';
import * as z from 'zod/mini';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import type { SubscriptionView } from '../billing/current-state.ts';
import { CANCEL_REASONS, type CancelWhy } from '../billing/subscription.ts';
import { CANCEL_COMMENT_CHARACTERS_MAX } from '../limits.ts';
import { changedSubscriberMembers, changeMessage, subscriberRefIn } from './identifiers.ts';
import { bodyOrQuery, optional, prose, read } from './read.ts';
import { iso } from './time.ts';
import { named, success, said, uuidOf, SVC_IDS, timeOf, type Told } from './shape.ts';
import { payReferenceShape, statusWordShape } from './subscription-words.ts';

/** The shape of a `cancellationAnswer`. */
export const cancellationAnswerShape = named(
  'CancellationAnswer',
  z.strictObject({
    status: success,
    message: said(z.string(), 'Says so if the change is not made at the payment provider.'),
    data: z.strictObject({
      id: uuidOf('the subscription'),
      svcId: SVC_IDS.sub,
      payReference: payReferenceShape,
      status: said(statusWordShape, 'Remains ACTIVE until the end of the period.'),
      cancelAtPeriodEnd: z.boolean(),
      cancelledAt: z.nullable(timeOf('When the cancellation was requested; null if there is none.')),
      accessUntil: z.nullable(timeOf('End of the paid period.')),
      syncedWithPay: said(
        z.boolean(),
        'Whether the change is made at the payment provider too. With `svc-id` only our records change.',
      ),
    }),
  }),
);

/** Body of POST /subscribers/undo-cancel, and query of DELETE /subscribers. */
export const subscriberBody = z.object(changedSubscriberMembers);

/** What somebody may say of why they cancel. */
export const whyMembers = {
  reason: said(optional(z.enum(CANCEL_REASONS)), 'Why they leave.'),
  comment: said(optional(prose(CANCEL_COMMENT_CHARACTERS_MAX)), 'In their own words.'),
};

/** Body of DELETE /subscribers. */
export const cancelBody = z.object({ ...changedSubscriberMembers, ...whyMembers });

/** Reads such a body. */
export const subscriberInput = (body: unknown): SubscriberRef =>
  subscriberRefIn(bodyOrQuery(subscriberBody, body, {}));

/** Reads the body or the query of DELETE /subscribers: who is cancelled, and why if somebody says so. */
export function cancelInput(body: unknown, query: unknown): SubscriberRef & { readonly why: Why } {
  const asked = bodyOrQuery(cancelBody, body, query);
  return { ...subscriberRefIn(asked), why: whyIn(asked) };
}

const why = z.object(whyMembers);

/** Why somebody cancels, as it may be kept. */
type Why = WithKept<CancelWhy, 'comment'>;

/** Reads what a form says of why somebody cancels. Throws `invalid_request` with the field. */
export const whyInput = (form: unknown): Why => whyIn(read(why, form));

/** What is said of why somebody cancels. */
export const whyIn = ({ reason, comment }: z.output<typeof why>): Why => ({
  ...(reason !== undefined && { reason }),
  ...(comment !== undefined && { comment }),
});

/** Answer of both: the state of the cancellation. `asked` is the identifier that the caller used. */
export function cancellationAnswer(
  message: string,
  subscription: SubscriptionView,
  asked: 'pay' | 'svc',
): Told<typeof cancellationAnswerShape> {
  const { cancellation } = subscription;
  const by = cancellation?.by ?? asked;
  return {
    status: 'success',
    message: changeMessage(message, by),
    data: {
      id: subscription.id,
      svcId: svcIdOf('subscription', subscription.id),
      payReference: subscription.payReference,
      status: subscription.status,
      cancelAtPeriodEnd: cancellation !== null,
      cancelledAt: iso(cancellation?.at ?? null),
      accessUntil: iso(cancellation ? cancellation.accessUntil : subscription.periodEnd),
      syncedWithPay: by === 'pay',
    },
  };
}
