import { isDeepStrictEqual } from 'node:util';
import { asOf } from '../../../lib/billing/current-state.ts';
import type { PlanTerms } from '../../../lib/billing/plan.ts';
import { chosenPlan } from '../../../lib/billing/plan-in-force.ts';
import type { ProviderSnapshot, ProviderSubscription } from '../../../lib/billing/provider-snapshot.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails } from '../../../lib/pay/provider-records.ts';
import { snapshotOf } from '../../../lib/reconciliation/fetch-snapshot.ts';
import { subscriptionFrom } from '../../../lib/table/subscribers/stored-subscription.ts';
import type { Change, Table } from '../../../lib/table/table.ts';
import { followsFrom, type Wanted } from './by-lineage.ts';

/** Readings that are kept of a reference: whoever writes a record may have read earlier than others have since. */
const READINGS_MAX = 3;

/** News of many periods is recorded in several transactions, within this time also beside others' readings. */
const CATCHING_UP_MS = 5_000;

/** A record that differed, until it is known whether the rest of the same reading was merely still to be recorded. */
interface Pending {
  readonly text: string;
  readonly lineage: string;
  readonly at: number;
}

/**
 * Compares each record that is written with what follows from the last readings of the provider and from what was
 * wanted, whatever was on record before.
 */
export class Projected {
  compared = 0;
  readonly #clock: () => number;
  readonly #readings = new Map<string, readonly ProviderSubscription[]>();
  readonly #parents = new Map<string, string>();
  readonly #plans = new Map<string, PlanTerms>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #records = new Map<string, Subscription>();
  readonly #pending = new Map<string, Pending>();
  readonly #found: string[] = [];

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  violations(): string[] {
    return [...this.#found, ...[...this.#pending.values()].map(({ text }) => text)];
  }

  /** The client, whose readings are kept. */
  watchedPay(pay: Pay): Pay {
    return {
      ...pay,
      readSubscription: async (reference) => {
        const answer = await pay.readSubscription(reference);
        if (answer.ok) this.#keep(answer.value);
        return answer;
      },
      lineage: async (reference) => {
        const answer = await pay.lineage(reference);
        if (answer.ok) for (const one of [...answer.value.earlier, answer.value.current]) this.#keep(one);
        return answer;
      },
    };
  }

  /** The table, each of whose subscribers is compared once it is written. */
  watchedTable(table: Table): Table {
    return {
      ...table,
      write: async (changes) => {
        await table.write(changes);
        for (const change of changes) if (isSubscriber(change)) this.#compare(subscriptionFrom(change.put));
      },
    };
  }

  #keep(one: PaySubscriptionDetails): void {
    const earlier = this.#readings.get(one.reference) ?? [];
    const plan = this.#plans.get(one.planReference) ?? { currency: 'TRY' };
    this.#readings.set(one.reference, [snapshotOf(one, plan.currency), ...earlier].slice(0, READINGS_MAX));
    this.#parents.set(one.reference, one.parentReference ?? one.reference);
  }

  #compare(record: Subscription): void {
    const before = this.#records.get(record.id);
    this.#records.set(record.id, record);
    for (const plan of [record.plan, chosenPlan(record)]) this.#plans.set(plan.reference, plan);
    const wanted = wantedIn(record, this.#wanted.get(record.id));
    this.#wanted.set(record.id, wanted);
    const isUnread = record.openReferences.at(-1)?.recordedBefore === 0;
    const lineages = isUnread ? [] : this.#lineagesOf(record);
    if (lineages.length === 0) return;
    this.compared++;
    const now = this.#clock();
    const planOf = (reference: string) => this.#plans.get(reference);
    const told = lineages.map((one) =>
      differences(asOf(record, now), followsFrom(record, one, wanted, planOf, now)),
    );
    const lineage = JSON.stringify(lineages[0]);
    if (before && areReadAlike(before, record) && told.every((one) => one.length > 0)) return;
    const pending = this.#pending.get(record.id);
    if (pending && pending.lineage !== lineage && now > pending.at + CATCHING_UP_MS)
      this.#found.push(pending.text);
    this.#pending.delete(record.id);
    if (told.some((one) => one.length === 0)) return;
    const when = new Date(now).toISOString();
    const text = `${record.id}, revision ${record.revision} of ${when}, is not what follows: ${told[0]?.join(', ')}`;
    this.#pending.set(record.id, { text, lineage, at: now });
  }

  /** What the subscription was last read to have, by the newest readings of all its references and by older ones. */
  #lineagesOf({ payReference }: Subscription): ProviderSnapshot[] {
    const parent = this.#parents.get(payReference);
    const own = [...this.#readings.keys()].filter((one) => this.#parents.get(one) === parent);
    return Array.from({ length: READINGS_MAX }, (_, nth) => nth).flatMap((nth) => {
      const read = own.flatMap(
        (one) =>
          this.#readings
            .get(one)
            ?.slice(0, nth + 1)
            .at(-1) ?? [],
      );
      const current = read.find(({ reference }) => reference === payReference);
      if (!current) return [];
      const earlier = read.filter((one) => one !== current && one.createdAt <= current.createdAt);
      return [{ current, earlier: earlier.toSorted((a, b) => a.createdAt - b.createdAt) }];
    });
  }
}

function isSubscriber(change: Change): change is Extract<Change, { readonly put: unknown }> {
  return 'put' in change && /^SUB#[^#]*$/.test(change.put.sk);
}

/** Whether a record has only what is wanted anew: what was read meanwhile is still to be recorded. */
function areReadAlike(before: Subscription, after: Subscription): boolean {
  const { revision, eventCount, cancellation, planIntent, retry, lastRequest } = before;
  const wanted = { revision, eventCount, cancellation, planIntent, retry, lastRequest };
  return isDeepStrictEqual({ ...after, ...wanted }, before);
}

/** What is wanted by a record; of a cancellation the end that it was answered with, of plans the one of our records alone. */
function wantedIn(record: Subscription, before: Wanted | undefined): Wanted {
  const { cancellation, lastRequest, plan, nextPlan, planChangedAt } = record;
  const known = before?.cancellation;
  const isKnown = known?.at === cancellation?.at && known?.by === cancellation?.by;
  const chosen = lastRequest?.as.startsWith('plan:') && !nextPlan ? lastRequest : null;
  return {
    cancellation: cancellation && isKnown && known ? known : cancellation,
    ownPlan: chosen && chosen.at === planChangedAt ? { plan, at: chosen.at } : (before?.ownPlan ?? null),
  };
}

function differences(record: Subscription, follows: Subscription): string[] {
  const said = toldBy(record);
  return Object.entries(toldBy(follows)).flatMap(([name, value]) =>
    said[name] === value ? [] : [`${name} ${shown(said[name])}, not ${shown(value)}`],
  );
}

/** What is compared; grace only while a payment is owed. */
function toldBy(one: Subscription): Readonly<Record<string, string | number | null | undefined>> {
  const { status, periodStart, periodEnd, nextOrderAt, cancellation, plan } = one;
  return {
    ...{ status, periodStart, periodEnd, nextOrderAt, planReference: plan.reference },
    accessUntil: cancellation?.accessUntil,
    graceEndsAt: status === 'PAYMENT_FAILED' ? one.graceEndsAt : null,
  };
}

const shown = (value: string | number | null | undefined) =>
  typeof value === 'number' ? new Date(value).toISOString() : String(value);
