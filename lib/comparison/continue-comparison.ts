import { payClientFor } from '../pay/client.ts';
import { payHealth } from '../pay/health.ts';
import type { OfTenant, PayApp, SendsTo, WithTenant } from '../runtime/app.ts';
import { COMPARISON, RATE_WINDOW_MS } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { isElsewhere, type OfMerchant } from '../pay/another-account.ts';
import type { Pay } from '../pay/pay.ts';
import { MESSAGE_DELAY_MAX_MS } from '../queue/delay.ts';
import { messageOf } from '../queue/messages.ts';
import {
  claimComparison,
  comparedPut,
  comparisonDone,
  saveComparison,
  type Comparison,
} from '../table/differences/comparisons.ts';
import { readListedReferences, type ListedReferences } from '../table/differences/listed-references.ts';
import { isRateLimited } from '../table/work/limited-turns.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import { refundedLately } from './find-refunds.ts';
import {
  closeResolved,
  compareOurPage,
  compareProviderPage,
  type ComparisonStep,
  type StepResult,
} from './comparison-steps.ts';

/** What comparing takes: a refund that is found has a document. */
type ComparingApp = PayApp & SendsTo<'reconciliation' | 'invoicing'>;

/**
 * One step of a tenant's comparison: compares some of its subscriptions at the provider, or some of ours, and records
 * the differences; what a reading may repair is read. The next step follows after a pause that leaves the provider's limits to
 * the tenant's own calls. While the tenant's account is refused or silent, nothing is asked: only its probe is, and a step
 * follows within ten minutes of its success. Steps are idempotent: an interrupted one is repeated.
 */
export async function continueComparison(
  app: ComparingApp & OfTenant,
  { revision }: { readonly revision?: number | undefined },
): Promise<void> {
  const known = await claimComparison(app, revision);
  if (!known) return;
  const own = await withTenant(app);
  if (!own.tenant.pay) return void (await app.table.apply(comparisonDone(app.tenantId)));
  const pay = await payClientFor(own);
  const startedAt = app.clock();
  const { state } = await payHealth(app);
  const end = state === 'healthy' ? await runStep(own, pay, known) : ({ is: 'silent', at: known } as const);
  if (end.is === 'done')
    return app.table.write([comparisonDone(app.tenantId), comparedPut(app.tenantId, known.startedAt)]);
  const isSilent = end.is === 'silent';
  const silentMs = isRateLimited(app) ? RATE_WINDOW_MS : COMPARISON.retryMs;
  const dueAt = app.clock() + (isSilent ? silentMs : COMPARISON.leaseMs);
  const saved = await saveComparison(app, known, end.at, dueAt);
  if (!saved || isSilent) return;
  const paceMs = end.calls * COMPARISON.callEveryMs - (app.clock() - startedAt);
  const pauseMs = Math.min(Math.max(COMPARISON.pauseMs, paceMs), MESSAGE_DELAY_MAX_MS);
  await sendNextStep(app, saved, pauseMs);
}

/** Works on for as long as the step's calls and its invocation's time last. */
async function runStep(app: ComparingApp & WithTenant, pay: Pay, known: Comparison): Promise<StepResult> {
  const { startedAt } = known;
  let at = known;
  let calls = 0;
  let listed: Promise<ListedReferences> | undefined;
  const readOnce = () => (listed ??= readListedReferences(app, startedAt));
  let refunds: ReturnType<typeof refundedLately> | undefined;
  const refunded = () => (refunds ??= refundedLately(pay, startedAt));
  const elsewhere = (record: OfMerchant) => isElsewhere(app.tenant, record);
  const step: ComparisonStep = {
    app,
    pay,
    isElsewhere: elsewhere,
    startedAt,
    listed: readOnce,
    refunded,
  };
  while (calls < COMPARISON.callsPerStep && app.timeLeft() > COMPARISON.reserveMs) {
    const end = await STEPS[at.phase](step, at);
    if (end.is !== 'on') return end;
    at = { ...at, ...end.at };
    calls += end.calls;
  }
  return { is: 'on', at, calls };
}

const STEPS = { theirs: compareProviderPage, ours: compareOurPage, closing: closeResolved } as const;

async function sendNextStep(
  app: ComparingApp,
  { tenant, revision }: Comparison,
  pauseMs: number,
): Promise<void> {
  const message = { kind: 'comparison', tenantId: tenant, revision } as const;
  try {
    await app.queues.reconciliation.send([messageOf(message, Math.ceil(pauseMs / 1000))]);
  } catch (error) {
    app.log.warn('comparison step left to the sweep', { tenant, ...errorFields(error) });
  }
}
