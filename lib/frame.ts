import type { Decision } from './billing/decision.ts';
import { factsOf, readFactsOf } from './billing/facts.ts';
import { storedId, type SubscriberRef } from './billing/identifiers.ts';
import type { Wanted } from './billing/next-step.ts';
import type { ProviderSnapshot } from './billing/provider-snapshot.ts';
import type { Subscription } from './billing/subscription.ts';
import { commit } from './commit.ts';
import { DECISIONS_MAX } from './limits.ts';
import { payClientFor, refusalOf } from './pay/client.ts';
import type { Pay, PayAnswer } from './pay/pay.ts';
import type { PaySubscriptionDetails } from './pay/provider-records.ts';
import { reconcileWith } from './reconciliation/reconcile.ts';
import type { AskedStep } from './reconciliation/take-step.ts';
import { isTransient, Refusal } from './refusal.ts';
import type { LogFields, SubscriptionApp, WithTenant } from './runtime/app.ts';
import { errorFields } from './runtime/log.ts';
import { findSubscriber, type StoredSubscriber } from './table/subscribers/subscribers.ts';
import { causeOf } from './table/subscribers/timeline.ts';
import { Conflict } from './table/table.ts';
import { refusalFor } from './table/tenants/refusal-for.ts';

export type { AskedStep } from './reconciliation/take-step.ts';

/** What a verb is asked for, as its line in the log says it: nothing of a person. */
export interface Asked {
  readonly verb: string;
  readonly ref: SubscriberRef;
  /** When the request was first made (epoch ms). */
  readonly since?: number | undefined;
}

/** What a verb must know before it decides. */
export interface Freshness {
  /** Why the record may lack news that decides; undefined if it does not. */
  readonly behind: (one: Subscription) => string | undefined;
  /** Whether the verb can be answered by this record although the provider gave no answer; never, if it does not say. */
  readonly needsNoAnswer?: (one: Subscription) => boolean;
}

/** A change in our records, which is decided again by each newer record. */
export interface RecordChange {
  /** Whether this record has it already; it may throw what forbids it. */
  readonly isRepeated?: (one: Subscription) => boolean;
  readonly decide: (one: Subscription) => Decision;
  readonly thenRelist?: boolean;
}

/** What a verb did: found itself done, recorded something, had the provider asked, or changed nothing. */
export type Did = 'repeated' | 'recorded' | 'asked' | 'answered';

/** A record that a verb may be answered by. Only the frame makes one. */
class Shown {
  readonly #one: Subscription;

  constructor(one: Subscription) {
    this.#one = one;
  }

  get subscription(): Subscription {
    return this.#one;
  }
}

/** A record as it was found: what decides may not be on it yet. */
class Found extends Shown {
  readonly #stored: StoredSubscriber;

  constructor(stored: StoredSubscriber) {
    super(stored.subscription);
    this.#stored = stored;
  }

  get stored(): StoredSubscriber {
    return this.#stored;
  }
}

/** Why a verb decides by the record as it was found. */
export type NeedsNoReading = 'it changes our records alone' | 'nothing that is read there decides it';

/**
 * A record that a verb may decide by: it is not behind, or was read and recorded just now, or needs no answer. Only the
 * frame makes one, so a verb that forgets to bring its record up to date does not compile.
 */
class UpToDate extends Found {
  readonly #isUpToDate = true;

  get isUpToDate(): boolean {
    return this.#isUpToDate;
  }
}

/** An answer, with what its line in the log says of it. */
class Answered<R> {
  readonly #result: R;
  readonly did: Did;

  constructor(did: Did, result: R) {
    this.did = did;
    this.#result = result;
  }

  get result(): R {
    return this.#result;
  }
}

/** What came of carrying something out: the provider was asked, or it was read and had nothing to be asked for. */
export type CarriedOut =
  | { readonly is: 'asked'; readonly step: AskedStep; readonly after: Shown }
  | {
      readonly is: 'read';
      readonly read: ProviderSnapshot | undefined;
      readonly isKept: boolean;
      readonly current: UpToDate;
    };

export type { Answered, Found, Frame, Shown, UpToDate };

/** Runs a verb on a subscription in the frame, with one line in the log. `again`: it is decided anew, `DECISIONS_MAX` times. */
export async function inFrame<R>(
  app: SubscriptionApp & WithTenant,
  asked: Asked,
  verb: (frame: Frame) => Promise<Answered<R> | 'again'>,
): Promise<R> {
  const frame = new Frame(app, asked);
  try {
    for (let attempt = 1; attempt <= DECISIONS_MAX; attempt++) {
      const answer = await verb(frame);
      if (answer === 'again') continue;
      frame.tell(answer.did);
      return answer.result;
    }
    throw new Refusal('concurrent_change');
  } catch (error) {
    frame.tell(refusalFor(error).code);
    throw error;
  }
}

/** Reads a subscriber at the provider because somebody asks for just that. Throws as `Frame.readNow` does. */
export const readNow = (app: SubscriptionApp & WithTenant, id: string): Promise<void> =>
  inFrame(app, { verb: 'reconcile', ref: { by: 'svc', id: storedId(id) } }, async (frame) => {
    const current = await frame.readNow(await frame.find());
    return frame.answer('answered', current, undefined);
  });

/** One verb on one subscription: the only way of a verb to a record, to the provider and to a commit. */
class Frame {
  readonly app: SubscriptionApp & WithTenant;
  readonly asked: Asked;
  #line: LogFields = {};
  #shown: Subscription | undefined;

  constructor(app: SubscriptionApp & WithTenant, asked: Asked) {
    this.app = app;
    this.asked = asked;
  }

  /** Finds the subscriber that was named. Throws `subscriber_not_found`. */
  async find(): Promise<Found> {
    return this.found(await findSubscriber(this.app, this.asked.ref));
  }

  /** Takes a subscriber that was found with something else. */
  found(stored: StoredSubscriber): Found {
    this.#shown = stored.subscription;
    return new Found(stored);
  }

  /** The record as it is now. */
  async again({ subscription: { id } }: Shown): Promise<Found> {
    return this.found(await findSubscriber(this.app, { by: 'svc', id: storedId(id) }));
  }

  /** What its line in the log says was asked for, beside the verb: nothing that somebody has typed. */
  wants(asked: string): void {
    this.#say({ asked });
  }

  /** The record as it was found, where the verb says why that is enough. */
  asRecorded(found: Found, _why: NeedsNoReading): UpToDate {
    return new UpToDate(found.stored);
  }

  /** Another subscription of the same customer, for the same change. Throws `subscriber_not_found`. */
  async beside(id: string, why: NeedsNoReading): Promise<UpToDate> {
    const stored = await findSubscriber(this.app, { by: 'svc', id: storedId(id) });
    return this.asRecorded(new Found(stored), why);
  }

  /**
   * The one place where a verb brings its subscriber up to date. Throws the provider's refusal, or Conflict if other
   * writers were faster each time, unless the newest record needs no answer.
   */
  async upToDate(found: Found, { behind, needsNoAnswer }: Freshness): Promise<UpToDate> {
    const why = behind(found.subscription);
    if (why === undefined) return new UpToDate(found.stored);
    this.#say({ behind: why });
    try {
      return await this.readNow(found);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Conflict || isTransient(error))) throw error;
      const known = await this.again(found);
      if (!needsNoAnswer?.(known.subscription)) throw error;
      this.#say({ reading: `${refusalFor(error).code}, needed no more` });
      return new UpToDate(known.stored);
    }
  }

  /** The subscriber with all that the provider says of it recorded. Throws as `carryOut` does. */
  async readNow(found: Shown): Promise<UpToDate> {
    const done = await this.carryOut(found, undefined);
    return done.is === 'read' ? done.current : new UpToDate((await this.again(found)).stored);
  }

  /**
   * Reads at the provider what a verb is about to change there; what is news of it is recorded first. Throws as
   * `upToDate` does.
   */
  async verified(
    found: Found,
    isNews: (there: PaySubscriptionDetails) => boolean,
  ): Promise<{ readonly there: PaySubscriptionDetails; readonly current: UpToDate }> {
    const there = await this.readThere(found.subscription);
    this.#say({ there: there.reference, theirs: there.status, theirPlan: there.planReference });
    return { there, current: isNews(there) ? await this.readNow(found) : new UpToDate(found.stored) };
  }

  /** The provider's current reference of a subscription. Throws the refusal where it gives no usable answer. */
  readThere({ payReference, merchantId }: Pick<Subscription, 'payReference' | 'merchantId'>) {
    return this.atProvider('readSubscription', { merchantId }, (pay) => pay.readSubscription(payReference));
  }

  /** Makes a call that concerns no order: its answer, or what it is refused with is thrown. */
  async atProvider<T>(
    step: string,
    of: Pick<Subscription, 'merchantId'>,
    call: (pay: Pay) => Promise<PayAnswer<T>>,
  ): Promise<T> {
    const answer = await call(await payClientFor(this.app, of));
    this.#say({ step, code: answer.ok ? 'done' : answer.is });
    if (!answer.ok) throw refusalOf(answer);
    return answer.value;
  }

  /** Records a change, unless the newest record has it already. Throws what forbids it, and Conflict after the last lost race. */
  async commit(
    current: UpToDate,
    { isRepeated, decide, thenRelist = false }: RecordChange,
  ): Promise<{ readonly did: 'recorded' | 'repeated'; readonly after: Shown }> {
    const { subscription, decision, races } = await commit(this.app, {
      stored: current.stored,
      causedBy: causeOf(this.app),
      thenRelist,
      decide: ({ subscription: one }) => {
        if (this.#shown?.id === one.id) {
          this.#shown = one;
          this.#say({ from: one.revision });
        }
        return isRepeated?.(one) ? undefined : decide(one);
      },
    });
    this.#say({ races, events: eventsIn(decision) });
    return { did: decision ? 'recorded' : 'repeated', after: new Shown(subscription) };
  }

  /**
   * Reconciles, with what is wanted as the next step: the provider is asked for it once, after a fresh reading. A reading
   * that is lost is thrown as its refusal, and one that others have overtaken as `concurrent_change`.
   */
  async carryOut(found: Shown, wanted: Wanted | undefined, known?: UpToDate): Promise<CarriedOut> {
    const { outcome, taken, read } = await reconcileWith(
      this.app,
      found.subscription.id,
      causeOf(this.app),
      wanted,
      known?.stored,
    );
    this.#say({
      reading: typeof outcome === 'string' ? outcome : outcome.is,
      ...(read && readFactsOf(read)),
    });
    if (taken) this.#say({ step: taken.step.call, code: taken.is === 'asked' ? taken.outcome.is : taken.is });
    if (taken?.is === 'asked') {
      const isKnown = taken.step.call === 'changePlan' && taken.outcome.is !== 'unknown';
      const after = isKnown ? taken.after : (await this.again(found)).subscription;
      return { is: 'asked', step: taken, after: new Shown(after) };
    }
    if (outcome === 'overtaken') throw new Refusal('concurrent_change');
    if (outcome !== 'reconciled') throw refusalOf(outcome);
    return {
      is: 'read',
      read,
      isKept: taken !== undefined,
      current: new UpToDate((await this.again(found)).stored),
    };
  }

  /**
   * Carries out now what a commit has made due. What fails stays recorded and due, and is tried again until it is done, so
   * the request succeeds.
   */
  async carryOutRecorded(after: Shown): Promise<Shown> {
    try {
      return await this.readNow(after);
    } catch (error) {
      const { id: subscriberId } = after.subscription;
      this.app.log.warn('cancellation to be carried out later', { subscriberId, ...errorFields(error) });
      return after;
    }
  }

  /** The answer by a record, and what the line in the log says of it. */
  answer<R>(did: Did, { subscription }: Shown, result: R): Answered<R> {
    this.#shown = subscription;
    return new Answered(did, result);
  }

  /** Writes the line. */
  tell(outcome: string): void {
    const { by, through } = causeOf(this.app);
    const { verb, ref, since } = this.asked;
    this.app.log.info('verb', {
      ...{ tenant: this.app.tenantId, verb, by, through, identifier: ref.by, since },
      ...this.#line,
      ...(this.#shown && factsOf(this.#shown, this.app.clock())),
      outcome,
    });
  }

  #say(fields: LogFields): void {
    this.#line = { ...this.#line, ...fields };
  }
}

/** The types of the events that a decision has announced. */
const eventsIn = (decision: Decision | undefined): string | undefined =>
  decision && decision.events.length > 0 ? decision.events.map(({ type }) => type).join(' ') : undefined;
