import type { Pay } from '../../../lib/pay/pay.ts';
import { control, type Provider } from '../../support/world/shop.ts';

/** How the provider misbehaves: the first three do no work, the others do it and say nothing of it, or something else. */
export const WAYS = ['unreachable', 'failing', 'limited', 'silent', 'lost', 'erring'] as const;
export type Way = (typeof WAYS)[number];

/** What a call takes: so no two things at the provider happen in the same instant. */
const CALL_MS = 1;

/** Makes the provider misbehave for the one call that is carried out meanwhile. */
export type Misbehave = <T>(
  way: Exclude<Way, 'unreachable' | 'silent'>,
  carryOut: () => Promise<T>,
) => Promise<T>;

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
  /** Something of ours, or of the platform's, is out. */
  isOut = false;
  /** Virtual milliseconds by which each call takes longer than usual. */
  slowMs = 0;
  /** How many calls went wrong so far. */
  struck = 0;
  /** Provider references whose activation was carried out without a word of it, once for each time. */
  readonly lostActivations: unknown[] = [];
  /** When anything was wrong: from and to, epoch ms; the last one may be open. */
  readonly spans: { from: number; to: number }[] = [];

  get isOn(): boolean {
    return this.isOut || this.lasting !== undefined || this.wrongKey || this.next.length + this.underWay > 0;
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

/** A call to the provider that a tenant's trouble may befall. */
export interface AttemptedCall<T> {
  readonly carryOut: () => Promise<T>;
  /** The provider reference that it activates, if it does. */
  readonly activates: unknown;
  /** Whether this is how whoever asked sees an answer that was lost. */
  readonly isLost: (answer: T) => boolean;
  /** What whoever asked sees of a provider that says nothing. */
  readonly unanswered: (way: 'unreachable' | 'silent') => T;
  readonly misbehave: Misbehave;
  readonly clock: { now(): number };
  /** Lets the time go by that the call takes. */
  readonly pass: (slowMs: number) => Promise<unknown>;
}

/** Makes a call as the tenant's trouble has it. Of two calls at once the one may lose the answer that the other was to lose. */
export async function attempt<T>(trouble: Trouble, call: AttemptedCall<T>): Promise<T> {
  const { clock, carryOut, activates, isLost } = call;
  const way = trouble.strike(clock.now());
  if (way !== undefined) trouble.underWay++;
  try {
    const answer = await (way === undefined ? carryOut() : struck(way, call));
    const wasMade = way !== 'unreachable' && way !== 'silent';
    if (activates !== undefined && wasMade && isLost(answer)) trouble.lostActivations.push(activates);
    return answer;
  } finally {
    if (way !== undefined) trouble.underWay--;
    trouble.note(clock.now());
    await call.pass(trouble.slowMs);
  }
}

/** A silence is played here, since a real one would take real seconds; everything else happens on the wire. */
async function struck<T>(way: Way, { carryOut, unanswered, misbehave }: AttemptedCall<T>): Promise<T> {
  if (way === 'unreachable' || way === 'silent') return unanswered(way);
  return misbehave(way, carryOut);
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
      return (...asked: unknown[]) =>
        attempt<unknown>(trouble, {
          carryOut: () => Reflect.apply(method, target, asked) as Promise<unknown>,
          activates: name === 'activate' ? asked[0] : undefined,
          isLost: (answer) =>
            isFailure(answer) && (answer.is === 'connectionLost' || answer.is === 'unclear'),
          unanswered: (way) => ({ ok: false, is: way === 'silent' ? 'timeout' : way }),
          misbehave,
          clock,
          pass: (slowMs) => clock.advanceTo(clock.now() + CALL_MS + slowMs),
        });
    },
  });
}

const isFailure = (answer: unknown): answer is { readonly is: unknown } =>
  typeof answer === 'object' && answer !== null && 'is' in answer;

const SWITCHES = {
  failing: 'failNext',
  limited: 'limitNext',
  lost: 'loseAnswerNext',
  erring: 'errorAfterNext',
} as const;

/** Has the sandbox provider itself misbehave towards a merchant for one call. */
export function misbehaviour(provider: Provider, { merchantId }: { readonly merchantId: string }): Misbehave {
  return async (way, carryOut) => {
    await control(provider, '/behaviour', { merchantId, [SWITCHES[way]]: 1 });
    try {
      return await carryOut();
    } finally {
      await control(provider, '/behaviour', { merchantId, [SWITCHES[way]]: 0 });
    }
  };
}
