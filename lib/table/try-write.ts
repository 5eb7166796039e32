import { Conflict } from './table.ts';

/** Somebody else has changed the record meanwhile: what they did stands. */
export async function tryWrite(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
  }
}
