import type { ShopEvidence } from '../evidence.ts';
import type { MailLanguage, SeenMail, Shown, ShownSubscription } from '../mailbox.ts';
import { arrivedEvents, DISABLED, ENABLED, type ArrivedEvent } from './events.ts';
import { familiesOf, type Family } from './families.ts';
import { MODELS } from './told.ts';

/** A message as it is listed in the end. */
interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly because: string | null;
  readonly createdAt: string;
  readonly subscriber: { readonly id: string; readonly svcId: string } | null;
  readonly event: { readonly eventId: string } | null;
}

/** What has not left so long after it was owed never will. */
const LATE_MS = 3 * 3_600_000;
/** Messages are kept for 90 days; about older events nothing can be said. */
const KEPT_MS = 80 * 24 * 3_600_000;
/** A message that was under way when something was done arrives within this time. */
const UNDER_WAY_MS = 1_000;

/** How many messages were judged by what was so in their moment. */
export const judgedOf = ({ mail }: ShopEvidence): Record<string, number> => {
  const kinds = new Map((mail?.listed ?? []).map(({ id, kind }) => [id, String(kind)]));
  const counts: Record<string, number> = {};
  for (const { tags, shown } of mail?.seen ?? []) {
    const kind = shown ? (kinds.get(tags.message) ?? 'no longer listed') : 'not asked about';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  for (const { state, because } of (mail?.listed ?? []) as unknown as Listed[])
    if (state === 'DROPPED') counts[`dropped ${because}`] = (counts[`dropped ${because}`] ?? 0) + 1;
  return counts;
};

/**
 * No message contradicts what was so in the moment it was handed over; none goes out twice for one cause, or twice of its kind
 * in a customer's day, or to somebody who is not on record, or after a bounce; and none that was owed is lost.
 */
export function messageViolations(shop: ShopEvidence, now: number): string[] {
  const { mail } = shop;
  if (!mail) return [];
  const listed = mail.listed as unknown as readonly Listed[];
  const byId = new Map(listed.map((one) => [one.id, one]));
  return [
    ...mail.seen.flatMap((seen) =>
      wrongOf(seen, byId.get(seen.tags.message), mail.language).map((what) => `${named(seen)} ${what}`),
    ),
    ...doubled(mail.seen, byId),
    ...unwilling(mail),
    ...listed
      .filter(({ state, createdAt }) => state === 'PENDING' && Date.parse(createdAt) < now - LATE_MS)
      .map(({ kind, createdAt }) => `${kind} of ${createdAt} never left`),
    ...missing(shop, listed, now),
  ];
}

const named = ({ subject, to, at }: SeenMail) => `“${subject}” to ${to} at ${new Date(at).toISOString()}`;

function wrongOf(seen: SeenMail, message: Listed | undefined, language: MailLanguage): readonly string[] {
  const { shown, to } = seen;
  if (!shown) return [];
  if (shown.length === 0) return [`went to an address that nobody on record has`];
  if (!message) return [];
  const one = shown.find(({ data }) => data.svcId === message.subscriber?.svcId);
  if (!one) return [`went to an address that its subscriber does not have`];
  const model = MODELS[message.kind];
  if (!model) return [`is a ${message.kind} to a customer`];
  return String(one.customer.email).toLowerCase() === to.toLowerCase()
    ? model({ one, at: seen.at, text: plain(`${seen.subject}\n${seen.text}`), ...wordsOf(language) }).map(
        (what) => `${what}: ${JSON.stringify(one)}`,
      )
    : [`went to another address than ${String(one.customer.email)}`];
}

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** How a day and a sum are written, by the runtime's own formats. */
function wordsOf(language: MailLanguage) {
  const locale = language === 'tr' ? 'tr-TR' : 'en-GB';
  const long = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Istanbul' } as const;
  const days = new Intl.DateTimeFormat(locale, long);
  const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    day: (at: unknown) => plain(days.format(Date.parse(String(at)))),
    sum: ({ amount }: Shown) => digits.format(Number(amount)),
  };
}

function doubled(seen: readonly SeenMail[], byId: ReadonlyMap<string, Listed>): string[] {
  const twice = (name: string, keyOf: (one: SeenMail, message: Listed | undefined) => string | undefined) =>
    [...Map.groupBy(seen, (one) => keyOf(one, byId.get(one.tags.message)))]
      .filter(([key, all]) => key !== undefined && all.length > 1)
      .map(([, all]) => `${all.length} times ${name}: ${all.map(named).join(', ')}`);
  return [
    ...twice('one message', ({ tags }) => tags.message),
    ...twice('the cause of one event', (_, message) =>
      message?.event ? `${message.kind} ${message.event.eventId}` : undefined,
    ),
    ...twice('one kind to a customer on a day', ({ at }, message) =>
      message
        ? `${message.kind} ${message.subscriber?.id.slice(-10)} ${new Date(at + 3 * 3_600_000).toISOString().slice(0, 10)}`
        : undefined,
    ),
  ];
}

const unwilling = ({ seen, unwilling: all }: NonNullable<ShopEvidence['mail']>): string[] =>
  all.flatMap(({ email, at }) =>
    seen
      .filter((one) => one.to.toLowerCase() === email && one.at > at + UNDER_WAY_MS)
      .map((one) => `${named(one)}, who takes none since ${new Date(at).toISOString()}`),
  );

/** Events of which a customer is told, by the name of the event and of the kind that tells of it. */
function kindOf({ name }: ArrivedEvent, earlier: readonly ArrivedEvent[]): string | undefined {
  if (name === DISABLED) return 'cancelled';
  if (name === ENABLED) return 'undone';
  const hadFailed = earlier.at(-1)?.name === 'DID_FAIL_TO_RENEW';
  // Another plan does not make another payment of one that has failed.
  const payments = earlier.filter((one) => !one.name.startsWith('DID_CHANGE_RENEWAL_PREF'));
  if (name === 'DID_FAIL_TO_RENEW')
    return payments.at(-1)?.name === 'DID_FAIL_TO_RENEW' ? undefined : 'payment_failed';
  return name.startsWith('DID_RENEW') && hadFailed ? 'payment_recovered' : undefined;
}

const UNSENT: readonly string[] = ['PENDING', 'DROPPED'];

/** Whether a message has left of one of the failures that came last: of a period to come it waits for its day. */
function wasToldOfFailure(events: readonly ArrivedEvent[], listed: readonly Listed[]): boolean {
  const since = events.findLastIndex(({ name }) => name !== 'DID_FAIL_TO_RENEW') + 1;
  const failures = new Set(events.slice(since).map(({ eventId }) => eventId));
  return listed.some(
    ({ kind, state, event }) =>
      kind === 'payment_failed' && !UNSENT.includes(state) && event !== null && failures.has(event.eventId),
  );
}

/** Whether an order that had failed by then (epoch ms, of whole seconds) was not paid by then. */
function isOwing(family: Family | undefined, at: number): boolean {
  const until = (family?.charges ?? []).filter(({ time }) => time < at + 1_000);
  const byOrder = [...Map.groupBy(until, (one) => one.orderReferenceCode).values()];
  return byOrder.some((tries) => tries.every(({ status }) => status !== 'SUCCESS'));
}

/** What was announced and is to be told, and is not on the list of messages, sent or dropped. */
function missing(shop: ShopEvidence, listed: readonly Listed[], now: number): string[] {
  const { mail, posts, withoutWebhook } = shop;
  if (!mail || withoutWebhook.length > 0) return [];
  const owed = new Set(listed.flatMap(({ kind, event }) => (event ? [`${kind} ${event.eventId}`] : [])));
  const events = arrivedEvents(posts).toSorted((a, b) => a.sequence - b.sequence);
  const bySubscriber = Map.groupBy(events, ({ data }) => String(data.subscriptionId));
  const families = familiesOf(shop);
  return [...bySubscriber].flatMap(([id, own]) => {
    const family = families.find((one) => one.id === id);
    const payments = own.filter(({ name }) => !name.startsWith('DID_CHANGE_RENEWAL_STATUS'));
    return own
      .filter(
        ({ purchaseDate, arrivedAt }) =>
          Math.min(purchaseDate * 1000, arrivedAt) > Math.max(mail.since, now - KEPT_MS),
      )
      .flatMap((event) => {
        const earlier = payments.slice(0, Math.max(payments.indexOf(event), 0));
        const kind = kindOf(event, earlier);
        // Of what failed and was paid before anybody was told, nobody is told that it was paid after all.
        if (kind === 'payment_recovered' && !wasToldOfFailure(earlier, listed)) return [];
        // Nor while a payment of another period is still owed.
        if (kind === 'payment_recovered' && isOwing(family, event.purchaseDate * 1000)) return [];
        return kind === undefined || !mail.kinds.includes(kind) || owed.has(`${kind} ${event.eventId}`)
          ? []
          : [`${event.name} ${event.eventId} owed no ${kind}`];
      });
  });
}

export type { ShownSubscription };
