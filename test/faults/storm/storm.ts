import type { Subscription } from '../../../lib/billing/subscription.ts';
import { storedId } from '../../../lib/billing/identifiers.ts';
import type { Handed, Mail } from '../../../lib/messages/mail.ts';
import { MESSAGES } from '../../../lib/limits.ts';
import { NO_MESSAGES } from '../../../lib/messages/kinds.ts';
import { paced } from '../../../lib/messages/ses.ts';
import type { App, Message } from '../../../lib/runtime/app.ts';
import {
  lookUpMessage,
  messageIdOf,
  messagePut,
  type OwedMessage,
} from '../../../lib/table/messages/messages.ts';
import { lookUpSubscriber, subscriberPut } from '../../../lib/table/subscribers/subscribers.ts';
import { Rate } from '../../../sandbox/mail/rate.ts';
import { failing } from '../../behaviour/messages/told.ts';
import { instanceOf, type Instance } from '../../support/world/instance.ts';
import { handOver } from '../../support/world/queues.ts';
import { MINUTE } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets, type World } from '../../support/world/world.ts';
import { Dice } from '../dice.ts';
import { Senders } from './senders.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** What SES takes in a second once it is out of its sandbox. */
export const PER_SECOND = 14;
/** How fast renewals fail: ten thousand in an hour. */
const A_MINUTE = 10_000 / 60;
/** One tenant has most of the failures. */
const OF_THE_GIANT = 0.8;
const OTHERS = 19;
/** So many customers are to be told the same once more on the same day. */
const TOLD_AGAIN = 0.05;

/** Somebody's payment has failed, and this is to be said. */
interface Owed {
  readonly tenant: string;
  readonly id: string;
  readonly to: string;
  readonly at: number;
}

/** What SES took. */
interface Taken {
  readonly at: number;
  readonly id: string;
  readonly to: string;
  readonly tenant: string;
}

/** What became of a storm. */
export interface Storm {
  readonly owed: readonly Owed[];
  readonly giant: string;
  /** Everything that SES took. */
  readonly taken: readonly Taken[];
  /** How often it was too much in a second for SES. */
  readonly tooFast: number;
  /** Minutes until nothing was left to send. */
  readonly minutes: number;
  /** How many messages are in each state in the end, with why they were dropped. */
  readonly states: Readonly<Record<string, number>>;
}

/** After so many minutes it is certain that something never leaves. */
const MINUTES_MAX = 600;

/** Lets so many payments fail, at ten thousand in an hour, and has them told until nothing is left. */
export async function storm(failures: number, seed: number): Promise<Storm> {
  const world = await startWorldWithoutSockets();
  const dice = new Dice(seed);
  const [giant, ...others] = await templates(world);
  const ses = takingSes(world);
  const senders = new Senders(world.clock);
  const queue: Message[] = [];
  const app: App = {
    ...world.app,
    queues: { ...world.app.queues, messages: { send: async (all) => void queue.push(...all) } },
    mail: paced(ses, { perSecond: PER_SECOND, wait: (ms) => senders.wait(ms) }),
  };
  const sweeping = instanceOf(app);
  world.serve(sweeping);
  const sending = Array.from({ length: MESSAGES.senders }, () => instanceOf(app));
  const owed: Owed[] = [];
  let [minute, made] = [0, 0];
  const isLeft = async () => made < failures || ses.taken.length < made || (await isPending(world, owed));
  for (; minute < MINUTES_MAX && (await isLeft()); minute++) {
    const ends = world.clock.now() + MINUTE;
    for (; made < Math.min(failures, A_MINUTE * (minute + 1)); made++)
      owed.push(...(await fail(world, dice.chance(OF_THE_GIANT) ? giant! : dice.pick(others), dice)));
    await sweeping.sweep();
    await world.settle();
    await senders.work(sending.map((one) => () => sendUntil(ends, world, one, queue)));
    await world.clock.advanceTo(Math.max(ends, world.clock.now()));
  }
  const stateOf = async ({ tenant, id }: Owed) => {
    const message = await lookUpMessage(forTenant(world.app, tenant), id);
    return `${message?.state} ${message?.because ?? ''}`.trim();
  };
  const states = Map.groupBy(await Promise.all(owed.map(stateOf)), (state) => state);
  await world.stop();
  return {
    ...{ owed, giant: giant!.tenant, taken: ses.taken, tooFast: ses.tooFast(), minutes: minute },
    states: Object.fromEntries([...states].map(([state, all]) => [state, all.length])),
  };
}

/** Whether one of the messages is neither sent nor dropped. */
async function isPending({ app }: World, owed: readonly Owed[]): Promise<boolean> {
  const found = await Promise.all(owed.map(({ tenant, id }) => lookUpMessage(forTenant(app, tenant), id)));
  return found.some((message) => message?.state === 'PENDING');
}

/** One sender works off the queue, message by message, until the minute ends. */
async function sendUntil(ends: number, { clock }: World, sender: Instance, queue: Message[]): Promise<void> {
  while (clock.now() < ends) {
    const message = queue.shift();
    if (!message) return;
    const back = await handOver(sender.consumers.messages, [message.body]);
    if (back.length > 0) queue.push(message);
  }
}

/** Somebody whose renewal has failed, of whom all others are copies. */
interface Template {
  readonly tenant: string;
  readonly one: Subscription;
}

async function templates(world: World): Promise<Template[]> {
  const made: Template[] = [];
  for (let nth = 0; nth <= OTHERS; nth++) {
    const shop = await makeTenant(world, { messages: { ...NO_MESSAGES, on: ['payment_failed'] } });
    const { tenant } = shop;
    const { id } = await failing(world, shop);
    const stored = await lookUpSubscriber(forTenant(world.app, tenant.id), { by: 'svc', id: storedId(id) });
    made.push({ tenant: tenant.id, one: stored!.subscription });
  }
  return made;
}

/** Another customer's renewal has failed; some are to be told of it more than once. */
async function fail({ app, table, clock }: World, { tenant, one }: Template, dice: Dice): Promise<Owed[]> {
  const [id, customerId, at] = [app.newId(), app.newId(), clock.now()];
  const to = `${id}@shop.example`;
  const subscription = { ...one, id, customer: { ...one.customer, id: customerId, email: to } };
  const about = one.failedOrder ?? '';
  const times = dice.chance(TOLD_AGAIN) ? 3 : 1;
  const owed = Array.from({ length: times }, (_, nth): OwedMessage => {
    const cause = `payment_failed:${id}:${nth}`;
    return { kind: 'payment_failed', cause, about, at, subscriberId: id, personId: null };
  });
  await table.apply(subscriberPut(tenant, subscription, { lists: {} }));
  for (const each of owed) await table.apply(messagePut(tenant, each, at));
  return owed.map((each) => ({ tenant, id: messageIdOf(tenant, each), to, at }));
}

/** SES, which takes no more in a second than it allows. */
function takingSes({ clock }: World) {
  const rate = new Rate();
  const taken: Taken[] = [];
  let tooFast = 0;
  const send = async ({ to, tags: { tenant, message } }: Mail): Promise<Handed> => {
    if (rate.isOver(PER_SECOND, clock.now())) {
      tooFast++;
      return { is: 'later', code: 'TooManyRequestsException' };
    }
    taken.push({ at: clock.now(), id: message, to, tenant });
    return { is: 'accepted', id: `ses-${taken.length}` };
  };
  return { send, taken, tooFast: () => tooFast };
}
