import { control, ledger } from '../../support/world/shop.ts';
import { boughtByForm, returnsAtOnce } from './browser-returns.ts';
import type { Answer } from '../../support/world/world.ts';
import type {
  Asked,
  ErasedCustomer,
  Forced,
  PanelCancel,
  Post,
  Shop,
  SigningSecret,
  Span,
} from './records.ts';
import type { PanelSubscription } from '../panel.ts';
import type { Stage } from './stage.ts';
import { readFeed } from './steps/webhook.ts';
import { Dice } from '../delivery/dice.ts';
import { wholeList as listWhole } from './whole-list.ts';
import type { ShopMail } from './mailbox.ts';

/** An attempt to take money, in the provider's ledger. */
export interface Charge {
  readonly paymentId: number;
  readonly subscriptionReferenceCode: string | null;
  readonly orderReferenceCode: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly time: number;
}

/** Money given back, in the provider's books; made where `status` is 1. */
export interface GivenBack {
  readonly paymentId: number;
  readonly amount: string;
  readonly status: number;
  readonly by: 'api' | 'panel';
}

/** A refund as we list it. */
export interface ListedRefund {
  readonly invoice: { readonly invoiceNumber: string };
  readonly amount: string;
  readonly state: string;
  readonly by: string;
  readonly document: { readonly state: string; readonly taskId: string | null } | null;
}

/** What the service answers about a provider's reference in the end; `cancel` is asked last, since it changes things. */
export interface Answered {
  readonly got: Said;
  readonly check: Said;
  readonly invoices: readonly Record<string, unknown>[];
  readonly cancel: Said;
  readonly at: number;
}

export interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** All that is known of one tenant from outside. */
export interface ShopEvidence {
  readonly number: number;
  readonly invoicing: boolean;
  readonly secrets: readonly SigningSecret[];
  readonly secretChanges: readonly Span[];
  readonly replayed: readonly string[];
  readonly bulkReplays: number;
  readonly withoutWebhook: readonly Span[];
  readonly erased: readonly ErasedCustomer[];
  /** Event ids as the feed showed them, page after page on the way, and all at once in the end. */
  readonly feed: {
    readonly onTheWay: readonly string[];
    readonly inOneGo: readonly string[];
    readonly readAt: number;
  };
  readonly phones: Shop['phones'];
  readonly previews: Shop['previews'];
  readonly corrections: Shop['corrections'];
  /** Who is listed under each address that anybody was ever corrected to, or had before. */
  readonly listedUnder: ReadonlyMap<string, readonly string[]>;
  readonly given: readonly GivenBack[];
  readonly refunds: readonly ListedRefund[];
  readonly tasks: readonly { readonly id: string; readonly deadline: string }[];
  readonly posts: readonly Post[];
  readonly ledger: readonly Charge[];
  readonly subscriptions: readonly { readonly there: PanelSubscription; readonly here: Answered }[];
  /** First references of what was bought, one for each purchase that succeeded. */
  readonly purchases: readonly string[];
  /** Purchases whose activation the bank refused: the subscription waits for another card. */
  readonly refused: number;
  /** Card forms by the subscriber they were for, with the browsers that came back from them. */
  readonly cardForms: readonly {
    readonly svcId: string;
    readonly expiresFrom: number;
    readonly expiresAt: number;
    readonly returns: readonly Span[];
  }[];
  /** Purchases by a form that leaves the activation to us, with the browsers that came back at once. */
  readonly pendingForms: readonly { readonly clientReferenceId: string; readonly returns: number }[];
  /** References that the provider tried to activate without our hearing of it, one for each time. */
  readonly lostActivations: readonly unknown[];
  /** What was charged at the panel. */
  readonly forced: readonly Forced[];
  readonly panelCancels: readonly PanelCancel[];
  /** Whether the provider's search ever showed late what took a subscription's place. */
  readonly lagged: boolean;
  /** Whether the provider ever kept its notifications to itself. */
  readonly keptSilent: boolean;
  /** Whether the provider retries failed orders by itself. */
  readonly retriesItself: boolean;
  /** Whether the provider tells its times to the second. */
  readonly wholeSeconds: boolean;
  /** Whether the provider tells nothing of a failed attempt: of an order's failures only the first is seen. */
  readonly hidesAttempts: boolean;
  /** Whether it tells no code of one. */
  readonly hidesCodes: boolean;
  readonly troubled: (from: number, to: number) => boolean;
  /** Its messages as they were seen, and as they are listed in the end; undefined where it has none on. */
  readonly mail: (ShopMail & { readonly listed: readonly Record<string, unknown>[] }) | undefined;
}

export interface Evidence {
  readonly now: number;
  readonly journal: readonly Asked[];
  readonly shops: readonly ShopEvidence[];
  readonly deadLetters: number;
}

/** Reads everything that can be known from outside once all is quiet. */
export async function evidenceOf(stage: Stage): Promise<Evidence> {
  const shops: ShopEvidence[] = [];
  for (const shop of stage.shops) shops.push(await shopEvidence(stage, shop));
  return { now: stage.now, journal: stage.journal, shops, deadLetters: await stage.place.deadLetters() };
}

async function shopEvidence(stage: Stage, shop: Shop): Promise<ShopEvidence> {
  const there = await stage.panel(shop);
  const posts = [...shop.posts];
  const feed = await wholeFeed(stage, shop);
  const read = [];
  for (const each of there) read.push({ there: each, here: await answered(stage, shop, each) });
  const subscriptions = [];
  const cancels = new Map<unknown, Said>();
  for (const { there, here } of read) {
    const { id } = (here.got.body.data ?? {}) as { id?: string };
    const cancel = cancels.get(id) ?? (await cancelled(stage, shop, here.got));
    cancels.set(id, cancel);
    subscriptions.push({ there, here: { ...here, cancel } });
  }
  const { trouble, forms, directs, forced, secrets, secretChanges, replayed, phones } = shop;
  const { bulkReplays, withoutWebhook, erased, panelCancels, previews, corrections } = shop;
  const bought = boughtByForm(stage, shop);
  return {
    number: shop.number,
    invoicing: shop.tenant.invoicing,
    ...{ secrets, secretChanges, replayed, bulkReplays, withoutWebhook, erased, feed, phones, posts },
    ...{ previews, corrections },
    mail: shop.mail && { ...shop.mail, listed: await listed(stage, shop, 'messages/list') },
    listedUnder: await listedUnder(stage, shop),
    ledger: await ledger(stage.place, shop.tenant),
    given: (await control(stage.place, `/refunds?merchantId=${shop.tenant.credentials.merchantId}`)) as never,
    refunds: (await listed(stage, shop, 'invoices/refunds')) as unknown as ListedRefund[],
    tasks: (await listed(stage, shop, 'reports/tasks')) as unknown as ShopEvidence['tasks'],
    subscriptions,
    purchases: [
      ...bought.flatMap((reference) => reference ?? []),
      ...directs.flatMap(({ reference }) => reference ?? []),
    ],
    refused: bought.filter((reference) => reference === undefined).length,
    cardForms: forms.flatMap(({ member, expiresFrom, expiresAt, returns }) =>
      member ? [{ svcId: member.svcId, expiresFrom, expiresAt, returns }] : [],
    ),
    pendingForms: forms.flatMap(({ kind, pending, paid, clientReferenceId, token }) =>
      kind === 'purchase' && pending && paid
        ? [{ clientReferenceId, returns: returnsAtOnce(stage, token) }]
        : [],
    ),
    lostActivations: trouble.lostActivations,
    ...{ forced, panelCancels },
    lagged: shop.lagged,
    keptSilent: shop.keptSilent,
    retriesItself: shop.retriesItself,
    wholeSeconds: shop.wholeSeconds,
    hidesAttempts: shop.hidesAttempts,
    hidesCodes: shop.hidesCodes,
    troubled: (from, to) => trouble.within(from, to) || stage.stoodStill(from, to),
  };
}

/** The feed to its end from where it was read to last, and once more from its beginning. */
async function wholeFeed(stage: Stage, shop: Shop): Promise<ShopEvidence['feed']> {
  const dice = new Dice(shop.number);
  await readFeed(stage, shop, dice, Infinity);
  const onTheWay = [...shop.feed.eventIds];
  shop.feed.eventIds.length = 0;
  shop.feed.next = undefined;
  const readAt = stage.now;
  await readFeed(stage, shop, dice, Infinity);
  return { onTheWay, inOneGo: [...shop.feed.eventIds], readAt };
}

async function answered(
  stage: Stage,
  shop: Shop,
  there: PanelSubscription,
): Promise<Omit<Answered, 'cancel'>> {
  const ask = (route: Parameters<Stage['ask']>[1], sent: Parameters<Stage['ask']>[2]) =>
    stage.ask(shop, route, sent);
  const reference = there.referenceCode;
  const got = await ask('subscribers/get', { query: { 'pay-subscriber-code': reference } });
  const check = await ask('subscribers/check', { query: { email: there.customerEmail } });
  const { svcId } = (got.body.data ?? {}) as { svcId?: string };
  const invoices = svcId === undefined ? [] : await allInvoices(ask, svcId);
  return { got, check, invoices, at: stage.now };
}

/** Asked when all else has been read: it tells of an earlier cancellation, or is the first one itself. */
async function cancelled(stage: Stage, shop: Shop, { body }: Said): Promise<Said> {
  const { svcId } = (body.data ?? {}) as { svcId?: string };
  if (svcId === undefined) return { status: 404, body: {} };
  return stage.ask(shop, 'subscribers/cancel', { body: { 'svc-id': svcId } });
}

async function allInvoices(
  ask: (route: 'subscribers/invoices', sent: { query: Record<string, string> }) => Promise<Answer>,
  svcId: string,
): Promise<Record<string, unknown>[]> {
  return wholeList((query) => ask('subscribers/invoices', { query: { 'svc-id': svcId, ...query } }));
}

const listed = (stage: Stage, shop: Shop, route: 'invoices/refunds' | 'reports/tasks' | 'messages/list') =>
  wholeList((query) => stage.ask(shop, route, { query }));

async function listedUnder(stage: Stage, shop: Shop): Promise<Map<string, string[]>> {
  const corrected = shop.corrections.filter(({ kind }) => kind === 'email').map(({ value }) => value);
  const all = new Map<string, string[]>();
  if (corrected.length === 0) return all;
  for (const email of new Set([...corrected, ...shop.members.map((one) => one.email)].filter(Boolean))) {
    const listed = await wholeList((query) =>
      stage.ask(shop, 'subscribers/list', { query: { ...query, email } }),
    );
    all.set(
      email,
      listed.map(({ svcId }) => String(svcId)),
    );
  }
  return all;
}

const wholeList = async (page: (query: Record<string, string>) => Promise<Answer>) =>
  (await listWhole(page)) ?? [];
