import type { CoreApp, PayApp, OfTenant, WithTenant } from '../runtime/app.ts';
import { cachePerInstance } from '../runtime/instance.ts';
import { owePeople } from '../messages/owe.ts';
import { PAY_HEALTH } from '../limits.ts';
import { errorFields } from '../runtime/log.ts';
import { isAccountRefusal, type Pay, type PayAnswer, type PayFailure } from './pay.ts';
import {
  removePayMark,
  lookUpPayMark,
  markPayAccount,
  payMarks,
  payProbeFailed,
  readablePayMark,
  type PayMark,
} from '../table/work/pay-health.ts';
import { recordRateLimit } from '../table/work/limited-turns.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { findTenant, payAccount, readTenant, cacheTenant } from '../table/tenants/tenants.ts';
import { withRecord } from '../runtime/for-tenant.ts';

/** The health of a tenant's payment account. Times are epoch ms, null while it is healthy. */
export interface PayHealth {
  readonly state: 'healthy' | PayMark['state'];
  readonly since: number | null;
  readonly lastProbeAt: number | null;
}

/** The health of an unmarked account. */
export const HEALTHY_PAY: PayHealth = { state: 'healthy', since: null, lastProbeAt: null };

/** The recorded health of a tenant's payment account, healthy where it cannot be read: one read, no provider call. */
export async function payHealth(app: CoreApp & OfTenant): Promise<PayHealth> {
  return (await readablePayMark(app)) ?? HEALTHY_PAY;
}

/** The tenants whose work must wait because their payment account is refused or silent. */
export async function tenantsHeldBack(
  app: CoreApp,
  tenants: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await payMarks(app, tenants)).keys());
}

/** Probes a marked account with a harmless call: any answer but a refusal of the account removes the mark. */
export async function probePayAccount(app: PayApp & OfTenant): Promise<void> {
  const mark = await lookUpPayMark(app);
  if (!mark) return;
  const tenant = await findTenant(app);
  const answer = tenant.pay
    ? await app.pay(await payAccount(withRecord(app, tenant)), () => app.timeLeft()).listProducts()
    : undefined;
  const trouble = answer === undefined ? 'refused' : troubleOfProbe(answer);
  if (trouble === undefined) {
    await removePayMark(app);
    app.log.info('payment account works again', { tenant: app.tenantId });
    return;
  }
  if (mark.state !== 'refused' && trouble === 'refused') await markAccount(app, trouble);
  await payProbeFailed(app, app.clock() + PAY_HEALTH.probeAfterMs[trouble]);
  if (trouble === 'refused') await tellOfRefusal(app);
}

/** A probe that had no time left says nothing about the account, so it is repeated soon, as after a silence. */
function troubleOfProbe(answer: PayAnswer<unknown>): PayMark['state'] | undefined {
  if (answer.ok) return undefined;
  return answer.is === 'outOfTime' ? 'silent' : troubleOf(answer, 'reading');
}

/** Whether a call only reads at the provider. */
type CallKind = 'reading' | 'changing';

/** A client of a tenant's account that also records the account's health from each answer. */
export function withHealthTracking(app: CoreApp & WithTenant, pay: Pay): Pay {
  const track =
    <Asked extends unknown[], T>(call: (...asked: Asked) => Promise<PayAnswer<T>>, kind: CallKind) =>
    async (...asked: Asked) => {
      const given = await call(...asked);
      const answer = kind === 'reading' ? await confirmed(pay, given) : given;
      await recordAnswer(app, answer, kind);
      return answer;
    };
  return {
    openForm: track((ask) => pay.openForm(ask), 'changing'),
    readForm: track((token) => pay.readForm(token), 'reading'),
    startDirect: track((ask) => pay.startDirect(ask), 'changing'),
    activate: track((reference) => pay.activate(reference), 'changing'),
    upgrade: track((ask) => pay.upgrade(ask), 'changing'),
    cancel: track((reference) => pay.cancel(reference), 'changing'),
    retryOrder: track((reference) => pay.retryOrder(reference), 'changing'),
    refund: track((ask) => pay.refund(ask), 'changing'),
    readPayment: track((paymentId) => pay.readPayment(paymentId), 'reading'),
    refundedPayments: track((day) => pay.refundedPayments(day), 'reading'),
    readSubscription: track((reference) => pay.readSubscription(reference), 'reading'),
    lineage: track((reference) => pay.lineage(reference), 'reading'),
    ancestors: track((one) => pay.ancestors(one), 'reading'),
    search: track((filter) => pay.search(filter), 'reading'),
    searchPurchases: track((...asked) => pay.searchPurchases(...asked), 'reading'),
    openCardForm: track((ask) => pay.openCardForm(ask), 'changing'),
    listSubscriptions: track((page) => pay.listSubscriptions(page), 'reading'),
    readCustomer: track((reference) => pay.readCustomer(reference), 'reading'),
    correctCustomer: track((...asked) => pay.correctCustomer(...asked), 'changing'),
    deleteCustomer: track((reference) => pay.deleteCustomer(reference), 'changing'),
    listProducts: track(() => pay.listProducts(), 'reading'),
  };
}

/** That the account is switched off is believed only where the list of products is refused, too. */
async function confirmed<T>(pay: Pay, answer: PayAnswer<T>): Promise<PayAnswer<T>> {
  if (answer.ok || answer.is !== 'switchedOff') return answer;
  const products = await pay.listProducts();
  return !products.ok && isAccountRefusal(products) ? answer : { ...answer, is: 'unclear' };
}

/** Consecutive silences of the provider per tenant, as this instance saw them. */
const silencesOf = cachePerInstance<number>();

async function recordAnswer<T>(
  app: CoreApp & WithTenant,
  answer: PayAnswer<T>,
  kind: CallKind,
): Promise<void> {
  const { id: tenant, pay } = app.tenant;
  const counts = silencesOf(app);
  if (!answer.ok && answer.is === 'rateLimited') recordRateLimit(app);
  const trouble = answer.ok ? undefined : troubleOf(answer, kind);
  if (trouble !== 'silent') counts.delete(tenant);
  if (trouble === undefined) return;
  if (trouble === 'silent') {
    const count = (counts.get(tenant) ?? 0) + 1;
    counts.set(tenant, count % PAY_HEALTH.silencesMax);
    if (count < PAY_HEALTH.silencesMax) return;
  }
  if (!(await hasChanged(app, pay))) await markAccount(app, trouble);
}

/** Whether the tenant has replaced the credentials cached here, which are then refreshed. */
async function hasChanged(app: CoreApp & OfTenant, pay: Tenant['pay']): Promise<boolean> {
  try {
    const now = await readTenant(app);
    cacheTenant(withRecord(app, now));
    return now.pay?.sealed !== pay?.sealed;
  } catch (error) {
    app.log.warn('payment account not compared', { tenant: app.tenantId, ...errorFields(error) });
    return false;
  }
}

/** Marks a tenant's account, so that its work waits for a probe; reports it to operators once. */
export async function markAccount(app: CoreApp & OfTenant, trouble: PayMark['state']): Promise<void> {
  try {
    const probeAt = app.clock() + PAY_HEALTH.probeAfterMs[trouble];
    if (!(await markPayAccount(app, trouble, probeAt))) return;
    app.log.error(LOG_MESSAGES[trouble], { tenant: app.tenantId });
    app.log.measure(trouble === 'refused' ? 'PayAccountRefused' : 'PayAccountSilent', 1, trouble);
    if (trouble === 'refused') await tellOfRefusal(app);
  } catch (error) {
    app.log.warn('payment account not marked', { tenant: app.tenantId, ...errorFields(error) });
  }
}

/** Tells the tenant's people once a day, for as long as probes find the account refused. */
const tellOfRefusal = (app: CoreApp & OfTenant): Promise<void> =>
  owePeople(app, { kind: 'credentials_refused', about: 'pay', at: app.clock(), once: 'a day' });

const LOG_MESSAGES = {
  refused: "the payment provider refuses a tenant's account",
  silent: 'the payment provider does not answer for a tenant',
} as const;

/** What a failure means for the account itself; `switchedOff` counts only for reads. */
function troubleOf(failure: PayFailure, kind: CallKind): PayMark['state'] | undefined {
  switch (failure.is) {
    case 'credentials':
      return 'refused';
    case 'switchedOff':
      return kind === 'reading' ? 'refused' : undefined;
    case 'unreachable':
    case 'timeout':
    case 'connectionLost':
    case 'invalidResponse':
      return 'silent';
    default:
      return undefined;
  }
}
