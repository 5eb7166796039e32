import type { Tenant } from '../../../lib/table/tenants/tenant.ts';

/** A tenant for whom nothing is set, but for what is named. */
export const bareTenant = (id: string, set: Partial<Tenant> = {}): Tenant => ({
  id,
  name: id,
  status: 'ACTIVE',
  mode: 'test',
  webhook: null,
  webhookRevision: 0,
  payRevision: 0,
  brand: null,
  portal: null,
  idKey: 'secret of ids',
  recovery: null,
  messages: null,
  chatUrl: null,
  pay: null,
  acct: null,
  notificationToken: null,
  notificationsSigned: true,
  createdAt: 0,
  ...set,
});
