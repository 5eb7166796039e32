import { ledger } from '../../world/shop.ts';
import type { Answer } from '../../world/world.ts';
import type { Asked, Post, Shop } from './records.ts';
import type { PanelSubscription } from './panel.ts';
import type { Stage } from './stage.ts';

/** An attempt to take money, in the provider's ledger. */
export interface Charge {
  readonly subscriptionReferenceCode: string | null;
  readonly orderReferenceCode: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly time: number;
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
  readonly secret: string;
  readonly posts: readonly Post[];
  readonly ledger: readonly Charge[];
  readonly subscriptions: readonly { readonly there: PanelSubscription; readonly here: Answered }[];
  /** First references of what was bought, one for each purchase that succeeded. */
  readonly purchases: readonly string[];
  /** Purchases whose activation the bank refused: the subscription waits for another card. */
  readonly refused: number;
  /** Card forms by the subscriber they were for, and how often a browser came back from one. */
  readonly cardForms: readonly { readonly svcId: string; readonly returns: number }[];
  /** References whose next order was charged at the panel, one for each time. */
  readonly forced: readonly string[];
  readonly troubled: (from: number, to: number) => boolean;
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
  return { now: stage.now, journal: stage.journal, shops, deadLetters: stage.world.queues.dead.length };
}

async function shopEvidence(stage: Stage, shop: Shop): Promise<ShopEvidence> {
  const there = await stage.panel(shop);
  const posts = [...shop.posts];
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
  const { trouble, forms, directs, forced } = shop;
  const bought = boughtByForm(stage, shop);
  return {
    number: shop.number,
    secret: shop.tenant.webhookSecret,
    posts,
    ledger: await ledger(stage.world, shop.tenant),
    subscriptions,
    purchases: [
      ...bought.flatMap((reference) => reference ?? []),
      ...directs.flatMap(({ reference }) => reference ?? []),
    ],
    refused: bought.filter((reference) => reference === undefined).length,
    cardForms: forms.flatMap(({ member, returns }) => (member ? [{ svcId: member.svcId, returns }] : [])),
    forced,
    troubled: (from, to) => trouble.within(from, to) || stage.stoodStill(from, to),
  };
}

/** What the browsers that came back from paid forms were answered last: a reference, or nothing where the activation was refused. */
function boughtByForm(stage: Stage, shop: Shop): (string | undefined)[] {
  const paid = shop.forms.filter((form) => form.kind === 'purchase' && form.paid);
  return paid.map(({ token, pending }) => {
    const last = stage.journal.findLast(
      ({ route, sent }) => route === 'checkout/callback' && (sent as { token: string }).token === token,
    );
    const { subscriptionReference } = (last?.body ?? {}) as { subscriptionReference?: string };
    return subscriptionReference ?? (pending ? undefined : 'none');
  });
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
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { 'svc-id': svcId, limit: '100', ...(cursor !== undefined && { starting_after: cursor }) };
    const { body } = await ask('subscribers/invoices', { query });
    const page = (body.data ?? []) as Record<string, unknown>[];
    all.push(...page);
    if (body.has_more !== true) return all;
    cursor = String(page.at(-1)?.id);
  }
}
