import type { App, Queue } from '../../../lib/runtime/app.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { MINUTE } from '../../support/world/shop.ts';
import type { World } from '../../support/world/world.ts';
import { Dice } from '../dice.ts';
import type { PortCall } from '../ports.ts';
import { violationsOf } from '../walks/checks/checker.ts';
import { evidenceOf } from '../walks/evidence.ts';
import { openMemoryPlace } from '../walks/places/memory.ts';
import type { Shop } from '../walks/records.ts';
import { Stage } from '../walks/stage.ts';
import { OFFER, type Cast, type Flow } from './flows.ts';
import { FaultyService, type Fault, type Plan } from './service.ts';

/** What somebody does who got no definite answer: nothing more, ask again at once and often, or rarely and for long. */
const PAUSES = { gone: [], eager: [0, 0.1, 1, 1, 5, 10], patient: [20, 20, 20] } as const;
export type Manner = keyof typeof PAUSES;
export const MANNERS = Object.keys(PAUSES) as Manner[];

/** What one case did and what is wrong with it. */
export interface Outcome {
  readonly calls: readonly PortCall[];
  /** How many of the calls were made before the client had done what it does. */
  readonly asking: number;
  readonly effects: number;
  /** The faults that struck, one by one. */
  readonly faults: readonly Fault[];
  readonly struck: number;
  readonly kills: number;
  readonly charges: number;
  /** Refunds that the provider made or refused. */
  readonly given: number;
  readonly posts: number;
  readonly violations: readonly string[];
}

/** Plays one flow with faults on the stage of the walks, lets everything come to rest, and has the outcome judged. */
export async function play(flow: Flow, manner: Manner, plan: Plan): Promise<Outcome> {
  const dice = new Dice(1);
  const { place, world, app, close } = await openMemoryPlace(dice, flow.offer ?? OFFER);
  try {
    const stage = await Stage.open(place, dice, 1);
    const [shop] = stage.shops as [Shop];
    const { call } = instanceOf(app);
    const client: Client = { stage, shop, manner, look: call };
    const cast: Cast = { stage, shop, world, dice, insist: (ask) => insist(client, ask), again: [] };
    const act = await flow.prepare(cast);
    const { watched, early } = watchingOrder(app, world);
    const service = new FaultyService(
      watched,
      plan,
      (way) => void shop.trouble.next.push(way),
      () => (stage.isStruck = true),
    );
    world.serve(service);
    await act();
    const asking = service.made.length;
    await place.advance(flow.settlesMs);
    world.serve(instanceOf(app));
    stage.isStruck = false;
    stage.step = Infinity;
    const unrecorded = await unrecordedOf(stage, shop);
    stage.struck = service.struck.length;
    const unmet = shop.trouble.next.map((way) => `a provider that is to be ${way} was not asked`);
    for (const ask of cast.again) await ask();
    await place.advance(MINUTE);
    const wrong = (await flow.wrong?.(cast)) ?? [];
    const evidence = await evidenceOf(stage);
    return {
      ...{ calls: service.made, asking },
      ...{
        effects: service.effects,
        faults: service.struck,
        struck: service.struck.length,
        kills: service.kills,
      },
      given: evidence.shops[0]!.given.length,
      charges: evidence.shops[0]!.ledger.length,
      posts: shop.posts.length,
      violations: [...violationsOf(evidence), ...early, ...unrecorded, ...unmet, ...wrong],
    };
  } finally {
    await close();
  }
}

/** Whoever asks, how patiently, and past all faults where something is only looked at. */
interface Client {
  readonly stage: Stage;
  readonly shop: Shop;
  readonly manner: Manner;
  readonly look: Instance['call'];
}

/** Asks until the last answer of the journal is definite. Who goes away without one looks later what became of it. */
async function insist(client: Client, ask: () => Promise<unknown>): Promise<void> {
  const { stage, manner } = client;
  for (const pause of [undefined, ...PAUSES[manner]]) {
    if (pause !== undefined) await stage.place.advance(pause * MINUTE);
    await ask();
    if (isDefinite(stage.journal.at(-1)!)) return;
  }
  await lookUp(client);
}

/** Somebody who asked for a cancellation, or to undo one, looks what became of it. */
async function lookUp({ stage: { journal }, shop: { headers, members }, look }: Client): Promise<void> {
  const last = journal.at(-1)!;
  const query = { 'svc-id': members.at(-1)?.svcId ?? '' };
  if (last.route !== 'subscribers/cancel' && last.route !== 'subscribers/undo-cancel') return;
  const { data } = (await look('subscribers/get', { headers, query })).body;
  const { cancelledAt, subscriptionStatus: status } = data as Record<string, unknown>;
  const isUndone = last.route === 'subscribers/undo-cancel' && cancelledAt === null && status === 'ACTIVE';
  if (isUndone) journal.push({ ...last, status: 409, code: 'not_cancelled' });
  if (last.route === 'subscribers/cancel' && cancelledAt !== null)
    journal.push({ ...last, status: 200, code: '', body: { data: { ...(data as object), status } } });
}

/** Everything but a server's failure, no answer at all, and being told to wait. */
function isDefinite({ status, code }: Stage['journal'][number]): boolean {
  if (code === 'operation_in_progress' || code === 'concurrent_change') return false;
  return status >= 200 && status < 500 && status !== 429;
}

/** The App whose deliveries are watched: none may be announced before its event is written. */
function watchingOrder(app: App, { written }: World): { watched: App; early: string[] } {
  const early: string[] = [];
  const { deliveries } = app.queues;
  const send: Queue['send'] = (messages) => {
    for (const { body } of messages) {
      const { eventId } = body as { eventId: string };
      if (!written.some((change) => change.includes(eventId)))
        early.push('an event announced before it was written');
    }
    return deliveries.send(messages);
  };
  return { watched: { ...app, queues: { ...app.queues, deliveries: { send } } }, early };
}

/** What the provider has and we have not, before anybody asks for it again. */
async function unrecordedOf(stage: Stage, shop: Shop): Promise<string[]> {
  const found: string[] = [];
  for (const { referenceCode } of await stage.panel(shop)) {
    const query = { 'pay-subscriber-code': referenceCode };
    const { status } = await stage.place.call('subscribers/get', { headers: shop.headers, query });
    if (status !== 200) found.push(`${referenceCode} is not on record: ${status}`);
  }
  return found;
}
