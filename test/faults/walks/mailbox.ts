import { CUSTOMER_KINDS, MESSAGE_KINDS } from '../../../lib/messages/kinds.ts';
import type { SentMail } from '../../support/world/mails.ts';
import { DAY } from '../../support/world/shop.ts';
import type { Dice } from '../dice.ts';
import type { Shop } from './records.ts';
import type { Stage } from './stage.ts';
import { setRecovery } from './steps/account.ts';
import { wholeList } from './whole-list.ts';

/** In which languages a tenant of a walk writes. */
export type MailLanguage = 'tr' | 'en';

/** An answer about something, as it came. */
export type Shown = Readonly<Record<string, unknown>>;

/** A subscription of whoever has an address, with all that can be asked about it. */
export interface ShownSubscription {
  readonly data: Shown;
  readonly customer: Shown;
  readonly invoices: readonly Shown[];
  readonly refunds: readonly Shown[];
}

/** An e-mail that was handed over, and what the service answered of its customer in that moment. */
export interface SeenMail extends SentMail {
  /** Of everybody who has the address; undefined where the tenant could not ask, since it was suspended. */
  readonly shown: readonly ShownSubscription[] | undefined;
}

/** The messages of a tenant of a walk. */
export interface ShopMail {
  readonly language: MailLanguage;
  readonly kinds: readonly string[];
  /** From when on every instance knows that they are on. */
  readonly since: number;
  readonly seen: SeenMail[];
  /** Addresses that take no message any more, and since when. */
  readonly unwilling: { readonly email: string; readonly at: number }[];
}

/** So long it takes at most until every function knows of a tenant's settings, and what began before is done. */
const KNOWN_EVERYWHERE_MS = 5 * 60_000;
/** How many walks have messages. */
const WITH_MESSAGES = 0.5;

/** Has the tenants of some walks send messages, and everything that is handed over looked at in that moment. */
export async function openMailboxes(stage: Stage, dice: Dice, isOfMessages: boolean): Promise<void> {
  const { mails } = stage.place;
  if (!mails || !(dice.chance(WITH_MESSAGES) || isOfMessages)) return;
  for (const shop of stage.shops) {
    if (dice.chance(0.7)) await setRecovery(stage, shop, dice);
    const language = dice.pick<MailLanguage>(['tr', 'en']);
    const kinds = dice.chance(0.7) ? MESSAGE_KINDS : CUSTOMER_KINDS.filter(() => dice.chance(0.7));
    const on = Object.fromEntries(kinds.map((kind) => [kind, { on: true }]));
    await stage.ask(shop, 'account/set-messages', { body: { language, kinds: on } }, { expected: 200 });
    shop.mail = { language, kinds, since: stage.now + KNOWN_EVERYWHERE_MS, seen: [], unwilling: [] };
  }
  mails.watches = async (mail) => {
    const shop = stage.shops.find(({ tenant }) => tenant.tenantId === mail.tags.tenant);
    shop?.mail?.seen.push({ ...mail, shown: await shownOf(stage, shop, mail.to) });
  };
}

/** SES has its own bad days, and its readers theirs: drawn apart, for each step. */
export async function disturbMail(stage: Stage, dice: Dice): Promise<void> {
  const { mails } = stage.place;
  if (!mails || stage.shops.every(({ mail }) => !mail)) return;
  if (dice.chance(0.12))
    mails.truths.push(dice.pick(['lost', 'lost', 'dies', 'dies', 'throttles', 'refuses']));
  if (dice.chance(0.05)) mails.throttledUntil = stage.now + DAY;
  if (dice.chance(0.2)) mails.throttledUntil = 0;
  if (dice.chance(0.05)) mails.tellsAfterSeconds = dice.pick([0, 0, 600]);
  if (dice.chance(0.03)) await sendBack(stage, dice);
}

/** All that was wrong with SES is right again. */
export function mendMail({ place: { mails } }: Stage): void {
  if (!mails) return;
  mails.truths = [];
  mails.throttledUntil = 0;
  mails.tellsAfterSeconds = 0;
}

/** The address of the message that came last does not exist, or its owner complains. */
async function sendBack(stage: Stage, dice: Dice): Promise<void> {
  const { mails } = stage.place;
  const mail = mails?.sent.at(-1);
  const shop = stage.shops.find(({ tenant }) => tenant.tenantId === mail?.tags.tenant);
  if (!mails || !mail || !shop?.mail) return;
  mails.tellsAfterSeconds = 0;
  const told = dice.pick(['Bounce', 'Complaint'] as const);
  await mails.tell(mail, told, { bounce: { bounceType: 'Permanent' } });
  await stage.place.settle();
  shop.mail.unwilling.push({ email: mail.to.toLowerCase(), at: stage.now });
}

/** What the service answers of everybody who has an address. */
async function shownOf(
  { place }: Stage,
  { headers }: Shop,
  email: string,
): Promise<ShownSubscription[] | undefined> {
  const list = (route: 'subscribers/list' | 'subscribers/invoices' | 'invoices/refunds', query: object) =>
    wholeList((page) => place.call(route, { headers, query: { ...page, ...query } }));
  const found = await list('subscribers/list', { email });
  if (!found) return undefined;
  const all: ShownSubscription[] = [];
  for (const { customer, ...data } of found) {
    const svcId = String(data.svcId);
    const invoices = (await list('subscribers/invoices', { 'svc-id': svcId })) ?? [];
    const refunds = (await list('invoices/refunds', { 'svc-id': svcId })) ?? [];
    all.push({ data, customer: (customer ?? {}) as Shown, invoices, refunds });
  }
  return all;
}
