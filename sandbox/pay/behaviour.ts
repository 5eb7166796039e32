import { checkSwitches, count, flag, milliseconds, oneOf, text, type Switches } from '../switches.ts';

/** How the sandbox misbehaves. Counts go down by one with each call of the API they were spent on. */
export interface Behaviour {
  /** Real milliseconds by which every API answer is late. */
  latencyMs: number;
  /** Real milliseconds that pass between a call's work and its answer. */
  answerDelayMs: number;
  /** Calls that are never answered; nothing is done for them. */
  hangNext: number;
  /** Calls whose work is done and whose connection is then dropped. */
  loseAnswerNext: number;
  /** Calls whose work is done and which are never answered. */
  stallNext: number;
  /** Calls that get HTTP 500; nothing is done for them. */
  failNext: number;
  /** Calls that are refused with 50000, request limit exceeded. */
  limitNext: number;
  /** Waiting orders whose charge, when its time comes, is refused with 10051 whatever the card. */
  declineNext: number;
  /** Part of a path: the counts of calls above then touch only calls whose path holds it. Empty means all. */
  path: string;
  dropNotifications: boolean;
  duplicateNotifications: boolean;
  /** Holds each notification for a time of its own, so that later ones overtake earlier ones. */
  reorderNotifications: boolean;
  /** Sends four fields only: no customer reference, no event time. */
  reducedNotifications: boolean;
  /** False: every subscription call fails with 100001. */
  featureEnabled: boolean;
  signatureOrder: 'samples' | 'prose' | 'none';
  /** Milliseconds of the sandbox's clock during which a completed form still reads as not completed. */
  completionLagMs: number;
  /** Milliseconds of the sandbox's clock before a new subscription shows in searches. */
  searchLagMs: number;
}

type Count = 'hangNext' | 'loseAnswerNext' | 'stallNext' | 'failNext' | 'limitNext' | 'declineNext';

const NORMAL: Behaviour = {
  latencyMs: 0,
  answerDelayMs: 0,
  hangNext: 0,
  loseAnswerNext: 0,
  stallNext: 0,
  failNext: 0,
  limitNext: 0,
  declineNext: 0,
  path: '',
  dropNotifications: false,
  duplicateNotifications: false,
  reorderNotifications: false,
  reducedNotifications: false,
  featureEnabled: true,
  signatureOrder: 'samples',
  completionLagMs: 0,
  searchLagMs: 0,
};

/** What `POST /sandbox/behaviour` takes. */
export const PAY_SWITCHES = {
  latencyMs: milliseconds,
  answerDelayMs: milliseconds,
  hangNext: count,
  loseAnswerNext: count,
  stallNext: count,
  failNext: count,
  limitNext: count,
  declineNext: count,
  path: text,
  dropNotifications: flag,
  duplicateNotifications: flag,
  reorderNotifications: flag,
  reducedNotifications: flag,
  featureEnabled: flag,
  signatureOrder: oneOf('samples', 'prose', 'none'),
  completionLagMs: milliseconds,
  searchLagMs: milliseconds,
} as const satisfies Switches & Record<keyof Behaviour, unknown>;

/** The behaviour of the whole sandbox and of single merchants, whose own settings win. Not kept over a restart. */
export class Behaviours {
  #common: Partial<Behaviour> = {};
  readonly #own = new Map<string, Partial<Behaviour>>();

  of(merchantId: string | undefined): Behaviour {
    return { ...NORMAL, ...this.#common, ...this.#ownOf(merchantId) };
  }

  /** Changes what `settings` names and leaves the rest. Throws `BadControl` where one makes no sense, and changes nothing. */
  set(settings: Readonly<Record<string, unknown>>, merchantId?: string): Behaviour {
    checkSwitches(PAY_SWITCHES, settings);
    if (merchantId === undefined) this.#common = { ...this.#common, ...settings };
    else this.#own.set(merchantId, { ...this.#ownOf(merchantId), ...settings });
    return this.of(merchantId);
  }

  reset(merchantId?: string): void {
    if (merchantId !== undefined) {
      this.#own.delete(merchantId);
      return;
    }
    this.#common = {};
    this.#own.clear();
  }

  /** Uses up one of a count, if this call is one it is meant for. What is no call has no path and fits any. */
  spend(count: Count, merchantId: string | undefined, path?: string): boolean {
    for (const layer of [this.#ownOf(merchantId), this.#common]) {
      const left = layer[count] ?? 0;
      if (left <= 0 || !(path ?? layer.path ?? '').includes(layer.path ?? '')) continue;
      layer[count] = left - 1;
      return true;
    }
    return false;
  }

  #ownOf(merchantId: string | undefined): Partial<Behaviour> {
    return merchantId === undefined ? {} : (this.#own.get(merchantId) ?? {});
  }
}
