import { DAY, HOUR, MINUTE } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';
import { anyAct, perform } from './manage.ts';
import { shorter } from './shorter.ts';
import { askInTime } from './webhook.ts';

const SECOND = 1_000;
export async function passSeconds(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await stage.place.advance(dice.between(1, 150) * SECOND);
}

export async function passHours(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await stage.place.advance(shorter(stage, dice.between(5, 30 * 60) * MINUTE));
}

export async function passDays(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await stage.place.advance(shorter(stage, dice.between(24, 10 * 24) * HOUR));
}

export async function passMonths(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await askInTime(stage);
  await stage.place.advance(shorter(stage, dice.between(25, 64) * DAY));
}

/** Time goes by at the providers, and none of our queues or schedules runs. */
export async function fallBehind(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await stage.standStill(dice.between(5, 3 * 60 * 60) * SECOND);
}

/** The same for weeks: many charges come due that we hear nothing of. */
export async function sleepForWeeks(stage: Stage, _: Shop, dice: Dice): Promise<void> {
  await askInTime(stage);
  await stage.standStill(dice.between(41, 60) * DAY);
}

/** Only the queues and what is due now are worked off. */
export async function catchUp(stage: Stage): Promise<void> {
  await stage.place.settle();
}

/** To within seconds of the next charge of some subscription, and a request right there. */
export async function meetRenewal(stage: Stage, shop: Shop, dice: Dice): Promise<boolean> {
  const waiting = (await stage.panel(shop))
    .flatMap(({ orders }) => orders.filter(({ orderStatus }) => orderStatus === 'WAITING'))
    .map(({ startPeriod }) => startPeriod)
    .filter((at) => at > stage.now);
  if (waiting.length === 0) return false;
  const ahead = dice.pick(waiting) + dice.between(-20, 40) * SECOND - stage.now;
  if (ahead > 25 * DAY) await askInTime(stage);
  if (ahead > 0 && shorter(stage, ahead) === ahead) await stage.place.advance(ahead);
  const member = dice.pick(shop.members);
  await perform(stage, shop, member, anyAct(shop, member, dice));
  return true;
}

/** A request while our own queues and schedules are at work. */
export async function askMeanwhile(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const member = dice.pick(shop.members);
  const act = anyAct(shop, member, dice);
  await stage.together(
    dice,
    () => stage.place.advance(dice.between(0, 130) * SECOND),
    () => perform(stage, shop, member, act),
  );
}
