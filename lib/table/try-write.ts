import { Conflict, type Item } from './table.ts';

/**
 * Makes a change and answers whether it was made: false where its condition did not hold, because somebody else was
 * quicker and what they did stands. A single change that the client repeated by itself may meet its own first try;
 * `ours` recognises that by the item found. Everything but a Conflict is thrown on.
 */
export async function tryWrite(
  change: () => Promise<unknown>,
  ours: (found: Item | undefined) => boolean = () => false,
): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    return ours(conflict.found[0]);
  }
}
