import type { CoreApp } from '../app.ts';
import { perInstance } from '../instance.ts';

/** So many of a kind an instance remembers; then it forgets the oldest. */
const REMEMBERED_MAX = 1_000;

/** Facts of one kind that never change once they are so, such as when an event was committed, as an instance knows them. */
export class Facts<Fact> {
  readonly #of = perInstance(() => new Map<string, Fact>());

  /** What is remembered of a name, or learned now; what is not so yet (undefined) is asked again the next time. */
  async find(app: CoreApp, name: string, learn: () => Promise<Fact | undefined>): Promise<Fact | undefined> {
    const fact = this.#of(app).get(name) ?? (await learn());
    if (fact !== undefined) this.note(app, name, fact);
    return fact;
  }

  /** Remembers what was learned by the way. */
  note(app: CoreApp, name: string, fact: Fact): void {
    const known = this.#of(app);
    known.set(name, fact);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
  }
}
