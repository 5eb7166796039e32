import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { PAY_HEALTH } from '../../limits.ts';
import { due } from './due.ts';
import { readableItems, readHint } from '../readable.ts';
import { key } from '../schema.ts';
import { type Item, tryWrite } from '../table.ts';
import { probeWork } from './works.ts';

/** In which ways a payment account does not work. */
export const PAY_TROUBLES = ['refused', 'silent'] as const;

/**
 * A mark on a tenant's payment account, `refused` or `silent`: what calls the provider waits until a probe succeeds.
 */
export interface PayMark {
  readonly state: (typeof PAY_TROUBLES)[number];
  /** Epoch ms. */
  readonly since: number;
  readonly lastProbeAt: number | null;
}

/** The marks of the given tenants, without healthy ones. Eventually consistent. */
export async function payMarks(
  app: CoreApp,
  tenants: readonly string[],
): Promise<ReadonlyMap<string, PayMark>> {
  const items = await readableItems(app, 'health', tenants.map(key.payHealth), { consistent: false });
  return new Map(
    tenants.flatMap((tenant, index) => {
      const item = items[index];
      return item && item !== 'unreadable' ? [[tenant, payMarkFrom(item)] as const] : [];
    }),
  );
}

/** The mark on a tenant's payment account; undefined if it is healthy. One consistent read. */
export async function lookUpPayMark(app: CoreApp & OfTenant): Promise<PayMark | undefined> {
  const item = await app.table.get(key.payHealth(app.tenantId), { consistent: true });
  return item && payMarkFrom(item);
}

/** The same, but undefined also where the mark cannot be read. One consistent read. */
export function readablePayMark(app: CoreApp & OfTenant): Promise<PayMark | undefined> {
  return readHint(app, key.payHealth(app.tenantId), (item) => item && payMarkFrom(item), undefined);
}

/** Marks an account, to be probed at `probeAt` (epoch ms). False if it is marked already; `refused` replaces `silent`. */
export function markPayAccount(
  app: CoreApp & OfTenant,
  state: PayMark['state'],
  probeAt: number,
): Promise<boolean> {
  const at = key.payHealth(app.tenantId);
  const mark = { state, since: app.clock(), lastProbeAt: null, ...probeJob(app.tenantId, probeAt) };
  const nothingWorse = state === 'refused' ? { attribute: 'state', isNot: 'refused' } : undefined;
  const writer = app.newNonce();
  return tryWrite(
    () => app.table.apply({ put: { ...at, ...mark, writer }, if: [nothingWorse ?? { absent: true }] }),
    (found) => found?.writer === writer,
  );
}

/** Records a failed probe, whatever the mark says; the next one is at `probeAt` (epoch ms). */
export async function payProbeFailed(app: CoreApp & OfTenant, probeAt: number): Promise<void> {
  const set = { lastProbeAt: app.clock(), ...probeJob(app.tenantId, probeAt) };
  await tryWrite(() =>
    app.table.apply({ update: key.payHealth(app.tenantId), set, if: [{ present: true }] }),
  );
}

/** Removes the mark, if any: waiting work resumes within a minute. The account counts as unsteady for a while. */
export async function removePayMark(app: CoreApp & OfTenant): Promise<void> {
  const unsteadyUntil = app.clock() + PAY_HEALTH.unsteadyMs;
  await app.table.write([
    { delete: key.payHealth(app.tenantId) },
    { put: { ...key.payUnsteady(app.tenantId), unsteadyUntil, ttl: Math.ceil(unsteadyUntil / 1000) } },
  ]);
}

/** Whether an account is marked, or was marked recently. */
export async function isUnsteady(app: CoreApp & OfTenant): Promise<boolean> {
  const [mark, lifted] = await readableItems(app, 'hint', [
    key.payHealth(app.tenantId),
    key.payUnsteady(app.tenantId),
  ]);
  const until = lifted === 'unreadable' ? 0 : Number(lifted?.unsteadyUntil ?? 0);
  return mark !== undefined || until > app.clock();
}

/** Parses a mark. */
export function payMarkFrom({ state, since, lastProbeAt }: Item): PayMark {
  return {
    state: state === 'refused' ? 'refused' : 'silent',
    since: Number(since),
    lastProbeAt: typeof lastProbeAt === 'number' ? lastProbeAt : null,
  };
}

function probeJob(tenant: string, at: number) {
  return {
    ...due('job', at, probeWork(tenant)),
  };
}
