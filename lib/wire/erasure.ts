import * as z from 'zod/mini';
import { svcIdOf, type SubscriberRef } from '../billing/identifiers.ts';
import { soughtEmail } from './contact.ts';
import { exclusive, missing, subscriberMembers, subscriberRefIn } from './identifiers.ts';
import { optional, read } from './read.ts';
import { named, success, uuidOf, SVC_IDS, said, type Told } from './shape.ts';

/** The shape of an `eraseAnswer`. */
export const eraseAnswerShape = named(
  'EraseAnswer',
  z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({
      id: uuidOf('the customer'),
      svcId: SVC_IDS.cus,
      subscriptions: said(z.int(), 'How many subscriptions named them.'),
      events: said(z.int(), 'How many events named them.'),
      paymentProvider: said(
        z.enum(['deleted', 'kept', 'none']),
        "What became of the payment provider's record: `kept` unless it said so, `none` where it had none.",
      ),
    }),
  }),
);

/** Body of POST /subscribers/erase. */
export const eraseBody = z.object({
  email: said(optional(soughtEmail), 'Compared trimmed, in small letters.'),
  ...subscriberMembers,
  giveUpDocuments: said(optional(z.boolean()), 'Leaves documents that failed undone.'),
});

/** Who is to be erased: by e-mail address, or as the customer of a subscription. */
export type Erasable = { readonly by: 'email'; readonly email: string } | SubscriberRef;

/** Reads the body of POST /subscribers/erase: one way to name the customer. */
export function eraseInput(given: unknown) {
  const { email, giveUpDocuments, ...named } = read(eraseBody, given);
  return { customer: erasable(email, named), givesUpDocuments: giveUpDocuments === true };
}

function erasable(email: string | undefined, named: Parameters<typeof subscriberRefIn>[0]): Erasable {
  const isNamed = named['svc-id'] !== undefined || named['pay-subscriber-reference-code'] !== undefined;
  if (email === undefined && !isNamed) throw missing('email', 'pay-subscriber-reference-code', 'svc-id');
  if (email === undefined) return subscriberRefIn(named);
  if (isNamed) throw exclusive(['email'], ['pay-subscriber-reference-code', 'svc-id']);
  return { by: 'email', email };
}

interface Erased {
  readonly customerId: string;
  readonly subscriptions: number;
  readonly events: number;
  readonly atProvider: 'deleted' | 'kept' | 'none';
}

const SAID = {
  deleted: 'The customer was erased here and at the payment provider.',
  kept: 'The customer was erased here. The payment provider did not confirm that it has erased its own record; ask its support.',
  none: 'The customer was erased here; the payment provider knows nothing of them.',
} as const satisfies Record<Erased['atProvider'], string>;

/** Answer of POST /subscribers/erase. */
export const eraseAnswer = ({
  customerId,
  subscriptions,
  events,
  atProvider,
}: Erased): Told<typeof eraseAnswerShape> => ({
  status: 'success',
  message: SAID[atProvider],
  data: {
    id: customerId,
    svcId: svcIdOf('customer', customerId),
    subscriptions,
    events,
    paymentProvider: atProvider,
  },
});
