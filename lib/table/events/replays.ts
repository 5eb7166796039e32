import { ENDED_STATES, type EndedState } from '../../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { DAY_MS, MINUTE_MS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { itemOf } from '../item.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { key } from '../schema.ts';
import { type Item, type Put, type Update, tryWrite } from '../table.ts';
import { replayWork } from '../work/works.ts';

/** An event that a replay has restarted, and its last attempt before. */
export interface Restarted {
  readonly eventId: string;
  readonly attempt: number;
}

/** A replay of many events, page by page; due while it runs. Times are epoch ms, positions those of the feed. */
export interface Replay {
  readonly tenant: string;
  readonly id: string;
  readonly state: 'RUNNING' | 'DONE';
  readonly states: readonly EndedState[];
  readonly from: number;
  readonly to: number;
  /** Everything up to here has been processed. */
  readonly position: string;
  /** Raised with each page, so that only one of two concurrent workers continues. */
  readonly revision: number;
  readonly replayed: number;
  /** The last page's events: the next page waits until each has been tried. */
  readonly underWay: readonly Restarted[];
}

/** How long a finished replay can be queried. */
const RETENTION_MS = 90 * DAY_MS;
/** How long a step may take before the sweep starts another. */
const LEASE_MS = 2 * MINUTE_MS;

/** Records a new replay, which the sweep takes up if the first step is lost. */
export function replayPut(replay: Replay, now: number): Put {
  const at = key.replay(replay.tenant, replay);
  const ttl = Math.ceil((now + RETENTION_MS) / 1000);
  const record = { ...replay, ttl, ...due('job', now + LEASE_MS, replayWork(replay.tenant, replay.id)) };
  return { put: itemOf(at, record), if: [{ absent: true }] };
}

/** A tenant's replay; undefined for an unknown id. One consistent read. */
export async function lookUpReplay(app: CoreApp & OfTenant, id: string): Promise<Replay | undefined> {
  const item = await app.table.get(key.replay(app.tenantId, { id }), { consistent: true });
  return item && replayFrom(app.tenantId, item);
}

/** Counts an event in the transaction that restarts it, so that a crash cannot count it twice. */
export function replayCounted(tenant: string, id: string): Update {
  return { update: key.replay(tenant, { id }), add: { replayed: 1 }, if: [{ present: true }] };
}

/** Claims the next step for the length of the lease. Undefined if another worker was faster. */
export async function claimReplay(app: CoreApp, replay: Replay): Promise<Replay | undefined> {
  const next = { ...replay, revision: replay.revision + 1 };
  const at = key.replay(replay.tenant, replay);
  const made = await tryWrite(() =>
    app.table.apply({
      update: at,
      set: {
        revision: next.revision,
        ...due('job', app.clock() + LEASE_MS, replayWork(replay.tenant, replay.id)),
      },
      if: asRead(replay),
    }),
  );
  return made ? next : undefined;
}

/** Saves a claimed replay's progress, or that it is done. */
export async function saveReplay(
  app: CoreApp,
  replay: Replay,
  progress: Pick<Replay, 'state' | 'position' | 'underWay'>,
): Promise<void> {
  const { state, position, underWay } = progress;
  await tryWrite(() =>
    app.table.apply({
      update: key.replay(replay.tenant, replay),
      set: { state, position, underWay: underWay.map((one) => ({ ...one })) },
      ...(state === 'DONE' && { remove: NOT_DUE }),
      if: asRead(replay),
    }),
  );
}

const asRead = ({ revision }: Replay) => [{ attribute: 'revision', is: revision }] as const;

function replayFrom(tenant: string, item: Item): Replay {
  const of = fieldsOf(item);
  return {
    tenant,
    id: of.text('id'),
    state: of.oneOf('state', ['RUNNING', 'DONE']),
    states: (of.texts('states') ?? []).map((state) => fieldsOf({ state }).oneOf('state', ENDED_STATES)),
    from: of.number('from'),
    to: of.number('to'),
    position: of.text('position'),
    revision: of.number('revision'),
    replayed: of.numberOrNull('replayed') ?? 0,
    underWay: of.parts('underWay').map((one) => ({
      eventId: one.text('eventId'),
      attempt: one.number('attempt'),
    })),
  };
}
