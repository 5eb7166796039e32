import { accessOf } from '../../access/person-access.ts';
import type { PersonAccess } from '../../billing/access.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { SubscriptionView } from '../../billing/current-state.ts';
import { html, type Html } from '../../pages/html.ts';
import { Refusal } from '../../refusal.ts';
import { accessInput } from '../../wire/access.ts';
import { writtenFeatures } from '../../wire/written-features.ts';
import type { Visit } from '../visit.ts';
import { minute, to, toSubscriber } from './parts.ts';
import { say } from '../../pages/say.ts';

/**
 * The visit to a subscriber who is named by the tenant's own id of the person: of several subscriptions the one that decides
 * about access. Throws `subscriber_not_found` for an id of nobody.
 */
export async function withSubscriberNamed(visit: Visit): Promise<Visit> {
  const { app, query, now } = visit;
  const externalId = query['external-id'];
  if (query.id !== undefined || externalId === undefined) return visit;
  const asked = accessInput({ 'external-id': externalId });
  const { person } = await accessOf(app, asked.person, now);
  const [first] = person.subscriptions;
  if (!first) throw new Refusal('subscriber_not_found');
  return { ...visit, query: { ...query, id: svcIdOf('subscription', first.subscription.id) } };
}

/** Whether the person of a subscription may use what was subscribed to, until when and why, as a sentence. */
export function accessSaid(person: PersonAccess, one: SubscriptionView): Html {
  const because = becauseSaid()[person.because];
  const [first] = person.subscriptions;
  const other =
    first && first.subscription.id !== one.id
      ? html` <a href="${toSubscriber(first.subscription.id)}">${say(`Through another subscription: ${first.subscription.plan.name}`, `Başka bir abonelik sayesinde: ${first.subscription.plan.name}`)}</a>`
      : null;
  return html`${sentenceOf(person, because)}${other}`;
}

function sentenceOf({ access, until, changesAt }: PersonAccess, because: string): string {
  if (!access) return say(`Has no access, because ${because}.`, `Erişimi yok, çünkü ${because}.`);
  if (until !== null)
    return say(
      `Has access until ${minute(until)}, because ${because}.`,
      `Erişimi ${minute(until)} saatine kadar açık, çünkü ${because}.`,
    );
  return changesAt === null
    ? openSaid(because)
    : `${openSaid(because)} ${say(`That may change on ${minute(changesAt)}.`, `Bu, en erken ${minute(changesAt)} saatinde değişebilir.`)}`;
}

/** The tenant's own id of the person, and what their plans include; with the way to all of their subscriptions. */
export function personFacts({ features, subscriptions }: PersonAccess, one: SubscriptionView) {
  const { externalId } = one.customer;
  const written = writtenFeatures(features).join('; ');
  const all =
    externalId !== undefined &&
    subscriptions.length > 1 &&
    html` <a href="${to('subscribers', { 'external-id': externalId })}">${say(`all ${subscriptions.length} subscriptions`, `${subscriptions.length} aboneliğin tümü`)}</a>`;
  return [
    ...(externalId === undefined
      ? []
      : [
          [
            say('Your own id', 'Kendi kimliğiniz'),
            html`<code class="id">${externalId}</code>${all}`,
          ] as const,
        ]),
    ...(written === '' ? [] : [[say('Includes', 'İçeriği'), written] as const]),
  ];
}

/** Why somebody has access or has none. */
const becauseSaid = () => ({
  paid: say('the period is paid for', 'dönemin ücreti ödendi'),
  trial: say('a free trial is under way', 'ücretsiz deneme sürüyor'),
  grace: say('the renewal failed and grace has not ended', 'yenileme ödemesi alınamadı ve ek süre bitmedi'),
  cancelled_still_paid: say(
    'it was cancelled and is paid until then',
    'iptal edildi, ücreti o tarihe kadar ödendi',
  ),
  not_paid: say(
    'the renewal failed and there is no grace left',
    'yenileme ödemesi alınamadı ve ek süre kalmadı',
  ),
  waiting: say('nothing has been paid yet', 'henüz ödeme yapılmadı'),
  ended: say('the last subscription has ended', 'son abonelik de sona erdi'),
  none: say('nothing was ever bought', 'hiçbir şey satın alınmadı'),
});

/** That somebody has access, and why. */
const openSaid = (because: string) =>
  say(`Has access, because ${because}.`, `Erişimi açık, çünkü ${because}.`);
