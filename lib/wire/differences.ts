import * as z from 'zod/mini';
import type { Paged } from '../billing/page.ts';
import { ACTIONS, DIFFERENCE_KINDS, type Difference } from '../billing/difference.ts';
import { svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { optional, read } from './read.ts';
import { iso } from './time.ts';
import { named, said, uuidOf, SVC_IDS, timeOf, listOf, type Told } from './shape.ts';

const differenceShape = named(
  'Difference',
  z.strictObject({
    id: said(z.string(), 'Also the cursor.'),
    kind: z.string(),
    subscriber: z.strictObject({
      id: z.nullable(uuidOf('the subscription')),
      svcId: z.nullable(SVC_IDS.sub),
      subscriberId: said(z.string(), "The payment provider's reference."),
    }),
    ours: z.string(),
    theirs: z.string(),
    since: timeOf('Since when.'),
    action: said(z.string(), 'What a person can do.'),
    closedAt: z.nullable(timeOf('When it was gone.')),
  }),
);

/** The shape of a `differencesAnswer`. */
export const differencesAnswerShape = named(
  'DifferencesAnswer',
  z.strictObject(listOf('/reports/differences', differenceShape)),
);

/** Query of GET /reports/differences. */
export const differencesQuery = z.object({
  ...listMembers,
  kind: said(optional(z.enum(DIFFERENCE_KINDS)), 'Only differences of this kind.'),
  state: said(optional(z.enum(['open', 'closed'])), 'Only differences in this state.'),
});

/** Reads the query of GET /reports/differences. */
export function differencesInput(given: unknown) {
  const asked = read(differencesQuery, given);
  return { kind: asked.kind, state: asked.state, page: pageIn(asked, uuidIn) };
}

/** Answer of GET /reports/differences. */
export function differencesAnswer(
  { items, hasMore }: Paged<Difference>,
  page: AskedPage,
): Told<typeof differencesAnswerShape> {
  return listAnswer('/reports/differences', page, { data: items.map(differenceView), hasMore });
}

/** A difference as tenants and operators see it, with what a person can do about it. */
function differenceView(difference: Difference) {
  const { id, kind, subscriberId, reference, ours, theirs, since, closedAt } = difference;
  return {
    id,
    kind,
    subscriber: {
      id: subscriberId,
      svcId: subscriberId === null ? null : svcIdOf('subscription', subscriberId),
      subscriberId: reference,
    },
    ours,
    theirs,
    since: iso(since),
    action: ACTIONS[kind],
    closedAt: iso(closedAt),
  };
}
