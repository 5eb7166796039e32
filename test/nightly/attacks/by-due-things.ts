import type { Bought, Stored } from './copies.ts';
import { sortKeyOf } from './copies.ts';
import { behaviourOf, burst, type Attack, type Ground } from './attack.ts';
import { directBody, notify } from './by-requests.ts';

const MINUTE = 60_000;

/** A purchase of the hostile tenant's own, whose records are what the attack multiplies. */
export async function buy({ cloud, hostile, ...rest }: Ground, nth: number): Promise<Bought> {
  const body = directBody({ cloud, hostile, ...rest }, nth);
  const answer = await cloud.api('POST', '/checkout/initialize-direct', body, hostile);
  if (answer.status !== 200)
    throw new Error(`the hostile tenant could not buy: ${JSON.stringify(answer.body)}`);
  const { referenceCode } = answer.body.data as { referenceCode: string };
  return { svcId: String(answer.body.svcSubscriptionId), reference: referenceCode };
}

/** The records of a live subscriber without those that say what is due for its purchase. */
const isSubscriber = (item: Stored) => /^(SUB|CUSTOMER)#/.test(sortKeyOf(item));

/** Half of some copies are due at once, half just before the neighbour's. */
export async function makeDue(
  { copies, moment }: Ground,
  items: readonly Stored[],
  of: Bought,
  many: number,
) {
  const half = Math.ceil(many / 2);
  await copies.make(items, of, { from: 0, many: half, dueAt: moment - 4 * MINUTE });
  await copies.make(items, of, { from: half, many: many - half, dueAt: moment - MINUTE / 2 });
}

export async function subscriberRecords(ground: Ground, bought: Bought): Promise<Stored[]> {
  await ground.cloud.settle();
  return ground.copies.of(bought, isSubscriber);
}

const dueThings: Attack = {
  name: 'thousands of due things',
  modest: 200,
  full: 6_000,
  async prepare(ground, size) {
    const { cloud, hostile } = ground;
    const live = await buy(ground, 1);
    const ending = await buy(ground, 2);
    await cloud.api('DELETE', '/subscribers', { 'svc-id': ending.svcId }, hostile);
    const records = [await subscriberRecords(ground, live), await subscriberRecords(ground, ending)];
    return {
      async strike() {
        await makeDue(ground, records[0] ?? [], live, size / 2);
        await makeDue(ground, records[1] ?? [], ending, size / 2);
      },
    };
  },
};

/** No queue takes the first of these characters, and no name holds the others. */
const POISON = ['\uFFFF', '\uFFFE', '\u0000', '\uD800', '\u202E'];

const poison: Attack = {
  name: 'poison values',
  modest: 10,
  full: 40,
  async prepare(ground, size) {
    const { cloud, hostile } = ground;
    const { set, heal } = behaviourOf(ground);
    return {
      async strike() {
        await set({ loseAnswerNext: size, path: '/subscription/initialize' });
        await burst(size, 5, (nth) => {
          const clientReferenceId = `${POISON[nth % POISON.length] ?? ''}-${nth}`;
          const body = directBody(ground, nth, { clientReferenceId });
          return cloud.api('POST', '/checkout/initialize-direct', body, hostile);
        });
        const references = POISON.map((character) => `${character}-reference`);
        await burst(size, 5, (nth) =>
          notify(ground, { subscriptionReferenceCode: references[nth % references.length] }),
        );
      },
      heal,
    };
  },
};

const unreadable: Attack = {
  name: 'records that nobody can read',
  modest: 30,
  full: 2_000,
  async prepare(ground, size) {
    const bought = await buy(ground, 1);
    const records = await subscriberRecords(ground, bought);
    const due = records.filter(({ dueAt }) => dueAt !== undefined);
    const bare = due.map(({ pk, sk, dueShard, dueAt }) => ({ pk, sk, dueShard, dueAt }) as Stored);
    const strange = bare.map((item) => ({ ...item, sk: { S: `STRANGE#${sortKeyOf(item)}` } }));
    return {
      strike: async () => {
        await makeDue(ground, bare, bought, size / 2);
        await makeDue(ground, strange, bought, size / 2);
      },
    };
  },
};

const documents: Attack = {
  name: 'a giant backlog of documents',
  modest: 30,
  full: 1_500,
  async prepare(ground, size) {
    const bought = await buy(ground, 1);
    const { cloud, copies } = ground;
    await cloud.settle();
    const records = await copies.of(
      bought,
      (item) => isSubscriber(item) || sortKeyOf(item).startsWith('INV#'),
    );
    const waiting = records.map((item) =>
      sortKeyOf(item).startsWith('INV#') ? { ...item, ...MAKING } : withoutDue(item),
    );
    return { strike: () => makeDue(ground, waiting, bought, size) };
  },
};

/** An invoice whose document is still to be made, whatever became of the original's. */
const MAKING = {
  document: { S: 'MAKING' },
  failures: { N: '0' },
  dueShard: { S: 'document#0' },
  dueAt: { N: '0' },
};

const withoutDue = ({ dueShard: _, dueAt: __, ...item }: Stored): Stored => item;

export const BY_DUE_THINGS: readonly Attack[] = [dueThings, poison, unreadable, documents];
