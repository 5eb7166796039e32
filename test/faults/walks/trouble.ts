import type { Pay } from '../../../lib/pay/pay.ts';

/** How the provider misbehaves: the first three do no work, the last two do it and say nothing of it. */
export const WAYS = ['unreachable', 'failing', 'limited', 'silent', 'lost'] as const;
export type Way = (typeof WAYS)[number];

/** What a call takes: so no two things at the provider happen in the same instant. */
const CALL_MS = 1;

/** Makes the provider misbehave for the one call that is carried out meanwhile. */
export type Misbehave = <T>(way: Way, carryOut: () => Promise<T>) => Promise<T>;

/** What a tenant's provider account does to our calls, and what it has done. */
export class Trouble {
  /** Calls that go wrong, in order; when they are used up all is well again. */
  readonly next: Way[] = [];
  /** Calls that are going wrong at this moment. */
  underWay = 0;
  /** Every call goes wrong in this way until that is lifted. */
  lasting: Way | undefined;
  /** The merchant's key was changed at the provider and not here. */
  wrongKey = false;
  /** Virtual milliseconds by which each call takes longer than usual. */
  slowMs = 0;
  /** How many calls went wrong so far. */
  struck = 0;
  /** Provider references whose activation was carried out without a word of it, once for each time. */
  readonly lostActivations: unknown[] = [];
  /** When anything was wrong: from and to, epoch ms; the last one may be open. */
  readonly spans: { from: number; to: number }[] = [];

  get isOn(): boolean {
    return this.lasting !== undefined || this.wrongKey || this.next.length + this.underWay > 0;
  }

  /** To be called whenever something was switched: keeps the spans. */
  note(now: number): void {
    const last = this.spans.at(-1);
    const open = last?.to === Infinity;
    if (this.isOn && !open) this.spans.push({ from: now, to: Infinity });
    if (!this.isOn && open) last.to = now;
  }

  /** Whether anything was wrong at some time from `from` to `to`. */
  within(from: number, to: number): boolean {
    return this.spans.some((span) => span.from <= to && span.to >= from);
  }

  heal(now: number): void {
    this.next.length = 0;
    this.lasting = undefined;
    this.wrongKey = false;
    this.slowMs = 0;
    this.note(now);
  }

  strike(now: number): Way | undefined {
    const way = this.next.shift() ?? this.lasting;
    if (way !== undefined) this.struck++;
    if (this.wrongKey) this.struck++;
    this.note(now);
    return way;
  }
}

/** A tenant's line to the provider with its trouble on it. */
export function troubled(
  pay: Pay,
  trouble: Trouble,
  clock: { now(): number; advanceTo(time: number): Promise<void> },
  misbehave: Misbehave,
): Pay {
  return new Proxy(pay, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...asked: unknown[]) => {
        const carryOut = () => Reflect.apply(method, target, asked) as Promise<unknown>;
        const way = trouble.strike(clock.now());
        if (way === 'lost' && name === 'activate') trouble.lostActivations.push(asked[0]);
        if (way !== undefined) trouble.underWay++;
        const answer = await (way === undefined ? carryOut() : struck(way, carryOut, misbehave));
        if (way !== undefined) trouble.underWay--;
        trouble.note(clock.now());
        await clock.advanceTo(clock.now() + CALL_MS + trouble.slowMs);
        return answer;
      };
    },
  });
}

/** A silence is played here, since a real one would take real seconds; everything else happens on the wire. */
async function struck(way: Way, carryOut: () => Promise<unknown>, misbehave: Misbehave): Promise<unknown> {
  if (way === 'unreachable') return { ok: false, is: 'unreachable' };
  if (way === 'silent') return { ok: false, is: 'timeout' };
  return misbehave(way, carryOut);
}
