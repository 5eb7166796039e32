import { Conflict, type DueKey, type Item, type Key, type Table } from '../../../lib/table/table.ts';
import { SortedKeys } from './sorted-keys.ts';

const dueKeyOf = ({ pk, sk, dueAt }: Item): DueKey => ({ pk, sk, dueAt: Number(dueAt) });

/** The table as the sweep sees it: items of which only keys and due times matter, kept in the order of the index. */
export class IndexTable {
  readonly calls = { due: 0, apply: 0, getMany: 0 };
  /** By partition key: of nearly all there is one. */
  readonly #items = new Map<string, Item[]>();
  readonly #partitions = new Map<string, SortedKeys>();

  get({ pk, sk }: Key): Item | undefined {
    return this.#items.get(pk)?.find((item) => item.sk === sk);
  }

  put(item: Item): void {
    this.remove(item);
    const there = this.#items.get(item.pk);
    if (there) there.push(item);
    else this.#items.set(item.pk, [item]);
    this.#partition(item)?.put(dueKeyOf(item));
  }

  remove({ pk, sk }: Key): void {
    const there = this.#items.get(pk) ?? [];
    const at = there.findIndex((item) => item.sk === sk);
    const [item] = at < 0 ? [] : there.splice(at, 1);
    if (!item) return;
    if (there.length === 0) this.#items.delete(pk);
    this.#partition(item)?.remove(dueKeyOf(item));
  }

  get table(): Table {
    const unused = () => Promise.reject(new Error('the sweep has no use for this'));
    return {
      get: unused,
      query: unused,
      list: unused,
      write: unused,
      getMany: async (keys) => (this.calls.getMany++, keys.map((key) => this.get(key))),
      due: async (partition, until, limit, after) => (
        this.calls.due++,
        this.#partitions.get(partition)?.page(until, limit, after) ?? []
      ),
      apply: async (change) => {
        this.calls.apply++;
        if (!('update' in change)) throw new Error('the sweep only moves what is due');
        const there = this.get(change.update);
        const [claim] = change.if ?? [];
        if (!there || !claim || !('is' in claim) || there.dueAt !== claim.is)
          throw new Conflict([0], [there]);
        const item = { ...there, ...change.set } as Item;
        this.put(item);
        return item;
      },
    };
  }

  #partition({ dueShard }: Item): SortedKeys | undefined {
    if (typeof dueShard !== 'string') return undefined;
    let keys = this.#partitions.get(dueShard);
    if (!keys) this.#partitions.set(dueShard, (keys = new SortedKeys()));
    return keys;
  }
}
