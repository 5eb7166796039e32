import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { DEFERRED } from '../../limits.ts';
import { due, NOT_DUE } from './due.ts';
import { key } from '../schema.ts';
import { retryAfter, retryWithBackoff, silenceAttributes, silencesIn } from './silences.ts';
import { tryWrite, type Clause, type Key } from '../table.ts';
import { notificationWork } from './works.ts';

const IS_WAITING: Clause = { attribute: 'dueAt', atMost: Number.MAX_SAFE_INTEGER };
const IS_NOT_WAITING: Clause = { attribute: 'dueAt', missing: true };

/** The result of deferring a notification about an unknown subscription. */
export type Deferral = 'waits' | 'too many' | 'given up';

/**
 * Stores a notification until its subscription is known, one per reference; given up only after definite answers
 * (`unknown`).
 */
export async function deferNotification(
  app: CoreApp & OfTenant,
  reference: string,
  answer: 'unknown' | 'silent',
): Promise<Deferral> {
  const at = key.notification(app.tenantId, reference);
  const [item, counter] = await app.table.getMany([at, key.deferredCount(app.tenantId)], {
    consistent: true,
  });
  const now = app.clock();
  const isWaiting = item?.dueAt !== undefined; // one that was given up is kept for a while, but not counted
  if (!isWaiting && Number(counter?.waiting ?? 0) >= DEFERRED.waitingMax) return 'too many';
  const since = item?.since ?? (answer === 'unknown' ? now : undefined);
  if (answer === 'unknown' && now - Number(since) > DEFERRED.givenUpMs) return giveUp(app, at);
  const silences = silencesIn(item);
  const retry =
    answer === 'unknown' ? retryWithBackoff(silences, now) : await retryAfter(app, 'notification', silences);
  const set = {
    reference,
    ...silenceAttributes(retry.silences),
    ...(since !== undefined && { since }),
    ttl: Math.ceil((now + DEFERRED.retentionMs) / 1000),
    ...due('notification', retry.at, notificationWork(app.tenantId, reference)),
  };
  await tryWrite(() =>
    isWaiting
      ? app.table.apply({ update: at, set, if: [IS_WAITING] })
      : app.table.write([{ update: at, set, if: [IS_NOT_WAITING] }, countChange(app.tenantId, 1)]),
  );
  return 'waits';
}

async function giveUp(app: CoreApp & OfTenant, at: Key): Promise<Deferral> {
  const ended = await tryWrite(() =>
    app.table.write([{ update: at, remove: NOT_DUE, if: [IS_WAITING] }, countChange(app.tenantId, -1)]),
  );
  return ended ? 'given up' : 'waits';
}

/** Deletes a deferred notification once its subscription is known. */
export async function forgetDeferred(app: CoreApp & OfTenant, reference: string): Promise<void> {
  const at = key.notification(app.tenantId, reference);
  const item = await app.table.get(at, { consistent: false });
  if (!item) return;
  const wasWaiting = item.dueAt !== undefined;
  await tryWrite(() =>
    app.table.write([
      { delete: at, if: [wasWaiting ? IS_WAITING : IS_NOT_WAITING] },
      ...(wasWaiting ? [countChange(app.tenantId, -1)] : []),
    ]),
  );
}

const countChange = (tenant: string, by: number) => ({
  update: key.deferredCount(tenant),
  add: { waiting: by },
});
