import * as z from 'zod';
import { IN_BECAUSE, OUT_BECAUSE } from '../../lib/billing/access.ts';
import { component, open, success, SVC_IDS, time } from './shared.ts';

const because = open(z.enum([...IN_BECAUSE, ...OUT_BECAUSE])).describe(
  'The first four are in. `waiting`: bought, not paid yet; `none`: never bought.',
);
const until = time(
  'The end of access, where one is known; null while it is open-ended, and without access.',
).nullable();
const plan = z.strictObject({
  svcId: SVC_IDS.pln,
  lookup_key: z.string().nullable().describe('Your stable key of the plan.'),
});

/** What a plan includes. */
export const features = z
  .record(z.string(), z.union([z.literal(true), z.number(), z.string()]))
  .describe('What is included, by key: `true`, a limit, or a text.');

export const accessAnswer = component(
  'AccessAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      access: z.boolean().describe('Whether the person may use what was subscribed to, now.'),
      until,
      because,
      changesAt: time('When this may next change by itself.').nullable(),
      validUntil: time('How long this may be cached.'),
      plan: plan.nullable().describe('The plan that lets the person in; null without access.'),
      features: features.describe('The most generous of all subscriptions that let the person in.'),
      subscriptions: z
        .array(
          z.strictObject({
            svcId: SVC_IDS.sub,
            access: z.boolean(),
            until,
            because,
            plan,
          }),
        )
        .describe('Every subscription of the person, the one that the answer goes by first.'),
    }),
  }),
);
