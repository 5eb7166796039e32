import * as z from 'zod/mini';
import {
  type IncludedPlan,
  type PersonAccess,
  type SubscriptionAccess,
  IN_BECAUSE,
  OUT_BECAUSE,
} from '../billing/access.ts';
import { svcIdOf, type PersonRef } from '../billing/identifiers.ts';
import type { Features } from '../billing/plan.ts';
import { recordedEmail } from './contact.ts';
import { externalId } from './external-id.ts';
import { exclusive, missing, subscriberId } from './identifiers.ts';
import { noCardNumber, optional, read, reference, sought } from './read.ts';
import { iso } from './time.ts';
import { open, said, timeOf, SVC_IDS, named, success, type Told } from './shape.ts';

const becauseShape = said(
  open(z.enum([...IN_BECAUSE, ...OUT_BECAUSE])),
  'The first four are in. `waiting`: bought, not paid yet; `none`: never bought.',
);

const untilShape = z.nullable(
  timeOf('The end of access, where one is known; null while it is open-ended, and without access.'),
);

const includedPlanShape = z.strictObject({
  svcId: SVC_IDS.pln,
  lookup_key: said(z.nullable(z.string()), 'Your stable key of the plan.'),
});

/** What a plan includes. */
export const featuresShape = said(
  z.record(z.string(), z.union([z.literal(true), z.number(), z.string()])),
  'What is included, by key: `true`, a limit, or a text.',
);

/** The shape of an `accessAnswer`. */
export const accessAnswerShape = named(
  'AccessAnswer',
  z.strictObject({
    status: success,
    data: z.strictObject({
      access: said(z.boolean(), 'Whether the person may use what was subscribed to, now.'),
      until: untilShape,
      because: becauseShape,
      changesAt: z.nullable(timeOf('When this may next change by itself.')),
      validUntil: timeOf('How long this may be cached.'),
      plan: said(z.nullable(includedPlanShape), 'The plan that lets the person in; null without access.'),
      features: said(featuresShape, 'The most generous of all subscriptions that let the person in.'),
      subscriptions: said(
        z.array(
          z.strictObject({
            svcId: SVC_IDS.sub,
            access: z.boolean(),
            until: untilShape,
            because: becauseShape,
            plan: includedPlanShape,
          }),
        ),
        'Every subscription of the person, the one that the answer goes by first.',
      ),
    }),
  }),
);

/** The key of a feature. */
export const featureKey = z
  .string()
  .check(z.regex(/^[a-z0-9_]{1,40}$/, 'must be 1 to 40 of a to z, 0 to 9 and _'), noCardNumber());

/** Query of GET /access. */
export const accessQuery = z.object({
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
  'pay-subscriber-code': said(optional(reference()), "The provider's reference of the subscription."),
  email: said(optional(recordedEmail), 'Compared trimmed, in small letters.'),
  'external-id': said(optional(externalId), 'Your own id of the person.'),
  feature: said(optional(featureKey), 'The key of one feature: `features` then has this one alone.'),
});

/** Reads the query of GET /access: one identifier. Throws `missing_identifier` or `mutually_exclusive_parameters`. */
export function accessInput(given: unknown): { person: PersonRef; feature: string | undefined } {
  const { feature, ...named } = read(accessQuery, given);
  const names = (['svc-id', 'pay-subscriber-code', 'email', 'external-id'] as const).filter(
    (name) => named[name] !== undefined,
  );
  const [first, second] = names;
  if (first === undefined) throw missing('svc-id', 'pay-subscriber-code', 'email', 'external-id');
  if (second !== undefined) throw exclusive([first], [second]);
  return { person: personIn(named), feature };
}

function personIn(named: Omit<z.infer<typeof accessQuery>, 'feature'>): PersonRef {
  const { 'svc-id': id, 'pay-subscriber-code': code, email, 'external-id': external = '' } = named;
  if (id !== undefined) return { by: 'svc', id: subscriberId(id) };
  if (code !== undefined) return { by: 'pay', reference: code };
  return email === undefined ? { by: 'externalId', externalId: external } : { by: 'email', email };
}

/** Answer of GET /access; `feature` leaves that feature alone of all. */
export function accessAnswer(
  person: PersonAccess,
  planNow: (one: SubscriptionAccess['subscription']) => IncludedPlan,
  feature: string | undefined,
): Told<typeof accessAnswerShape> {
  return {
    status: 'success',
    data: {
      access: person.access,
      until: iso(person.until),
      because: person.because,
      changesAt: iso(person.changesAt),
      validUntil: iso(person.validUntil),
      plan: person.plan && planView(person.plan),
      features: narrowed(person.features, feature),
      subscriptions: person.subscriptions.map(({ subscription, access, until, because }) => ({
        svcId: svcIdOf('subscription', subscription.id),
        access,
        until: iso(until),
        because,
        plan: planView(planNow(subscription)),
      })),
    },
  };
}

const planView = ({ id, lookupKey }: IncludedPlan) => ({ svcId: svcIdOf('plan', id), lookup_key: lookupKey });

function narrowed(features: Features, key: string | undefined): Features {
  if (key === undefined) return features;
  const value = Object.hasOwn(features, key) ? features[key] : undefined;
  return value === undefined ? {} : { [key]: value };
}
