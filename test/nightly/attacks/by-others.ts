import { against, type Result } from '../../../bench/result.ts';
import { SUBSCRIPTIONS_A_LARGE_PAGE } from '../../../lib/pay/iyzico/limits.ts';
import { behaviourOf, burst, forgetCalls, providerCalls, type Attack, type Ground } from './attack.ts';
import { buy, makeDue, subscriberRecords } from './by-due-things.ts';
import { buyDirect } from './by-requests.ts';

/** More calls than any attack makes. */
const ALL_CALLS = 1_000_000;
/** Of one look-up, beside the pages of what the plan sold around its time: what was found, a few times. */
const CALLS_OF_LOOK_UP = 8;
/** So many subscriptions the plan has sold for each charge that is looked up, all within the day that is searched. */
const SOLD_FOR_EACH = 20;
/** Purchases by card while the provider refuses the keys. */
const BOUGHT_WHILE_REFUSED = 20;

/** Beside those for the due things: of the neighbour's trade, of checkouts and of probes. */
const CALLS_OTHERWISE = 120;

/** What an account that does not work is asked: once for each due thing at most, and not again while it is so. */
async function callsForEach(name: string, ground: Ground, size: number): Promise<Result[]> {
  if (!ground.isAlone) return [];
  const calls = await providerCalls(ground);
  const most = size + CALLS_OTHERWISE;
  return [against(name, `calls of the provider, ${size} things due`, calls.length, { most })];
}

const receivers: Attack = {
  name: 'receivers that hang, redirect, never end',
  modest: 16,
  full: 600,
  neverSettles: true,
  async prepare(ground, size) {
    const { cloud, hostile, receiver } = ground;
    const { svcId } = await buy(ground, 1);
    const plans = [hostile.plans.Second, hostile.plans.First];
    const ids = plans.map((plan) => `pln_${plan?.id.replaceAll('-', '') ?? ''}`);
    return {
      async strike() {
        receiver.attack(true);
        await burst(size, 1, async (nth) => {
          const change = { 'svc-subscriber-id': svcId, 'svc-plan-id': ids[nth % 2] };
          return (await cloud.api('PUT', '/subscribers', change, hostile)).status;
        });
      },
      heal: async () => receiver.attack(false),
    };
  },
};

const silentProvider: Attack = {
  name: 'a provider that never answers',
  modest: 20,
  full: 2_000,
  async prepare(ground, size) {
    const { set, heal } = behaviourOf(ground);
    const live = await buy(ground, 1);
    const records = await subscriberRecords(ground, live);
    return {
      async strike() {
        await set({ hangNext: ALL_CALLS });
        if (ground.isAlone) await forgetCalls(ground);
        await makeDue(ground, records, live, size);
        await burst(5, 5, (nth) => buyDirect(ground, 10 + nth));
      },
      results: () => callsForEach(silentProvider.name, ground, size),
      heal,
    };
  },
};

const refusedCredentials: Attack = {
  name: 'credentials that the provider refuses',
  modest: 40,
  full: 3_000,
  async prepare(ground, size) {
    const { hostile } = ground;
    const live = await buy(ground, 1);
    const records = await subscriberRecords(ground, live);
    return {
      async strike() {
        await hostile.useKey(false);
        if (ground.isAlone) await forgetCalls(ground);
        await makeDue(ground, records, live, size);
        await burst(BOUGHT_WHILE_REFUSED, 20, (nth) => buyDirect(ground, 10 + nth));
      },
      results: () => callsForEach(refusedCredentials.name, ground, size),
      heal: () => hostile.useKey(true),
    };
  },
};

const unknownCharges: Attack = {
  name: 'charges of unknown outcome on a big plan',
  modest: 6,
  full: 45,
  async prepare(ground, size) {
    const { cloud, hostile } = ground;
    const { payUrl } = cloud.stack;
    const { merchantId } = hostile.merchant;
    const pricingPlanReferenceCode = hostile.plans.First?.reference;
    const many = { count: SOLD_FOR_EACH * size, pricingPlanReferenceCode };
    await cloud.json('POST', `${payUrl}/sandbox/merchants/${merchantId}/subscriptions`, many);
    return {
      async strike() {
        await forgetCalls(ground);
        await behaviourOf(ground).set({ loseAnswerNext: size, path: '/subscription/initialize' });
        await burst(size, 5, (nth) => buyDirect(ground, 10 + nth));
      },
      async results() {
        const calls = await providerCalls(ground);
        const asked = calls.filter(({ resource }) => resource.endsWith('/subscription/subscriptions'));
        const { name } = unknownCharges;
        // Beside the attack with refused keys, what is bought there is looked up too.
        const each = asked.length / (ground.isAlone ? size : size + BOUGHT_WHILE_REFUSED);
        const pages = Math.ceil(((SOLD_FOR_EACH + 1) * size) / SUBSCRIPTIONS_A_LARGE_PAGE);
        return [
          against(name, 'searches at the provider for each', each, { most: pages + CALLS_OF_LOOK_UP }),
          against(name, 'searches at the provider for each, at least', each, { least: 1 }),
        ];
      },
    };
  },
};

export const BY_OTHERS: readonly Attack[] = [receivers, silentProvider, refusedCredentials, unknownCharges];
