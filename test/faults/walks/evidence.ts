import { NO_ANSWER } from '../../support/world/front.ts';
import { control, ledger, MINUTE } from '../../support/world/shop.ts';
import { boughtByForm, returnsAtOnce } from './browser-returns.ts';
import type { Answer } from '../../support/world/world.ts';
import type { Asked, Form, Heard, Shop } from './records.ts';
import type { PanelSubscription } from '../panel.ts';
import type { Stage } from './stage.ts';
import { uuidOf } from './steps/manage.ts';
import { readOn } from './steps/webhook.ts';
import { wholeList as listWhole } from './whole-list.ts';
import type { ShopMail } from './mailbox.ts';

/** For so long a card can be entered into a form. */
const FORM_LIVES_MS = 30 * MINUTE;

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
  readonly clientReferenceId: string | null;
  readonly document: { readonly state: string; readonly taskId: string | null } | null;
}

/** What the service answers about a provider's reference in the end; `cancel` is asked last, since it changes things. */
export interface Answered {
  readonly got: Said;
  readonly invoices: readonly Record<string, unknown>[];
  readonly cancel: Said;
  readonly at: number;
}

export interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** All that is known of one tenant from outside: what it has seen itself, and what was found in the end. */
export interface ShopEvidence extends Omit<Shop, 'feed' | 'mail' | 'forms' | 'directs' | 'trouble'> {
  readonly invoicing: boolean;
  /** What nobody but itself may ever read. */
  readonly marks: readonly string[];
  /** Event ids as the feed showed them, page after page on the way, and all at once in the end. */
  readonly feed: {
    readonly onTheWay: readonly string[];
    readonly inOneGo: readonly string[];
    readonly readAt: number;
  };
  /** Who is listed under each address that anybody was ever corrected to, or had before. */
  readonly listedUnder: ReadonlyMap<string, readonly string[]>;
  readonly given: readonly GivenBack[];
  readonly refunds: readonly ListedRefund[];
  readonly tasks: readonly { readonly id: string; readonly deadline: string }[];
  /** What was made at the invoicing provider, by the order it is for; of each its documents. */
  readonly made: ReadonlyMap<string, readonly { readonly documents: readonly unknown[] }[]>;
  readonly ledger: readonly Charge[];
  readonly subscriptions: readonly { readonly there: PanelSubscription; readonly here: Answered }[];
  /** First references of what was bought, one for each purchase that succeeded. */
  readonly purchases: readonly string[];
  /** Purchases whose activation the bank refused: the subscription waits for another card. */
  readonly refused: number;
  /** Forms for another card, with the subscriber they were for; also such as may have been made for an answer that was lost. */
  readonly cardForms: readonly (Pick<Form, 'expiresFrom' | 'expiresAt' | 'returns'> & {
    readonly svcId: string;
  })[];
  /** Purchases by a form that leaves the activation to us, with the browsers that came back at once. */
  readonly pendingForms: readonly { readonly clientReferenceId: string; readonly returns: number }[];
  /** References that the provider tried to activate without our hearing of it, one for each time. */
  readonly lostActivations: readonly unknown[];
  /** Whether anything was wrong outside, or our queues stood still, at some time between these (epoch ms). */
  readonly troubled: (from: number, to: number) => boolean;
  /** How many faults struck our own calls. */
  readonly struck: number;
  /** Its messages as they were seen, and as they are listed in the end; undefined where it has none on. */
  readonly mail: (ShopMail & { readonly listed: readonly Record<string, unknown>[] }) | undefined;
}

export type { Heard };

export interface Evidence {
  readonly now: number;
  readonly journal: readonly Asked[];
  readonly heard: readonly Heard[];
  readonly shops: readonly ShopEvidence[];
  readonly deadLetters: number;
}

/** Reads everything that can be known from outside once all is quiet. */
export async function evidenceOf(stage: Stage): Promise<Evidence> {
  const shops: ShopEvidence[] = [];
  for (const shop of stage.shops) shops.push(await shopEvidence(stage, shop));
  const { now, journal, heard } = stage;
  return { now, journal, heard, shops, deadLetters: await stage.place.deadLetters() };
}

async function shopEvidence(stage: Stage, shop: Shop): Promise<ShopEvidence> {
  const there = await stage.panel(shop);
  const posts = [...shop.posts];
  const feed = await wholeFeed(stage, shop);
  const asked = [];
  for (const each of there) asked.push({ there: each, here: await answered(stage, shop, each) });
  const subscriptions = [];
  const cancels = new Map<unknown, Said>();
  for (const { there, here } of asked) {
    const { id } = (here.got.body.data ?? {}) as { id?: string };
    const cancel = cancels.get(id) ?? (await cancelled(stage, shop, here.got));
    cancels.set(id, cancel);
    subscriptions.push({ there, here: { ...here, cancel } });
  }
  const { trouble, forms, directs, ...seen } = shop;
  const bought = boughtByForm(stage, shop);
  const all = await read(stage, shop);
  return {
    ...seen,
    ...all,
    ...{ posts, feed, subscriptions },
    invoicing: shop.tenant.invoicing,
    marks: marksOf(shop),
    made: Map.groupBy(stage.place.acct.invoices?.() ?? [], ({ order_no }) => order_no),
    purchases: [
      ...bought.flatMap((reference) => reference ?? []),
      ...directs.flatMap(({ reference }) => reference ?? []),
    ],
    refused: bought.filter((reference) => reference === undefined).length,
    cardForms: [
      ...forms.flatMap((form) => (form.member ? [{ ...form, svcId: form.member.svcId }] : [])),
      ...lostForms(stage, shop),
    ],
    pendingForms: forms.flatMap(({ kind, pending, paid, clientReferenceId, token }) =>
      kind === 'purchase' && pending && paid
        ? [{ clientReferenceId, returns: returnsAtOnce(stage, token) }]
        : [],
    ),
    lostActivations: trouble.lostActivations,
    struck: stage.struck,
    troubled: (from, to) => trouble.within(from, to) || stage.stoodStill(from, to),
  };
}

/** Forms for another card that may have been made, although whoever asked for one got no answer by a fault of ours. */
function lostForms({ journal }: Stage, { number, members }: Shop): ShopEvidence['cardForms'] {
  const lost = journal.filter(
    ({ shop, route, status, isStruck }) =>
      shop === number &&
      route === 'checkout/update-card' &&
      isStruck &&
      (status === NO_ANSWER || status >= 500),
  );
  return lost.flatMap(({ sent, at }) => {
    const expires = at + FORM_LIVES_MS;
    const isFor = ({ svcId, references }: Shop['members'][number]) =>
      [svcId, uuidOf(svcId), ...references].some((name) => JSON.stringify(sent).includes(name));
    return members
      .filter(isFor)
      .map(({ svcId }) => ({ svcId, expiresFrom: expires, expiresAt: expires, returns: [] }));
  });
}

/** What the providers and the service list in the end. */
async function read(stage: Stage, shop: Shop) {
  const given: unknown = await control(
    stage.place,
    `/refunds?merchantId=${shop.tenant.credentials.merchantId}`,
  );
  if (stage.shops.length > 1) await listed(stage, shop, 'subscribers/list'); // nobody else's are among them
  return {
    mail: shop.mail && { ...shop.mail, listed: await listed(stage, shop, 'messages/list') },
    listedUnder: await listedUnder(stage, shop),
    ledger: await ledger(stage.place, shop.tenant),
    given: given as readonly GivenBack[],
    refunds: (await listed(stage, shop, 'invoices/refunds')) as unknown as readonly ListedRefund[],
    tasks: (await listed(stage, shop, 'reports/tasks')) as unknown as ShopEvidence['tasks'],
  };
}

/** Ids and addresses that are a tenant's own. */
const marksOf = ({ number, tenant, headers, members }: Shop): string[] => [
  ...[tenant.tenantId, headers['x-api-key']!, `@shop${number}.example`],
  ...members.flatMap(({ svcId, references }) => [svcId, ...references]),
];

/** The feed to its end from where it was read to last, and once more from its beginning. */
async function wholeFeed(stage: Stage, shop: Shop): Promise<ShopEvidence['feed']> {
  const readAt = stage.now;
  const isBegun = shop.feed.next !== undefined || shop.feed.eventIds.length > 0;
  await readOn(stage, shop, '100');
  const onTheWay = [...shop.feed.eventIds];
  if (!isBegun) return { onTheWay, inOneGo: onTheWay, readAt };
  shop.feed.eventIds.length = 0;
  shop.feed.next = undefined;
  await readOn(stage, shop, '100');
  return { onTheWay, inOneGo: [...shop.feed.eventIds], readAt };
}

async function answered(
  stage: Stage,
  shop: Shop,
  { referenceCode }: PanelSubscription,
): Promise<Omit<Answered, 'cancel'>> {
  const got = await stage.ask(shop, 'subscribers/get', { query: { 'pay-subscriber-code': referenceCode } });
  const { svcId } = (got.body.data ?? {}) as { svcId?: string };
  const ofIt = (query: Record<string, string>) => ({ query: { 'svc-id': svcId!, ...query } });
  const invoices =
    svcId === undefined
      ? []
      : await wholeList((query) => stage.ask(shop, 'subscribers/invoices', ofIt(query)));
  return { got, invoices, at: stage.now };
}

/** Asked when all else has been read: it tells of an earlier cancellation, or is the first one itself. */
async function cancelled(stage: Stage, shop: Shop, { body }: Said): Promise<Said> {
  const { svcId } = (body.data ?? {}) as { svcId?: string };
  if (svcId === undefined) return { status: 404, body: {} };
  return stage.ask(shop, 'subscribers/cancel', { body: { 'svc-id': svcId } });
}

const listed = (
  stage: Stage,
  shop: Shop,
  route: 'invoices/refunds' | 'reports/tasks' | 'messages/list' | 'subscribers/list',
) => wholeList((query) => stage.ask(shop, route, { query }));

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
