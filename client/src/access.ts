import type { Operations } from './generated.ts';
import type { CallInput } from './names.ts';
import { BillingRefusal, BillingUnreachable } from './refusals.ts';
import type { Send } from './send.ts';
import type { CallOptions } from './settings.ts';

/** Whom `access` is asked about: exactly one of `svcId`, `payReference`, `email`, `externalId`; and, if wished, which feature. */
export type AccessInput = CallInput<'access'>;

/** Whether a person is in. `stale`: the service does not answer, and this is what it said last. */
export type Access = Operations['access']['answer']['data'] & { readonly stale: boolean };

/** How long an answer is used without asking again, in ms, and how many people are remembered. */
const KEPT = { freshMs: 30_000, people: 10_000 } as const;

interface Kept {
  readonly data: Operations['access']['answer']['data'];
  readonly askedAt: number;
}

/**
 * Asks whether a person is in. An answer is used for half a minute, and until its `validUntil`, marked `stale`, while the service
 * does not answer: an outage locks nobody out. Throws BillingUnreachable where nothing valid is remembered.
 */
export function accessReader(send: Send, now: () => number) {
  const remembered = new Map<string, Kept>();
  return async (input: AccessInput, options?: CallOptions): Promise<Access> => {
    const { feature, ...person } = input;
    const key = JSON.stringify(Object.entries(person).sort());
    const known = remembered.get(key);
    const kept = known && now() < Date.parse(known.data.validUntil) ? known : undefined;
    if (kept && now() - kept.askedAt < KEPT.freshMs) return narrowed(kept.data, feature, false);
    try {
      const { data } = await send('access', person, { ...options, ...(kept && { isTriedOnce: true }) });
      remember(remembered, key, { data, askedAt: now() });
      return narrowed(data, feature, false);
    } catch (error) {
      if (!kept || !isOutage(error) || now() >= Date.parse(kept.data.validUntil)) throw error;
      return narrowed(kept.data, feature, true);
    }
  };
}

/** The service did not answer, or could not: nothing was said about the person. */
const isOutage = (error: unknown): boolean =>
  error instanceof BillingUnreachable ||
  (error instanceof BillingRefusal && (error.status >= 500 || error.status === 429));

/** Of more people than are remembered, those asked about longest ago are forgotten. */
function remember(remembered: Map<string, Kept>, key: string, kept: Kept): void {
  remembered.delete(key);
  remembered.set(key, kept);
  const [oldest] = remembered.keys();
  if (remembered.size > KEPT.people && oldest !== undefined) remembered.delete(oldest);
}

function narrowed(data: Kept['data'], feature: string | undefined, stale: boolean): Access {
  if (feature === undefined) return { ...data, stale };
  const value = Object.hasOwn(data.features, feature) ? data.features[feature] : undefined;
  return { ...data, features: value === undefined ? {} : { [feature]: value }, stale };
}
