import type { Pay, PayAnswer } from '../../../lib/pay/pay.ts';
import type { PayNotifications } from '../../../lib/pay/pay-notifications.ts';
import type { PaySubscription } from '../../../lib/pay/provider-records.ts';

/**
 * A provider whose plan changes keep a subscription's id, over one whose plan changes make new references: each part of a
 * subscription on one plan is `id`, `id~2`, `id~3`, and notifications name the id.
 */
export class OneReference {
  /** By the reference of the provider below. */
  readonly #names = new Map<string, string>();

  /** The client of an account, in these names. */
  over(pay: Pay): Pay {
    const own = (name: string) => this.#below(name);
    const one = async <T extends PaySubscription>(asked: Promise<PayAnswer<T>>) =>
      mapped(await asked, (value) => this.#named(pay, value));
    const all = <T extends PaySubscription>(list: readonly T[]) =>
      Promise.all(list.map((each) => this.#named(pay, each)));
    return {
      ...pay,
      readForm: (token) => one(pay.readForm(token)),
      startDirect: (ask) => one(pay.startDirect(ask)),
      activate: (name) => pay.activate(own(name)),
      upgrade: (ask) => one(pay.upgrade({ ...ask, reference: own(ask.reference) })),
      cancel: (name) => pay.cancel(own(name)),
      readSubscription: (name) => one(pay.readSubscription(own(name))),
      lineage: async (name) =>
        mapped(await pay.lineage(own(name)), async ({ earlier, current }) => ({
          earlier: await all(earlier),
          current: await this.#named(pay, current),
        })),
      ancestors: async ({ reference }) => {
        const read = await pay.readSubscription(own(reference));
        return read.ok ? mapped(await pay.ancestors(read.value), all) : read;
      },
      search: async (filter) => mapped(await pay.search(filter), all),
      searchPurchases: async (...asked) =>
        mapped(await pay.searchPurchases(...asked), async ({ found, next }) => ({
          found: await all(found),
          next,
        })),
      listSubscriptions: async (from) =>
        mapped(await pay.listSubscriptions(from), async (page) => ({
          ...page,
          items: await all(page.items),
        })),
      openCardForm: (ask) => pay.openCardForm({ ...ask, reference: own(ask.reference) }),
    };
  }

  notifications(below: PayNotifications): PayNotifications {
    return {
      ...below,
      referenceIn: (arrived) => {
        const reference = below.referenceIn(arrived);
        return reference === undefined ? undefined : idIn(this.#names.get(reference) ?? reference);
      },
    };
  }

  #below(name: string): string {
    return [...this.#names].find(([, given]) => given === name)?.[0] ?? name;
  }

  /** A subscription under its name; one that is new gets the next of its lineage. */
  async #named<T extends PaySubscription>(pay: Pay, one: T): Promise<T> {
    if (!this.#names.has(one.reference)) {
      const older = await pay.ancestors(one);
      if (!older.ok) throw new Error(`the provider below does not tell the lineage: ${older.is}`);
      this.#name([...older.value.map(({ reference }) => reference).reverse(), one.reference]);
    }
    return { ...one, reference: this.#names.get(one.reference) ?? one.reference, parentReference: undefined };
  }

  #name(lineage: readonly string[]): void {
    const known = lineage.flatMap((reference) => this.#names.get(reference) ?? []);
    const id = idIn(known[0] ?? lineage[0] ?? '');
    for (const [nth, reference] of lineage.filter((each) => !this.#names.has(each)).entries()) {
      const place = known.length + nth + 1;
      this.#names.set(reference, place === 1 ? id : `${id}~${place}`);
    }
  }
}

/** The provider's own id in a name. */
const idIn = (name: string): string => name.replace(/~\d+$/, '');

async function mapped<T, U>(answer: PayAnswer<T>, map: (value: T) => Promise<U>): Promise<PayAnswer<U>> {
  return answer.ok ? { ok: true, value: await map(answer.value) } : answer;
}
