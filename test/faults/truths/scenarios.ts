import { CARDS, DAY, HOUR, MINUTE } from '../../support/world/shop.ts';
import type { Dice } from '../dice.ts';
import type { DirectTry, Member, Shop } from '../walks/records.ts';
import type { Stage } from '../walks/stage.ts';
import type { Way } from '../walks/trouble.ts';
import { syncPlans } from '../walks/steps/account.ts';
import { fillForm, FOREIGN_CARD, newPurchase, openForm, returnFrom, tryDirect } from '../walks/steps/buy.ts';
import { openCardForm, perform } from '../walks/steps/manage.ts';
import { importBeside } from '../walks/steps/operator.ts';

type Scenario = (stage: Stage, shop: Shop, dice: Dice) => Promise<void>;

const named = ({ references }: Member) => ({ 'pay-subscriber-reference-code': references.at(-1)! });

/** Somebody new with a card that every currency can be charged on; undefined where the purchase did not succeed. */
async function bought(
  stage: Stage,
  shop: Shop,
  dice: Dice,
  card = FOREIGN_CARD,
): Promise<Member | undefined> {
  const before = shop.members.length;
  await tryDirect(stage, shop, newPurchase(stage, shop, dice, card));
  return shop.members[before];
}

/** Longer than a month nobody waits for an order: cursors of the feed live for ninety days. */
const LONGEST_WAIT_MS = 32 * DAY;

/** Until the provider has charged the next order, and every way of hearing of it has had its time. */
async function renewalOf(stage: Stage, shop: Shop, { references }: Member): Promise<void> {
  const there = (await stage.panel(shop)).find(({ referenceCode }) => references.includes(referenceCode));
  const next = Math.max(stage.now, ...(there?.orders ?? []).map(({ startPeriod }) => startPeriod));
  await stage.place.advance(Math.min(next - stage.now, LONGEST_WAIT_MS) + 3 * HOUR);
}

/** A purchase by card with the next calls to the provider going wrong, asked for again as the buyer's system does. */
const lostPurchase =
  (way: Way): Scenario =>
  (stage, shop, dice) =>
    lost(stage, shop, newPurchase(stage, shop, dice, FOREIGN_CARD), way);

async function lost(stage: Stage, shop: Shop, made: DirectTry, way: Way): Promise<void> {
  shop.trouble.next.push(way);
  shop.trouble.note(stage.now);
  await tryDirect(stage, shop, made);
  for (let again = 0; again < 3 && made.open; again++) {
    await stage.place.advance(12 * MINUTE);
    await tryDirect(stage, shop, made);
  }
}

/** Somebody whom the provider knows by an older address buys by another, with a sign in it, and the answer is lost. */
const knownByAnOlderAddress: Scenario = async (stage, shop, dice) => {
  const who = { gsmNumber: '+905366666666', name: 'Deniz', surname: 'Ay' };
  const buy = (email: string) => {
    shop.phones.set(email, new Set([who.gsmNumber]));
    return newPurchase(stage, shop, dice, FOREIGN_CARD, { ...who, email });
  };
  await tryDirect(stage, shop, buy('deniz@shop0.example'));
  await stage.place.advance(30 * MINUTE);
  stage.step++;
  await lost(stage, shop, buy('deniz.ay@shop0.example'), 'lost');
};

const planChange =
  (upgradePeriod: 'NOW' | 'NEXT_PERIOD'): Scenario =>
  async (stage, shop, dice) => {
    const member = await bought(stage, shop, dice);
    if (!member) return;
    const [plan] = shop.plans.filter(({ currency }) => currency === 'TRY');
    const body = { ...named(member), 'pay-plan-reference-code': plan!.reference, upgradePeriod };
    await stage.place.advance(HOUR);
    await perform(stage, shop, member, { route: 'subscribers/change-plan', ask: { body } });
    await stage.place.advance(DAY);
  };

/** The main scenarios, as an outsider would tell them. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'hosted purchase': async (stage, shop, dice) => {
    const form = await openForm(stage, shop, dice);
    if (!form) return;
    await fillForm(stage, form, FOREIGN_CARD);
    await returnFrom(stage, shop, form);
  },
  'direct purchase with a lost answer': lostPurchase('lost'),
  'direct purchase with a system error after the charge': lostPurchase('erring'),
  'direct purchase with a lost answer, of somebody known by an older address': knownByAnOlderAddress,
  'direct purchase that never reached the bank': lostPurchase('failing'),
  renewal: async (stage, shop, dice) => {
    const member = await bought(stage, shop, dice);
    if (member) await renewalOf(stage, shop, member);
  },
  'failed renewal and a new card': async (stage, shop, dice) => {
    const member = await bought(stage, shop, dice, CARDS.refusedLater);
    if (member) await renewalOf(stage, shop, member);
    const form = member && (await openCardForm(stage, shop, dice, member));
    if (!form) return;
    await fillForm(stage, form, CARDS.good);
    await returnFrom(stage, shop, form);
    await stage.place.advance(HOUR);
  },
  'plan change now': planChange('NOW'),
  'plan change for the next period': planChange('NEXT_PERIOD'),
  'cancel and end': async (stage, shop, dice) => {
    const member = await bought(stage, shop, dice);
    if (!member) return;
    await perform(stage, shop, member, { route: 'subscribers/cancel', ask: { body: named(member) } });
    await stage.place.advance(2 * DAY);
  },
  'plan sync': (stage, shop) => syncPlans(stage, shop),
  import: async (stage, shop, dice) => void (await importBeside(stage, shop, dice)),
  notification: async (stage, shop, dice) => {
    await bought(stage, shop, dice);
    await stage.place.advance(HOUR);
  },
};
