import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import type { PaymentIntent } from '../../billing/payment-intent.ts';
import { errorFields } from '../../runtime/log.ts';
import { Refusal } from '../../refusal.ts';
import { intentFailed, intentFrom, intentPut, lookUpIntent } from './payment-intents.ts';
import { readUntilOver } from './read-until.ts';
import { conflictOf, tryWrite, type Change, type Update } from '../table.ts';

/**
 * Reserves a reference for one call, due for look-up: undefined if it is reserved, else the call that holds it, or 'not
 * alone' where another writer's is met. Throws what fails, and gives the reference up.
 */
export async function reserveIntent(
  app: CoreApp & OfTenant,
  intent: PaymentIntent,
  failedBefore: PaymentIntent | undefined,
  {
    recorded,
    alone,
  }: { readonly recorded: Promise<unknown>; readonly alone?: readonly Change[] | undefined },
): Promise<PaymentIntent | 'not alone' | undefined> {
  const writer = app.newNonce();
  const reserved = tryReserve(app, { ...intent, writer }, failedBefore, alone);
  await Promise.allSettled([reserved, recorded]);
  try {
    const existing = await reserved;
    if (!existing) await recorded;
    return existing;
  } catch (error) {
    await giveUp(app, intent, writer);
    throw error;
  }
}

async function tryReserve(
  app: CoreApp & OfTenant,
  intent: PaymentIntent & { readonly writer: string },
  failedBefore: PaymentIntent | undefined,
  alone: readonly Change[] | undefined,
): Promise<PaymentIntent | 'not alone' | undefined> {
  const put = intentPut(app.tenantId, intent, failedBefore);
  const conflict = await conflictOf(() => (alone ? app.table.write([put, ...alone]) : app.table.apply(put)));
  const existing = conflict?.found[0];
  if (!conflict || existing?.writer === intent.writer) return undefined;
  if (existing) return intentFrom(existing);
  if (!conflict.failed.includes(0)) return 'not alone';
  if (!failedBefore) throw conflict;
  return tryReserve(app, intent, undefined, alone); // the call before was refused for its input: nothing is left of it
}

/** Frees the reference of a call that is not made. If that fails too, its look-up frees it. */
async function giveUp(app: CoreApp & OfTenant, intent: PaymentIntent, writer: string): Promise<void> {
  const { if: isOpen = [], ...failed } = intentFailed(app.tenantId, intent);
  // A concurrent call under this reference, which may have been made, can have begun in the same millisecond.
  const ownOnly: Update = { ...failed, if: [...isOpen, { attribute: 'writer', is: writer }] };
  try {
    await tryWrite(() => app.table.apply(ownOnly));
  } catch (error) {
    app.log.warn('reference not given up', {
      tenant: app.tenantId,
      reference: intent.clientReferenceId,
      ...errorFields(error),
    });
  }
}

/**
 * What is under a reference once the call found there is over. Throws what that is refused with,
 * `operation_in_progress` if it takes too long, and `reference_reused` if it is another request.
 */
export async function callOver(
  app: CoreApp & OfTenant,
  found: PaymentIntent,
  fingerprint: string,
): Promise<PaymentIntent | undefined> {
  if (found.fingerprint !== fingerprint) throw new Refusal('reference_reused');
  if (found.outcome || found.state === 'FAILED') return found;
  if (found.state !== 'CALLING') throw refusalOfCall('operation_in_progress', found);
  const over = await whenOver(app, found);
  return over && callOver(app, over, fingerprint);
}

/** Waits for a call under way; what is under its reference then, which may be another call. Throws its refusal. */
async function whenOver(app: CoreApp & OfTenant, call: PaymentIntent): Promise<PaymentIntent | undefined> {
  const isThis = (found: PaymentIntent | undefined) => found?.startedAt === call.startedAt;
  const isOver = (found: PaymentIntent | undefined) => found?.state !== 'CALLING' || !isThis(found);
  const read = () => lookUpIntent(app, call.clientReferenceId);
  const found = await readUntilOver(app, { running: call, begunAt: call.startedAt }, read, isOver);
  if (!isOver(found)) throw refusalOfCall('operation_in_progress', call);
  if (!isThis(found)) return found;
  if (found?.refusal) throw found.refusal;
  if (found?.state === 'UNKNOWN') throw refusalOfCall('payment_outcome_unknown', call);
  return found;
}

/** A refusal that names the reference under which the outcome can be asked for again. */
export const refusalOfCall = (
  code: 'operation_in_progress' | 'payment_outcome_unknown',
  { clientReferenceId }: PaymentIntent,
) => new Refusal(code, { extra: { clientReferenceId } });

/** When a call begins that begins now (epoch ms), as told from an earlier one under its reference. */
export const startAfter = (earlier: PaymentIntent | undefined, now: number) =>
  earlier ? Math.max(now, earlier.startedAt + 1) : now;
