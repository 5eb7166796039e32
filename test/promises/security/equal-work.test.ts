import { describe, expect, it } from 'vitest';
import { invite } from '../../../lib/console/people.ts';
import { lookUpInvitation } from '../../../lib/console/invitation.ts';
import { lookUpSignedIn } from '../../../lib/console/session.ts';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { authenticate } from '../../../lib/table/tenants/authenticate.ts';
import { key } from '../../../lib/table/schema.ts';
import { TENANT } from '../../../lib/table/tenants/tenant.ts';
import { createKey } from '../../../lib/account/keys.ts';
import { createTenant } from '../../../lib/account/tenants.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { openOperator } from '../../behaviour/account/operator.ts';
import { BY_OPERATOR, somebody } from '../../behaviour/console/people.ts';
import { noting } from '../../support/world/calls.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A tenant with a payment account, as without one its settings are read each time. */
async function withTenant() {
  const operator = await openOperator();
  const { id } = await createTenant(operator.app, 'shop', 'live');
  const pay = { baseUrl: 'https://pay.example', merchantId: '1', sealed: 'sealed', owner: 'owner' };
  await operator.app.table.apply({
    update: key.tenant(id),
    ...TENANT.change({ pay }),
    if: [{ present: true }],
  });
  const issue = () => createKey(forTenant(operator.app, id), { label: 'till', rights: RIGHTS }, RIGHTS);
  return { operator, id, issue };
}

const OTHER_SECRET = 'B'.repeat(43);
const NOBODY = '01890a5d-ac97-7000-8000-000000000000';

/** What an act asks of the table, by its methods and how many keys each names; and whether it lets anybody in. */
async function workOf(app: CoreApp, act: (app: CoreApp) => Promise<unknown>) {
  const work: unknown[] = [];
  const table = noting(app.table, ({ method, asked: [first, ...rest] }) =>
    work.push([method, Array.isArray(first) ? first.length : 1, ...rest]),
  );
  return { isIn: (await act({ ...app, table })) !== undefined, work };
}

describe('our choice: what is unknown is refused with the same work as what is wrong', () => {
  it('a key pair, also by a process that knows the key', async () => {
    const { operator, issue } = await withTenant();
    const { key: made, apiSecret } = await issue();
    const app = { ...operator.app, memory: {} };
    expect(await authenticate(app, made.apiKey, apiSecret)).toBeDefined();
    const unknown = made.apiKey.replace(/.{8}$/, '0'.repeat(8));
    const ofUnknown = await workOf(app, (own) => authenticate(own, unknown, apiSecret));
    expect(ofUnknown).toEqual({ isIn: false, work: [['getMany', 3, { consistent: false }]] });
    expect(await workOf(app, (own) => authenticate(own, made.apiKey, OTHER_SECRET))).toEqual(ofUnknown);
    expect(await workOf(app, (own) => authenticate(own, made.apiKey, apiSecret))).toEqual({
      isIn: true,
      work: [],
    });
  });

  it('the cookie of somebody at the console', async () => {
    const { operator, id } = await withTenant();
    const { app } = operator;
    const { person, token } = await somebody(app, id, 'Deniz', ['owner']);
    expect((await workOf(app, (own) => lookUpSignedIn(own, token))).isIn).toBe(true);
    const ofUnknown = await workOf(app, (own) => lookUpSignedIn(own, `${id}.${NOBODY}.${OTHER_SECRET}`));
    expect(ofUnknown).toMatchObject({ isIn: false, work: [['getMany', 3, { consistent: true }]] });
    expect(await workOf(app, (own) => lookUpSignedIn(own, `${id}.${person.id}.${OTHER_SECRET}`))).toEqual(
      ofUnknown,
    );
  });

  it('the link of an invitation', async () => {
    const { operator, id } = await withTenant();
    const { app } = operator;
    const { person, token } = await invite(
      forTenant(app, id),
      { name: 'Ekin', roles: ['read'] },
      BY_OPERATOR,
    );
    expect((await workOf(app, (own) => lookUpInvitation(own, token))).isIn).toBe(true);
    const ofUnknown = await workOf(app, (own) => lookUpInvitation(own, `${id}.${NOBODY}.${OTHER_SECRET}`));
    expect(ofUnknown.isIn).toBe(false);
    expect(await workOf(app, (own) => lookUpInvitation(own, `${id}.${person.id}.${OTHER_SECRET}`))).toEqual(
      ofUnknown,
    );
  });
});
