import { payClientFor } from '../account/pay-client.ts';
import type { CoreApp, PayApp, SendsTo } from '../app.ts';
import { COMPARISON } from '../billing/comparison-limits.ts';
import { errorFields } from '../log.ts';
import type { Pay } from '../pay/pay.ts';
import { messageOf } from '../queue/messages.ts';
import { claimComparison, comparisonDone, saveComparison, type Comparison } from '../table/comparisons.ts';
import { findTenant } from '../table/tenants.ts';
import { closing, ours, theirs, type Step, type StepEnd } from './comparison-steps.ts';

/**
 * One step of a tenant's comparison: some of its subscriptions at the provider, or some of ours, are held against each
 * other, and what does not agree is written down; nothing is ever corrected. The next step begins after a pause, so that
 * the provider's limits are left to the tenant's own calls. A step that was cut short is made again, which does no harm.
 */
export async function continueComparison(
  app: PayApp & SendsTo<'reconciliation'>,
  { tenantId, revision }: { readonly tenantId: string; readonly revision?: number | undefined },
): Promise<void> {
  const known = await claimComparison(app, tenantId, revision);
  if (!known) return;
  const tenant = await findTenant(app, tenantId);
  if (!tenant.pay) return void (await app.table.apply(comparisonDone(tenantId)));
  const pay = await payClientFor(app, tenant);
  const end = await take(app, pay, known);
  if (end.is === 'done') return void (await app.table.apply(comparisonDone(tenantId)));
  const isSilent = end.is === 'silent';
  const dueAt = app.clock() + (isSilent ? COMPARISON.againMs : COMPARISON.leaseMs);
  const saved = await saveComparison(app, known, end.at, dueAt);
  if (saved && !isSilent) await goOn(app, saved);
}

/** Works on as long as the step's calls and its invocation's time last. */
async function take(app: CoreApp, pay: Pay, known: Comparison): Promise<StepEnd> {
  let at = known;
  const step: Step = { app, tenant: known.tenant, pay, startedAt: known.startedAt };
  for (let calls = 0; calls < COMPARISON.callsPerStep && app.timeLeft() > COMPARISON.reserveMs; calls++) {
    const end = await STEPS[at.phase](step, at);
    if (end.is !== 'on') return end;
    at = { ...at, ...end.at };
  }
  return { is: 'on', at };
}

const STEPS = { theirs, ours, closing } as const;

async function goOn(
  app: PayApp & SendsTo<'reconciliation'>,
  { tenant, revision }: Comparison,
): Promise<void> {
  const message = { kind: 'comparison', tenantId: tenant, revision } as const;
  try {
    await app.queues.reconciliation.send([messageOf(message, COMPARISON.pauseSeconds)]);
  } catch (error) {
    app.log.warn('a comparison goes on with the sweep', { tenant, ...errorFields(error) });
  }
}
