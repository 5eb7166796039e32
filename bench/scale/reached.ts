import { STAGES } from '../../infra/stages.ts';
import { PACE } from '../../infra/state/queues.ts';
import { DUE_SHARDS, RATE_LIMITS_PER_MINUTE, SWEEP } from '../../lib/limits.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import type { QueueName } from '../../lib/footprint.ts';
import { DUE_KINDS, type DueKind } from '../../lib/table/work/due.ts';
import { against, type Result } from '../result.ts';
import {
  costOfSweeping,
  costs,
  DOCUMENTS_OF_TENANT,
  hottestAtPeak,
  LIMITS,
  PEAK_PER_SECOND,
  secondsHeld,
} from './load.ts';
import type { Units } from './measure.ts';

/** What was measured, of one of each thing. */
export interface Measured {
  /** From the provider's notification to the delivered webhooks, without the document. */
  readonly renewal: Units;
  /** The part of it that delivers the webhooks. */
  readonly delivery: Units;
  readonly document: Units;
  /** Things a second that one run of the sweep hands out, by kind. */
  readonly sweepRates: ReadonlyMap<DueKind, number>;
}

/** How many tenants' documents are made side by side in what is wanted of them. */
const INVOICING_TENANTS = 200;
const SILENT_SHARE = 0.1;
/** What moves in an index is written twice. */
const UNITS_PER_MOVE = 2;

/** What the load needs, each beside what the measured units and the stack's own settings give. */
export function reached(measured: Measured): Result[] {
  return [
    ...documentsReached(measured),
    ...sweepReached(measured.sweepRates),
    against('reconciliations', 'a second', reconciliationsPerSecond(measured), { least: 300 }),
    ...apiReached(),
    against(
      'deliveries',
      `share of the pace with ${100 * SILENT_SHARE} % of the receivers silent`,
      shareBesideSilent(measured),
      { least: 0.8 },
    ),
    against('deliveries', 'a second', placesOf('deliveries') / deliverySeconds(measured), {
      least: Math.ceil(deliveriesPerRenewal(measured) * PEAK_PER_SECOND),
    }),
    ...tableReached(measured),
    against('cost', 'US dollars a month, without documents', costOf(measured), { most: 1_500 }),
  ];
}

/** A tenant has as many as its invoicing provider lets it; all together have as many as there are places for. */
function documentsReached({ document }: Measured): Result[] {
  const ofPlaces = placesOf('invoicing') / secondsHeld(document, 'invoicing/issue');
  const together = Math.min(ofPlaces, INVOICING_TENANTS * DOCUMENTS_OF_TENANT);
  return [
    against('documents', `a second, of ${INVOICING_TENANTS} tenants`, together, { least: 20 }),
    against('documents', 'a second of one tenant, by the limit of its provider', DOCUMENTS_OF_TENANT, {
      least: 0.1,
    }),
  ];
}

/** Of each kind that was measured, in a minute in which all kinds have more than enough, so that they share the runs. */
function sweepReached(rates: ReadonlyMap<DueKind, number>): Result[] {
  const timeoutMs = 1_000 * timeoutOf('sweep/run');
  const working = (timeoutMs - SWEEP.reserveMs) / timeoutMs;
  const atOnce = Math.min(DUE_SHARDS, placesOf('sweeps') / DUE_KINDS.length);
  return Array.from(rates, ([kind, rate]) => {
    const ofShard = Math.min(rate, LIMITS.partitionWrites / UNITS_PER_MOVE);
    return against(
      'sweep',
      `things a minute of kind ${kind}, while all kinds are full`,
      ofShard * atOnce * working * 60,
      {
        least: 60_000,
      },
    );
  });
}

/** A renewal keeps its places at the queue of reconciliations as long as all of its calls take. */
function reconciliationsPerSecond({ renewal }: Measured): number {
  return placesOf('reconciliation') / secondsHeld(renewal, 'reconciliation/run');
}

function apiReached(): Result[] {
  const perSecond = Math.max(...STAGES.map(({ limits }) => limits.requestsPerSecond));
  const {
    payCalls: _ours,
    messages: _sent,
    doorSession: _one,
    doorAddress: _place,
    ...limits
  } = RATE_LIMITS_PER_MINUTE;
  const ofTenant = Object.values(limits).reduce((sum, limit) => sum + limit, 0) / 60;
  return [
    against('API', 'requests a second at the stage', perSecond, { least: 5_000 }),
    against('API', '% of them that one tenant can take with all its limits', (100 * ofTenant) / perSecond, {
      most: 5,
    }),
  ];
}

/** An event for a receiver that is known to be slow takes a turn at the fast lane too, in which it is only passed on. */
function shareBesideSilent(measured: Measured): number {
  const passedOn = secondsHeld(measured.delivery, 'webhooks/deliver', { outside: 0 });
  const own = deliverySeconds(measured);
  return own / (own + (passedOn / deliveriesPerRenewal(measured)) * (SILENT_SHARE / (1 - SILENT_SHARE)));
}

function deliverySeconds(measured: Measured): number {
  return secondsHeld(measured.delivery, 'webhooks/deliver') / deliveriesPerRenewal(measured);
}

/** Each POST is the one call of a delivery that leaves AWS. */
function deliveriesPerRenewal({ delivery }: Measured): number {
  return delivery.calls['webhooks/deliver']?.outside ?? NaN;
}

function tableReached({ renewal, document }: Measured): Result[] {
  const hottest = hottestAtPeak(renewal, document) / LIMITS.partitionWrites;
  return [
    against(
      'table',
      'write units a second at the peak, without documents',
      renewal.tableWrites * PEAK_PER_SECOND,
      {
        most: 2_222,
      },
    ),
    against('table', '% of what a partition takes, the hottest one', 100 * hottest, { most: 30 }),
  ];
}

function costOf({ renewal }: Measured): number {
  const ofRenewals = Object.values(costs(renewal)).reduce((sum, dollars) => sum + dollars, 0);
  return ofRenewals + costOfSweeping();
}

/** How many messages of a queue are worked on at once. */
function placesOf(queue: QueueName): number {
  const { batch, concurrency } = PACE[queue];
  return batch * concurrency;
}

function timeoutOf(name: string): number {
  return BACKGROUND.find((row) => row.name === name)?.timeoutSeconds ?? NaN;
}
