import type { Mode } from '../billing/mode.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { USUAL_RECOVERY } from '../billing/recovery-settings.ts';
import { Refusal } from '../refusal.ts';
import { fieldsOf } from '../table/fields.ts';
import { skipUnreadable, readableItems } from '../table/readable.ts';
import { key } from '../table/schema.ts';
import { range } from '../table/ranges.ts';
import { onConflict, tryWrite, type Clause } from '../table/table.ts';
import { TENANT, tenantFrom, tenantItem, type Tenant } from '../table/tenants/tenant.ts';
import { OperatorError } from './operator-error.ts';
import { checkName } from './operator-text.ts';
import { forTenant } from '../runtime/for-tenant.ts';

const BATCH = 100;
const NAME_CHARACTERS_MAX = 100;

/** A name like this would be mistaken for a tenant's id. */
const TENANT_ID = /^[0-9a-f]{32}$/;

/** Creates a tenant without accounts; its mode never changes. Throws OperatorError if the name is invalid or taken. */
export async function createTenant(app: CoreApp, name: string, mode: Mode = 'test'): Promise<Tenant> {
  checkName('name', name, NAME_CHARACTERS_MAX);
  if (TENANT_ID.test(asId(name))) throw new OperatorError('a name must not look like the id of a tenant');
  if ((await listedTenants(app)).some((one) => one.name === name)) throw nameTaken(name);
  const id = app.newId().replaceAll('-', '');
  const tenant: Tenant = {
    id,
    name,
    status: 'ACTIVE',
    mode,
    webhook: null,
    webhookRevision: 0,
    payRevision: 0,
    brand: null,
    portal: null,
    idKey: app.newSecret(),
    recovery: USUAL_RECOVERY,
    messages: null,
    chatUrl: null,
    pay: null,
    acct: null,
    notificationToken: newNotificationToken(forTenant(app, id)),
    notificationsSigned: false,
    createdAt: app.clock(),
  };
  const isMade = await tryWrite(() =>
    app.table.write([
      { put: tenantItem(tenant), if: [{ absent: true }] },
      { put: { ...key.tenantListed(id), id, name } },
      { put: { ...key.tenantNamed(name), id }, if: [{ absent: true }] },
    ]),
  );
  if (!isMade) throw nameTaken(name);
  return tenant;
}

const nameTaken = (name: string) => new OperatorError(`there is a tenant ${name} already`);
const asId = (given: string) => given.replaceAll('-', '').toLowerCase();

/** All tenants, oldest first; unreadable records are skipped, logged and counted. */
export async function listTenants(app: CoreApp): Promise<Tenant[]> {
  const all = await listedTenants(app);
  const tenants: Tenant[] = [];
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH);
    const keys = some.map(({ id }) => key.tenant(id));
    const items = await readableItems(app, 'tenant', keys);
    for (const [at, item] of items.entries()) {
      const whose = { tenant: some[at]?.id };
      const tenant =
        item && item !== 'unreadable' && (await skipUnreadable(app, 'tenant', whose, () => tenantFrom(item)));
      if (tenant) tenants.push(tenant);
    }
  }
  return tenants;
}

/** The tenant with this id. Throws OperatorError if there is none. */
export async function showTenant(app: CoreApp & OfTenant): Promise<Tenant> {
  const item = await app.table.get(key.tenant(app.tenantId), { consistent: true });
  if (!item) throw tenantNotFound(app.tenantId);
  return tenantFrom(item);
}

/** The tenant with this id (with or without dashes) or this name. Throws OperatorError if there is none. */
export async function findTenantBy(app: CoreApp, idOrName: string): Promise<Tenant> {
  const id = asId(idOrName);
  if (TENANT_ID.test(id)) return showTenant(forTenant(app, id));
  const named = (await listedTenants(app)).find(({ name }) => name === idOrName);
  if (!named) throw tenantNotFound(idOrName);
  return showTenant(forTenant(app, named.id));
}

/** Suspends or restores a tenant, within a minute; its subscriptions and events continue. Throws OperatorError. */
export function setTenantStatus(app: CoreApp & OfTenant, status: Tenant['status']): Promise<Tenant> {
  return changeTenant(app, { status });
}

/**
 * Changes some of a tenant's settings. Throws OperatorError if there is none, or `concurrent_change` if `conditions` no
 * longer holds.
 */
export async function changeTenant(
  app: CoreApp & OfTenant,
  settings: Partial<Omit<Tenant, 'id'>>,
  conditions: readonly Clause[] = [],
): Promise<Tenant> {
  const changed = TENANT.change(settings);
  const item = await onConflict(
    () =>
      app.table.apply({
        update: key.tenant(app.tenantId),
        ...changed,
        if: [{ present: true }, ...conditions],
      }),
    ({ found }) => {
      if (!found[0]) throw tenantNotFound(app.tenantId);
      throw new Refusal('concurrent_change', {
        message: 'The settings were changed by somebody else at the same time; try again.',
      });
    },
  );
  if (!item) throw tenantNotFound(app.tenantId);
  return tenantFrom(item);
}

/** Gives a tenant another name, which only operators and its people see. Throws OperatorError if it is invalid or taken. */
export async function renameTenant(app: CoreApp & OfTenant, name: string): Promise<Tenant> {
  checkName('name', name, NAME_CHARACTERS_MAX);
  if (TENANT_ID.test(asId(name))) throw new OperatorError('a name must not look like the id of a tenant');
  const tenant = await showTenant(app);
  if (name === tenant.name) return tenant;
  const isMade = await tryWrite(() =>
    app.table.write([
      { update: key.tenant(app.tenantId), set: { name }, if: [{ attribute: 'name', is: tenant.name }] },
      { put: { ...key.tenantListed(app.tenantId), id: app.tenantId, name } },
      { put: { ...key.tenantNamed(name), id: app.tenantId }, if: [{ absent: true }] },
      { delete: key.tenantNamed(tenant.name) },
    ]),
  );
  if (!isMade) throw nameTaken(name);
  return { ...tenant, name };
}

/** Names the hosts that a tenant's callback addresses may have; none for any. Throws OperatorError for what is no host. */
export function setCallbackHosts(app: CoreApp & OfTenant, hosts: readonly string[]): Promise<Tenant> {
  const callbackHosts = hosts.map((host) => host.trim().toLowerCase()).filter((host) => host !== '');
  for (const host of callbackHosts)
    if (URL.parse(`https://${host}/`)?.hostname !== host) throw new OperatorError(`${host} is no host`);
  return changeTenant(app, { callbackHosts });
}

/** The unguessable part of a notification address: the tenant's id and 192 random bits. */
export function newNotificationToken(app: CoreApp & OfTenant): string {
  return `${app.tenantId}_${app.newSecret().slice(0, 32)}`;
}

async function listedTenants(app: CoreApp): Promise<{ id: string; name: string }[]> {
  const items = await app.table.query({ ...range.tenants(), consistent: true });
  return items.map(fieldsOf).map((of) => ({ id: of.text('id'), name: of.text('name') }));
}

function tenantNotFound(which: string): OperatorError {
  return new OperatorError(`there is no tenant ${which}`);
}
