import type { DueKey } from '../../../lib/table/table.ts';

/** Short enough that a key is put in by moving few others. */
const BLOCK_MAX = 512;

/** Keys in the order of the index, in blocks: putting one in or out costs the same however many there are. */
export class SortedKeys {
  readonly #blocks: DueKey[][] = [];

  put(key: DueKey): void {
    const nth = Math.min(this.#blockOf(key), Math.max(0, this.#blocks.length - 1));
    const block = (this.#blocks[nth] ??= []);
    block.splice(positionIn(block, key), 0, key);
    if (block.length > BLOCK_MAX) this.#blocks.splice(nth + 1, 0, block.splice(BLOCK_MAX / 2));
  }

  remove(key: DueKey): void {
    const nth = this.#blockOf(key);
    const block = this.#blocks[nth];
    if (!block) return;
    const at = positionIn(block, key);
    if (block[at] === undefined || inOrder(block[at], key) !== 0) return;
    block.splice(at, 1);
    if (block.length === 0) this.#blocks.splice(nth, 1);
  }

  /** At most so many keys that are due until then, from the first one after another. */
  page(until: number, limit: number, after: DueKey | undefined): DueKey[] {
    const page: DueKey[] = [];
    for (let nth = after === undefined ? 0 : this.#blockOf(after); nth < this.#blocks.length; nth++) {
      const block = this.#blocks[nth]!;
      for (
        let at = after === undefined || page.length > 0 ? 0 : positionIn(block, after);
        at < block.length;
        at++
      ) {
        const key = block[at]!;
        if (key.dueAt > until || page.length === limit) return page;
        if (after === undefined || inOrder(key, after) > 0) page.push(key);
      }
    }
    return page;
  }

  /** The first block that ends with this key or a later one. */
  #blockOf(key: DueKey): number {
    return firstOf(this.#blocks, (block) => inOrder(block.at(-1)!, key) >= 0);
  }
}

const positionIn = (block: readonly DueKey[], key: DueKey) => firstOf(block, (one) => inOrder(one, key) >= 0);

function inOrder(a: DueKey, b: DueKey): number {
  if (a.dueAt !== b.dueAt) return a.dueAt - b.dueAt;
  if (a.pk !== b.pk) return a.pk < b.pk ? -1 : 1;
  if (a.sk !== b.sk) return a.sk < b.sk ? -1 : 1;
  return 0;
}

/** Where in a list a claim holds first that, once it holds, holds for all the rest. */
function firstOf<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
