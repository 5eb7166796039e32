import { accessOf } from '../../access/person-access.ts';
import type { PersonAccess } from '../../billing/access.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { html, type Html } from '../../pages/html.ts';
import { Refusal } from '../../refusal.ts';
import { accessInput } from '../../wire/access.ts';
import { writtenFeatures } from '../../wire/written-features.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import type { Visit } from '../visit.ts';
import { minute, to, toSubscriber } from './parts.ts';

/**
 * The visit to a subscriber who is named by the tenant's own id of the person: of several subscriptions the one that decides
 * about access. Throws `subscriber_not_found` for an id of nobody.
 */
export async function withSubscriberNamed(visit: Visit): Promise<Visit> {
  const { app, tenant, query, now } = visit;
  const externalId = query['external-id'];
  if (query.id !== undefined || externalId === undefined) return visit;
  const asked = accessInput({ 'external-id': externalId });
  const { person } = await accessOf(app, tenant, asked.person, now);
  const [first] = person.subscriptions;
  if (!first) throw new Refusal('subscriber_not_found');
  return { ...visit, query: { ...query, id: svcIdOf('subscription', first.subscription.id) } };
}

/** Whether the person of a subscription may use what was subscribed to, until when and why, as a sentence. */
export function accessSaid(person: PersonAccess, one: Subscription): Html {
  const words = sayOnScreen().access;
  const because = words.because[person.because];
  const [first] = person.subscriptions;
  const other =
    first && first.subscription.id !== one.id
      ? html` <a href="${toSubscriber(first.subscription.id)}">${words.other(first.subscription.plan.name)}</a>`
      : null;
  return html`${sentenceOf(person, because)}${other}`;
}

function sentenceOf({ access, until, changesAt }: PersonAccess, because: string): string {
  const words = sayOnScreen().access;
  if (!access) return words.out(because);
  if (until !== null) return words.until(minute(until), because);
  return changesAt === null
    ? words.open(because)
    : `${words.open(because)} ${words.changes(minute(changesAt))}`;
}

/** The tenant's own id of the person, and what their plans include; with the way to all of their subscriptions. */
export function personFacts({ features, subscriptions }: PersonAccess, one: Subscription) {
  const words = sayOnScreen().access;
  const { externalId } = one.customer;
  const written = writtenFeatures(features).join('; ');
  const all =
    externalId !== undefined &&
    subscriptions.length > 1 &&
    html` <a href="${to('subscribers', { 'external-id': externalId })}">${words.all(subscriptions.length)}</a>`;
  return [
    ...(externalId === undefined
      ? []
      : [[words.externalId, html`<code class="id">${externalId}</code>${all}`] as const]),
    ...(written === '' ? [] : [[words.includes, written] as const]),
  ];
}
