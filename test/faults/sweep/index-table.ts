import { Conflict, type DueKey, type Item, type Table } from '../../../lib/table/table.ts';

const nameOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk} ${sk}`;
const inOrder = (a: DueKey, b: DueKey) => a.dueAt - b.dueAt || (nameOf(a) < nameOf(b) ? -1 : 1);

/** The table as the sweep sees it: items of which only keys and due times matter, kept in the order of the index. */
export class IndexTable {
  readonly items = new Map<string, Item>();
  readonly calls = { due: 0, apply: 0, getMany: 0 };
  readonly #partitions = new Map<string, DueKey[]>();

  put(item: Item): void {
    this.remove(item);
    this.items.set(nameOf(item), item);
    const list = this.#partition(item.dueShard);
    const key = { pk: item.pk, sk: item.sk, dueAt: Number(item.dueAt) };
    list?.splice(position(list, key), 0, key);
  }

  remove(at: { pk: string; sk: string }): void {
    const there = this.items.get(nameOf(at));
    if (!there) return;
    this.items.delete(nameOf(at));
    const list = this.#partition(there.dueShard);
    list?.splice(position(list, { ...at, dueAt: Number(there.dueAt) }), 1);
  }

  get table(): Table {
    const unused = () => Promise.reject(new Error('the sweep has no use for this'));
    return {
      get: unused,
      query: unused,
      list: unused,
      write: unused,
      getMany: async (keys) => (this.calls.getMany++, keys.map((key) => this.items.get(nameOf(key)))),
      due: async (partition, until, limit, after) => {
        this.calls.due++;
        const list = this.#partition(partition) ?? [];
        const from = after === undefined ? 0 : position(list, after) + Number(this.#isThere(list, after));
        const page = list.slice(from, from + limit);
        const end = page.findIndex(({ dueAt }) => dueAt > until);
        return end < 0 ? page : page.slice(0, end);
      },
      apply: async (change) => {
        this.calls.apply++;
        if (!('update' in change)) throw new Error('the sweep only moves what is due');
        const there = this.items.get(nameOf(change.update));
        const [claim] = change.if ?? [];
        if (!there || !claim || !('is' in claim) || there.dueAt !== claim.is)
          throw new Conflict([0], [there]);
        const item = { ...there, ...change.set } as Item;
        this.put(item);
        return item;
      },
    };
  }

  #isThere(list: readonly DueKey[], key: DueKey): boolean {
    const found = list[position(list, key)];
    return found !== undefined && nameOf(found) === nameOf(key) && found.dueAt === key.dueAt;
  }

  #partition(name: unknown): DueKey[] | undefined {
    if (typeof name !== 'string') return undefined;
    let list = this.#partitions.get(name);
    if (!list) this.#partitions.set(name, (list = []));
    return list;
  }
}

/** Where a key stands, or would stand, in a list in order. */
function position(list: readonly DueKey[], key: DueKey): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inOrder(list[middle]!, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
