import { describe, expect, it } from 'vitest';
import {
  createTenant,
  findTenantBy,
  listTenants,
  setTenantStatus,
  showTenant,
} from '../../../lib/account/tenants.ts';
import { key } from '../../../lib/table/schema.ts';
import { openOperator, START } from './operator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

describe('making a tenant', () => {
  it('starts active, without accounts, and with a notification address of its own', async () => {
    const { app } = await openOperator();
    const tenant = await createTenant(app, 'Kitap Kulübü');
    expect(tenant).toMatchObject({
      name: 'Kitap Kulübü',
      status: 'ACTIVE',
      webhook: null,
      chatUrl: null,
      pay: null,
      acct: null,
      notificationsSigned: false,
      createdAt: START,
    });
    expect(tenant.id).toMatch(/^[0-9a-f]{32}$/);
    expect(tenant.notificationToken).toMatch(new RegExp(`^${tenant.id}_[0-9A-Za-z_-]{32}$`));
    expect(await showTenant(forTenant(app, tenant.id))).toEqual(tenant);
  });

  it('refuses a name that is taken, empty, too long or has space around it', async () => {
    const { app } = await openOperator();
    await createTenant(app, 'shop');
    await expect(createTenant(app, 'shop')).rejects.toThrow('there is a tenant shop already');
    for (const name of ['', ' shop', 'shop ', 'x'.repeat(101)])
      await expect(createTenant(app, name)).rejects.toThrow('a name has 1 to 100 characters');
    expect(await listTenants(app)).toHaveLength(1);
  });

  it('refuses a name with control characters, and one that looks like a tenant’s id', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    await expect(createTenant(app, 'a\u001b[2Jshop')).rejects.toThrow('no control characters');
    for (const name of [id, id.toUpperCase(), `${id.slice(0, 8)}-${id.slice(8)}`])
      await expect(createTenant(app, name)).rejects.toThrow('must not look like the id');
  });

  it('gives a name to one of two operators who make it at the same moment', async () => {
    const { app } = await openOperator();
    const both = await Promise.allSettled([createTenant(app, 'shop'), createTenant(app, 'shop')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('there is a tenant shop already');
    expect(await listTenants(app)).toHaveLength(1);
  });
});

describe('finding tenants', () => {
  it('lists all of them, more than one request can answer, oldest first', async () => {
    const operator = await openOperator();
    const names = Array.from({ length: 120 }, (_, i) => `tenant ${i}`);
    for (const name of names) {
      await createTenant(operator.app, name);
      await operator.pass(1);
    }
    expect((await listTenants(operator.app)).map(({ name }) => name)).toEqual(names);
  });

  it('lists all others where the record of one cannot be read', async () => {
    const { app } = await openOperator();
    const [broken] = [await createTenant(app, 'broken'), await createTenant(app, 'shop')];
    await app.table.apply({ update: key.tenant(broken.id), set: { status: 'NONSENSE' } });
    expect((await listTenants(app)).map(({ name }) => name)).toEqual(['shop']);
  });

  it('finds one by its id, with or without dashes, and by its name', async () => {
    const { app } = await openOperator();
    const { id } = await createTenant(app, 'shop');
    const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
    for (const name of [id, dashed, 'shop']) expect(await findTenantBy(app, name)).toMatchObject({ id });
  });

  it('says so where there is none', async () => {
    const { app } = await openOperator();
    const nobody = 'f'.repeat(32);
    await expect(findTenantBy(app, 'nobody')).rejects.toThrow('there is no tenant nobody');
    await expect(findTenantBy(app, nobody)).rejects.toThrow(`there is no tenant ${nobody}`);
    await expect(setTenantStatus(forTenant(app, nobody), 'SUSPENDED')).rejects.toThrow(
      `there is no tenant ${nobody}`,
    );
    expect(await listTenants(app)).toEqual([]);
  });
});
