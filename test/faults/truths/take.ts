import { Dice } from '../dice.ts';
import { violationsOf } from '../walks/checks/checker.ts';
import { evidenceOf } from '../walks/evidence.ts';
import { healAndWait } from '../walks/heal.ts';
import { memoryPlace } from '../walks/places/memory.ts';
import { Stage } from '../walks/stage.ts';
import { playAnswers, type Answers } from './answers.ts';
import { SCENARIOS } from './scenarios.ts';

/** All scenarios one after the other at one tenant whose provider does so, and what is wrong once all is quiet. */
export async function toldUnder(
  answers: Answers,
  seed: number,
): Promise<{ wrong: string[]; charges: number }> {
  const dice = new Dice(seed);
  const { place, close } = await memoryPlace(dice);
  try {
    const stage = await Stage.open(place, dice, 1);
    const [shop] = stage.shops;
    if (!shop) throw new Error('no tenant');
    await playAnswers(place, shop, answers);
    for (const tell of Object.values(SCENARIOS)) {
      stage.step++;
      await tell(stage, shop, dice);
    }
    await healAndWait(stage);
    const evidence = await evidenceOf(stage);
    const charges = evidence.shops.reduce((sum, { ledger }) => sum + ledger.length, 0);
    return { wrong: violationsOf(evidence), charges };
  } finally {
    await close();
  }
}
