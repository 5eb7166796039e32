import { RATE_LIMITS } from '../../../lib/table/schema.ts';
import type { Item, Key } from '../../../lib/table/table.ts';
import type { World } from './world.ts';

/** Everything that is in a world's table now, as a restore to this moment would bring it back. */
export async function copyOf(world: World): Promise<Item[]> {
  const items = await world.table.getMany(keysIn(world), { consistent: true });
  return items.filter((item) => item !== undefined);
}

/** What a GET must leave as it was: all but the counters of usage (requests of a minute, the hour of a key's last use). */
export const heldBy = async (world: World): Promise<Item[]> =>
  (await copyOf(world)).filter(({ pk }) => !pk.startsWith(RATE_LIMITS));

/** Puts a copy in the place of all that is in a world's table. */
export async function restore(world: World, copy: readonly Item[]): Promise<void> {
  for (const key of keysIn(world)) await world.table.apply({ delete: key });
  for (const item of copy) await world.table.apply({ put: item });
}

/** The keys of all that was ever written, once each. */
function keysIn(world: World): Key[] {
  const all = world.written.flatMap((change) => keysOf(JSON.parse(change)));
  return [...new Map(all.map((key) => [JSON.stringify(key), key])).values()];
}

/** The keys of what a change, or a list of them, touched. */
function keysOf(change: unknown): Key[] {
  if (Array.isArray(change)) return change.flatMap(keysOf);
  const { put, update } = change as { put?: Key; update?: Key };
  const at = put ?? update;
  return at ? [{ pk: at.pk, sk: at.sk }] : [];
}
