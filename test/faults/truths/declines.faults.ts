import { describe, expect } from 'vitest';
import { USUAL_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import { cardRefusedLater } from '../../../sandbox/pay/cards.ts';
import { it as inWorld } from '../../support/world/fixtures.ts';
import { enterCard, paidTwice, retriesOf, tooManyTries, triesOf } from '../../support/world/owing.ts';
import {
  advanceToRenewal,
  CARDS,
  DAY,
  eventNamesOf,
  HOUR,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const it = inWorld.extend('settings', () => ({ recovery: USUAL_RECOVERY }));

/** Never again with this card. */
const HARD = [
  ...['10041', '10043', '10215', '10057', '10054', '10229'],
  ...['10209', '10217', '10233', '10201', '10034'],
];
/** Not before the customer has acted. */
const CUSTOMER = [
  ...['10093', '10225', '10226', '10227', '10212', '10084', '10206'],
  ...['10207', '10230', '10221', '10012', '10213', '10216'],
];
/** Not before the merchant, or we, have acted. */
const OURS = [
  ...['10058', '10208', '10210', '10211', '10218', '10222', '10223', '10232', '5184', '9000', '50000'],
  ...['1000', '1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009'],
];
const SOFT = ['10051', '10224', '10248', '10005', '10220', '10202', '10204', '10236', '10243', '10244'];
const TECHNICAL = ['10214', '10219', '10228', '10240', '10241', '10242', '1', '100001'];
const UNHEARD_OF = ['10999', '77777'];

const EACH_DAY = [0, 1, 3, 6, 10, 16, 24];
const TWICE = [0, 1, 3];
const CLASSES: readonly (readonly [codes: readonly string[], days: readonly number[]])[] = [
  [[...HARD, ...CUSTOMER, ...OURS], [0]],
  [[...SOFT, ...TECHNICAL], EACH_DAY],
  [UNHEARD_OF, TWICE],
];

/** Somebody who is about to be refused with a code, and on which days after that it is to be tried. */
interface Owing {
  readonly code: string;
  readonly days: readonly number[];
  readonly member: Member;
}

/** For each code somebody whose renewal it meets. */
async function owingEach(world: World, shop: TestTenant): Promise<readonly Owing[]> {
  const all: Owing[] = [];
  for (const [codes, days] of CLASSES)
    for (const code of codes)
      all.push({ code, days, member: await subscribe(world, shop, { card: cardRefusedLater(code) }) });
  await advanceToRenewal(world, all[0]!.member.reference);
  await world.advance(HOUR);
  return all;
}

/** The days after the first refusal on which the provider tried to charge. */
async function daysTried(world: World, shop: TestTenant, member: Member): Promise<readonly number[]> {
  const failed = (await triesOf(world, shop, member)).filter(({ status }) => status === 'FAILED');
  const first = failed[0]?.time ?? 0;
  return failed.map(({ time }) => Math.round((time - first) / DAY));
}

const countOf = (names: readonly string[], name: string) =>
  names.filter((one) => one.startsWith(name)).length;

describe('A year after renewals that were refused, for each code that a bank may answer', () => {
  it('each is tried on the days of its class and no others, and its recovery ends', async ({
    world,
    shop,
  }) => {
    const all = await owingEach(world, shop);
    await world.advance(365 * DAY);
    for (const { code, days, member } of all) {
      const tried = await triesOf(world, shop, member);
      expect({ code, days: await daysTried(world, shop, member) }).toEqual({ code, days });
      expect(tooManyTries(await retriesOf(shop, member), tried)).toEqual([]);
      expect(await retriesOf(shop, member)).toHaveLength(days.length - 1);
      expect((await read(shop, member)).data).toMatchObject({
        ...{ subscriptionStatus: 'CANCELLED', recovery: null },
      });
      const events = eventNamesOf(world, shop, member);
      expect([countOf(events, 'DID_FAIL'), countOf(events, 'EXPIRED')]).toEqual([days.length, 1]);
    }
  });

  it('a new card is tried once at once, whatever the code was, and renewals go on', async ({
    world,
    shop,
  }) => {
    const all = await owingEach(world, shop);
    await world.advance(2.5 * DAY);
    for (const { member } of all) await enterCard(world, shop, member, CARDS.good);
    await world.advance(HOUR);
    for (const { code, member } of all) {
      const tried = await triesOf(world, shop, member);
      const before = tried.filter(({ time }) => time < world.clock.now() - 2 * HOUR);
      expect({ code, since: tried.slice(before.length).map(({ status }) => status) }).toEqual({
        ...{ code, since: ['SUCCESS'] },
      });
    }
    await world.advance(330 * DAY);
    for (const { member } of all) {
      const tried = await triesOf(world, shop, member);
      expect(paidTwice(tried)).toEqual([]);
      expect(tried.filter(({ status }) => status === 'SUCCESS')).toHaveLength(12);
      expect((await read(shop, member)).data).toMatchObject({ subscriptionStatus: 'ACTIVE', recovery: null });
    }
  });

  it('a new card that is as poor as the one before counts days and tries anew', async ({ world, shop }) => {
    const card = cardRefusedLater('10051');
    const member = await subscribe(world, shop, { card: cardRefusedLater('10041') });
    await advanceToRenewal(world, member.reference);
    await world.advance(5 * DAY);
    await enterCard(world, shop, member, card);
    await world.advance(40 * DAY);
    expect(await daysTried(world, shop, member)).toEqual([0, 5, 6, 8, 11, 15, 21, 29]);
  });
});
