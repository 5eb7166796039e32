import { timingSafeEqual } from 'node:crypto';
import type { CoreApp, PayApp, SendsTo, OfTenant, WithTenant } from '../runtime/app.ts';
import { Refusal } from '../refusal.ts';
import { secretHashOf } from '../table/tenants/keys.ts';
import { hasVerified, recordNotification } from '../table/work/last-notification.ts';
import { lookUpReference } from '../table/subscribers/subscribers.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import type { Tenant } from '../table/tenants/tenant.ts';
import { findTenant, payAccount } from '../table/tenants/tenants.ts';
import type { ArrivedNotification } from '../pay/pay-notifications.ts';
import { messageOf } from '../queue/messages.ts';
import { canonicalReference, isPossibleReference } from '../text/clean-text.ts';
import { forTenant } from '../runtime/for-tenant.ts';

/** How a tenant's notification token begins: with its id, which an unguessable part follows. */
const TOKEN = /^([0-9a-f]{32})_/;

/** A notification as received, with the tenant's token. */
export interface ReceivedNotification extends ArrivedNotification {
  readonly token: string;
}

/**
 * Receives a provider's notification: with a known token and a readable body it is queued. Where the account is to sign, a
 * signature that does not verify is refused only once one of that merchant has: until then nobody knows whether the provider
 * signs at all, and over which fields, and the notification is a hint like any other. An unreadable body is dropped with a success, so that the provider does not send it again. What
 * is about a subscription that we know is always accepted; of the others at most 600 per tenant and minute are. Throws
 * `not_found`, `unauthorized` or `rate_limited`.
 */
export async function receiveNotification(
  app: PayApp & SendsTo<'reconciliation'>,
  { token, ...arrived }: ReceivedNotification,
): Promise<void> {
  const tenant = await tenantOf(app, token);
  const own = forTenant(app, tenant);
  const written = app.payNotifications.referenceIn(arrived);
  if (written === undefined || !isPossibleReference(written)) {
    app.log.warn('unreadable notification dropped', { tenant: tenant.id });
    return;
  }
  const verifiedMerchant = tenant.notificationsSigned ? await merchantVerified(own, arrived) : undefined;
  const reference = canonicalReference(written);
  if ((await lookUpReference(own, reference)) === undefined) await admitStranger(own);
  await Promise.all([
    app.queues.reconciliation.send([messageOf({ kind: 'notification', tenantId: tenant.id, reference })]),
    recordNotification(own, verifiedMerchant),
  ]);
}

/** Counts a notification about a subscription that we do not know. Throws `rate_limited`. */
async function admitStranger(app: CoreApp & OfTenant): Promise<void> {
  const allowance = await takeToken(app, 'notifications');
  if (allowance.isGranted) return;
  app.log.measure('NotificationsOverLimit', 1, 'notifications');
  throw overLimit(allowance, app.clock());
}

/** The merchant whose signature it is; undefined for none, where none has ever verified. Throws `unauthorized`. */
async function merchantVerified(
  app: PayApp & WithTenant,
  arrived: ArrivedNotification,
): Promise<string | undefined> {
  const account = await payAccount(app);
  const { merchantId = '' } = account;
  if (app.payNotifications.isSigned(arrived, account)) return merchantId;
  if (await hasVerified(app, merchantId)) throw new Refusal('unauthorized');
  return undefined;
}

async function tenantOf(app: CoreApp, token: string): Promise<Tenant> {
  const id = TOKEN.exec(token)?.[1];
  if (id === undefined) throw new Refusal('not_found');
  const tenant = await findTenant(forTenant(app, id));
  const known = tenant.notificationToken;
  if (known === null || !timingSafeEqual(Buffer.from(secretHashOf(known)), Buffer.from(secretHashOf(token))))
    throw new Refusal('not_found');
  return tenant;
}
