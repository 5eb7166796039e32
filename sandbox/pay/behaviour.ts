import { checkSwitches, count, delay, flag, milliseconds, oneOf, text, type Switches } from '../switches.ts';
import { FAVOURED_REFUNDS, REFUND_SWITCHES, type RefundTruth } from './refund-truths.ts';
import { FAVOURED, TRUTH_SWITCHES, type Truth } from './truths.ts';

/** How the sandbox misbehaves, and what it takes for true. Counts go down by one with each call they affect. */
export interface Behaviour extends Truth, RefundTruth {
  /** Real milliseconds of delay before every API answer. */
  latencyMs: number;
  /** Real milliseconds between a call's work and its answer. */
  answerDelayMs: number;
  /** Calls without an answer or an effect. */
  hangNext: number;
  /** Calls that take effect and whose connection is then dropped. */
  loseAnswerNext: number;
  /** Calls that take effect and are never answered. */
  stallNext: number;
  /** Calls that take effect and are answered with the failure `errorCode`. */
  errorAfterNext: number;
  /** Calls without an effect that are answered with the failure `errorCode`. */
  errorNext: number;
  /** Calls that get HTTP 500 without an effect. */
  failNext: number;
  /** Calls that are refused with 50000, request limit exceeded. */
  limitNext: number;
  /** Waiting orders whose charge will be refused with 10051, whatever the card. */
  declineNext: number;
  /** The counts above only affect calls whose path contains this. Empty means all. */
  path: string;
  dropNotifications: boolean;
  duplicateNotifications: boolean;
  /** Holds each notification for a different time, so that later ones overtake earlier ones. */
  reorderNotifications: boolean;
  /** Sends four fields only: no customer reference, no event time. */
  reducedNotifications: boolean;
  /** False: every subscription call fails with 100001. */
  featureEnabled: boolean;
  signatureOrder: 'samples' | 'prose' | 'none';
  /** Milliseconds of the sandbox's clock during which a completed form still reads as unfinished. */
  completionLagMs: number;
  /** Milliseconds of the sandbox's clock before a new subscription appears in searches. */
  searchLagMs: number;
  /** Hours between the attempts of a provider that retries by itself. */
  ownRetryHours: number;
}

type Count =
  | 'hangNext'
  | 'loseAnswerNext'
  | 'stallNext'
  | 'errorAfterNext'
  | 'errorNext'
  | 'failNext'
  | 'limitNext'
  | 'declineNext';

const NORMAL: Behaviour = {
  latencyMs: 0,
  answerDelayMs: 0,
  hangNext: 0,
  loseAnswerNext: 0,
  stallNext: 0,
  errorAfterNext: 0,
  errorNext: 0,
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
  ownRetryHours: 24,
  ...FAVOURED,
  ...FAVOURED_REFUNDS,
};

/** What `POST /sandbox/behaviour` takes. */
export const PAY_SWITCHES = {
  latencyMs: delay,
  answerDelayMs: delay,
  hangNext: count,
  loseAnswerNext: count,
  stallNext: count,
  errorAfterNext: count,
  errorNext: count,
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
  ownRetryHours: count,
  ...TRUTH_SWITCHES,
  ...REFUND_SWITCHES,
} as const satisfies Switches & Record<keyof Behaviour, unknown>;

/** The behaviour of the sandbox, and of single merchants, whose settings win. It does not survive a restart. */
export class Behaviours {
  #common: Partial<Behaviour> = {};
  readonly #own = new Map<string, Partial<Behaviour>>();

  of(merchantId: string | undefined): Behaviour {
    return { ...NORMAL, ...this.#common, ...this.#ownOf(merchantId) };
  }

  /** Changes the named settings. Throws `BadControl` for an invalid one, and then changes nothing. */
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

  /** Uses up one of a count, if it applies to this call. Anything that is not a call has no path and matches any. */
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
