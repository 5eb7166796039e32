import * as z from 'zod';
import { component, list, svcId, time, uuid } from './shared.ts';

const difference = component(
  'Difference',
  z.strictObject({
    id: z.string().describe('Also the cursor.'),
    kind: z.string(),
    subscriber: z.strictObject({
      id: uuid('the subscription').nullable(),
      svcId: svcId('the subscription', 'sub').nullable(),
      subscriberId: z.string().describe("The payment provider's reference."),
    }),
    ours: z.string(),
    theirs: z.string(),
    since: time('Since when.'),
    action: z.string().describe('What a person can do.'),
    closedAt: time('When it was gone.').nullable(),
  }),
);

export const differencesAnswer = component(
  'DifferencesAnswer',
  z.strictObject(list('/reports/differences', difference)),
);
