import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { buyDirectOnce } from './buy.ts';
import { anyAct, perform } from './manage.ts';

/** A request that reaches a function in the last seconds of its time, by an instance of its own. False where that cannot be had. */
export async function askInLittleTime(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  if (!stage.place.hurriedCall) return false;
  const timeLeftMs = dice.between(100, 9_000);
  if (dice.chance(0.3)) {
    await buyDirectOnce(stage, shop, dice, { timeLeftMs });
    return true;
  }
  const member = dice.pick(shop.members);
  await perform(stage, shop, member, anyAct(shop, member, dice), { timeLeftMs });
  return true;
}
