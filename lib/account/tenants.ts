import type { App } from '../app.ts';
import { key, range } from '../table/schema.ts';
import { Conflict, type Clause, type Item } from '../table/table.ts';
import { tenantFrom, tenantItem, type Tenant } from '../table/tenants.ts';

/** What operator work needs besides the App: unguessable bytes. */
export interface Operator {
  readonly app: App;
  /** Fresh random bytes from a cryptographic source. */
  readonly randomBytes: (count: number) => Buffer;
}

/** Something an operator asked for that cannot be done; the message is for people and names no secret. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** How many items the table answers in one request. */
const BATCH = 100;
const NAME_CHARACTERS_MAX = 100;

/** Makes a tenant without any accounts yet. Throws OperatorError where the name is empty or taken. */
export async function createTenant(operator: Operator, name: string): Promise<Tenant> {
  const { app, randomBytes } = operator;
  if (name.trim() !== name || name === '' || name.length > NAME_CHARACTERS_MAX)
    throw new OperatorError(`a name has 1 to ${NAME_CHARACTERS_MAX} characters and no space around it`);
  if ((await listed(operator)).some((one) => one.name === name))
    throw new OperatorError(`there is a tenant ${name} already`);
  const id = app.newId().replaceAll('-', '');
  const tenant: Tenant = {
    id,
    name,
    status: 'ACTIVE',
    webhookUrl: null,
    chatUrl: null,
    webhookSecret: null,
    previousWebhookSecret: null,
    pay: null,
    acct: null,
    notificationToken: newNotificationToken(id, randomBytes),
    notificationsSigned: false,
    createdAt: app.clock(),
  };
  await app.table.write([
    { put: tenantItem(tenant), if: [{ absent: true }] },
    { put: { ...key.tenantListed(id), id, name } },
  ]);
  return tenant;
}

/** All tenants, oldest first. */
export async function listTenants(operator: Operator): Promise<Tenant[]> {
  const keys = (await listed(operator)).map(({ id }) => key.tenant(id));
  const tenants: Tenant[] = [];
  for (let from = 0; from < keys.length; from += BATCH) {
    const items = await operator.app.table.getMany(keys.slice(from, from + BATCH), { consistent: true });
    tenants.push(...items.filter((item): item is Item => item !== undefined).map(tenantFrom));
  }
  return tenants;
}

/** The tenant with this id. Throws OperatorError where there is none. */
export async function showTenant({ app }: Operator, id: string): Promise<Tenant> {
  const item = await app.table.get(key.tenant(id), { consistent: true });
  if (!item) throw noTenant(id);
  return tenantFrom(item);
}

/** The tenant with this id, with or without dashes, or with this name. Throws OperatorError where there is none. */
export async function findTenantBy(operator: Operator, idOrName: string): Promise<Tenant> {
  const id = idOrName.replaceAll('-', '').toLowerCase();
  if (/^[0-9a-f]{32}$/.test(id)) return showTenant(operator, id);
  const named = (await listed(operator)).find(({ name }) => name === idOrName);
  if (!named) throw noTenant(idOrName);
  return showTenant(operator, named.id);
}

/** Suspended tenants' calls are refused, at the latest a minute later; their subscriptions and events go on. */
export function setStatus(operator: Operator, id: string, status: Tenant['status']): Promise<Tenant> {
  return change(operator, id, { status });
}

/**
 * Changes some of a tenant's settings and no others. Throws OperatorError where there is no such tenant, or where `unless`
 * no longer holds because somebody else was quicker.
 */
export async function change(
  { app }: Operator,
  id: string,
  settings: Partial<Omit<Tenant, 'id'>>,
  unless: readonly Clause[] = [],
): Promise<Tenant> {
  try {
    const set = settings as Readonly<Record<string, Item[string]>>;
    const item = await app.table.apply({ update: key.tenant(id), set, if: [{ present: true }, ...unless] });
    if (!item) throw noTenant(id);
    return tenantFrom(item);
  } catch (conflict) {
    if (!(conflict instanceof Conflict)) throw conflict;
    if (!conflict.found[0]) throw noTenant(id);
    throw new OperatorError('the tenant was changed by somebody else at the same time; try again');
  }
}

export function newNotificationToken(tenant: string, randomBytes: Operator['randomBytes']): string {
  return `${tenant}_${randomBytes(24).toString('base64url')}`;
}

async function listed({ app }: Operator): Promise<{ id: string; name: string }[]> {
  const items = await app.table.query({ ...range.tenants(), consistent: true });
  return items.map(({ id, name }) => ({ id: id as string, name: name as string }));
}

function noTenant(which: string): OperatorError {
  return new OperatorError(`there is no tenant ${which}`);
}
