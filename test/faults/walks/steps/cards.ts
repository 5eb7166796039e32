import { CARDS, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Form, Member, Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { fillForm, returnFrom } from './buy.ts';
import { openCardForm } from './manage.ts';

const SECOND = 1_000;
/** When a browser comes back: at once, before and after a minute, just before the form expires, and after that. */
const MOMENTS_MS = [0, 5 * SECOND, 58 * SECOND, 62 * SECOND, 29 * MINUTE, 31 * MINUTE];

/**
 * Somebody replaces a card, usually where a payment has failed, and comes back at some moment: once, twice at once, or
 * once more later. The card may be as bad as the one before, or none may be entered at all.
 */
export async function replaceCard(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const form = await openCardForm(stage, shop, dice, await inNeed(stage, shop, dice));
  if (!form) return;
  if (dice.chance(0.7)) await fillForm(stage, form, dice.pick([CARDS.good, CARDS.refusedLater]));
  await stage.place.advance(dice.pick(MOMENTS_MS));
  await comeBack(stage, shop, form, dice);
  for (let more = dice.pick([0, 1, 2]); more > 0; more--) {
    await stage.place.advance(dice.pick(MOMENTS_MS));
    await comeBack(stage, shop, form, dice);
  }
}

async function comeBack(stage: Stage, shop: Shop, form: Form, dice: Dice): Promise<void> {
  const once = () => returnFrom(stage, shop, form);
  if (dice.chance(0.7)) await once();
  else await stage.together(dice, once, once);
}

/** A subscriber whose payment has failed or who has not begun, if the shop has one. */
async function inNeed(stage: Stage, shop: Shop, dice: Dice): Promise<Member> {
  const waiting = (await stage.panel(shop))
    .filter(({ subscriptionStatus }) => ['UNPAID', 'PENDING'].includes(subscriptionStatus))
    .map(({ referenceCode }) => referenceCode);
  const members = shop.members.filter(({ references }) => references.some((one) => waiting.includes(one)));
  return dice.pick(members.length > 0 ? members : shop.members);
}
