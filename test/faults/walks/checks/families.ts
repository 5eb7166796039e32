import type { Answered, Charge, ShopEvidence } from '../evidence.ts';
import type { PanelSubscription } from '../../panel.ts';

/** The provider shows what took a subscription's place after so long at most: before, nobody knows of it here. */
export const SHOWN_WITHIN_MS = 300_000;

/** One subscriber at the provider: a subscription and all that took its place by a change of plan, oldest first. */
export interface Family {
  readonly name: string;
  readonly members: readonly PanelSubscription[];
  readonly newest: PanelSubscription;
  /** Our answers about its newest reference. */
  readonly here: Answered;
  /** Whether each of its references leads to the same subscriber of ours. */
  readonly isOne: boolean;
  readonly id: string | undefined;
  readonly svcId: string | undefined;
  readonly charges: readonly Charge[];
  /** Attempts to begin that the bank refused: there is no order for them. */
  readonly activations: readonly Charge[];
  /** Changes of plan at the provider, also such as we may not know of. */
  readonly upgrades: number;
}

/** Subscribers at the provider with our answers. What its panel did and has charged nothing for yet, we may not know of. */
export function familiesOf({ subscriptions, ledger }: ShopEvidence): Family[] {
  const byParent = Map.groupBy(subscriptions, ({ there }) => there.parentReferenceCode);
  return [...byParent.values()].map((group, number) => {
    const references = group.map(({ there }) => there.referenceCode);
    const entries = ledger.filter((entry) => references.includes(entry.subscriptionReferenceCode ?? ''));
    const charges = entries.filter(({ orderReferenceCode }) => orderReferenceCode !== null);
    const charged = new Set(charges.map(({ subscriptionReferenceCode }) => subscriptionReferenceCode));
    const known = group.filter(
      ({ there, here }, at) => here.got.status === 200 || at === 0 || charged.has(there.referenceCode),
    );
    const newest = known.at(-1) ?? group[0]!;
    const data = newest.here.got.body.data as { id?: string; svcId?: string } | undefined;
    const ids = known.map(({ here }) => (here.got.body.data as { id?: string } | undefined)?.id);
    return {
      name: `subscriber ${number + 1} of ${newest.there.customerEmail}`,
      members: known.map(({ there }) => there),
      newest: newest.there,
      here: newest.here,
      isOne: new Set(ids).size === 1,
      id: data?.id,
      svcId: data?.svcId,
      charges,
      activations: entries.filter(({ orderReferenceCode }) => orderReferenceCode === null),
      upgrades: group.length - 1,
    };
  });
}

export const paidOf = ({ charges }: Family) => charges.filter(({ status }) => status === 'SUCCESS');
