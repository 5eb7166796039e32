import type { CoreApp } from '../runtime/app.ts';
import { messagePut, type OwedMessage } from '../table/messages/messages.ts';
import type { Put } from '../table/table.ts';
import { findTenant } from '../table/tenants/tenants.ts';
import type { CustomerKind } from './kinds.ts';
import { switchedOn } from './owed.ts';

/** The message of a kind to a subscriber, for the transaction of what it tells of; none where its tenant has the kind off. */
export async function customerMessage(
  app: CoreApp,
  tenantId: string,
  {
    kind,
    about,
    at,
    subscriberId,
  }: Pick<OwedMessage, 'about' | 'at'> & {
    readonly kind: CustomerKind;
    readonly subscriberId: string;
  },
): Promise<Put[]> {
  if (app.settings.senderDomain === undefined) return [];
  const kinds = switchedOn(app, await findTenant(app, tenantId));
  if (!kinds?.isOn(kind)) return [];
  const cause = `${kind}:${subscriberId}:${about}`;
  return [messagePut(tenantId, { kind, cause, about, at, subscriberId, personId: null }, app.clock())];
}
