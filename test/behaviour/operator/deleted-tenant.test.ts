import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import type { Item } from '../../../lib/table/table.ts';
import { merchantHeld } from '../../../lib/table/tenants/merchants.ts';
import { startTable } from '../../nightly/engines/dynoxide.ts';
import { openTable } from '../../nightly/engines/open.ts';
import { copyOf } from '../../support/world/copy.ts';
import { openShop } from '../../support/world/opened.ts';
import { directBody, subscribe } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant } from '../../support/world/tenant.ts';

const ROOT = join(import.meta.dirname, '../../..');

const { world, shop } = await openShop();
const present = await startTable();
const restored = await openTable(present.endpoint);
afterAll(() => Promise.all([present.stop(), restored.stop()]));

/** Runs the runbook's command as it is written there. */
function copyBack(): unknown {
  const page = readFileSync(join(ROOT, 'docs/runbook/restore.md'), 'utf8');
  const [, command = ''] = /^ {3}```\n {3}(node [^]+?\n {3}END)\n {3}```$/m.exec(page) ?? [];
  const filled = command
    .replaceAll(/^ {3}/gm, '')
    .replace(
      ' billing-restored TABLE TENANT ',
      ` ${restored.tableName} ${present.tableName} ${shop.tenant.id} `,
    );
  const { stdout, stderr } = spawnSync('bash', ['-c', filled], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      AWS_ENDPOINT_URL: present.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  });
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Counters of usage begin anew. */
const lasting = (item: Item) => !item.pk.startsWith('L#');
const isOurs = ({ pk, sk, tenant, id, tenants }: Item) =>
  new RegExp(`^T#${shop.tenant.id}(#|$)`).test(pk) ||
  tenant === shop.tenant.id ||
  (Array.isArray(tenants) && tenants.includes(shop.tenant.id)) ||
  (pk === 'TENANTS' && id === shop.tenant.id && sk !== '');

describe('a tenant whose items were removed', () => {
  it('is copied back from a restored table with everything of its own, and nothing else is touched', async () => {
    const neighbour = await makeTenant(world);
    for (const each of [shop, neighbour]) {
      const { id, name } = each.tenant;
      await world.table.apply({ put: { ...key.tenantListed(id), id, name } });
      await world.table.apply({ put: { ...key.tenantNamed(name), id } });
      await world.table.apply(merchantHeld({ mark: `${id} 1`, tenants: [], revision: 0 }, id, true));
      await subscribe(world, each);
      await each.call('checkout/initialize-direct', { body: directBody(each.plans.basic!) });
      await each.call('checkout/initialize', { body: checkoutBody(each.plans.basic!) });
    }
    const all = (await copyOf(world)).filter(lasting);
    const ours = all.filter((item) => isOurs(item) && item.sk !== 'FORM');
    expect(new Set(ours.map(({ pk }) => pk.split('#')[0]))).toEqual(new Set(['T', 'K', 'C', 'M', 'TENANTS']));
    for (const put of all) await restored.table.apply({ put });
    for (const put of all.filter((item) => !isOurs(item)).slice(1)) await present.table.apply({ put });
    const newer = { ...ours[0]!, newer: true };
    await present.table.apply({ put: newer });

    expect(copyBack()).toBe(`{ copied: ${ours.length - 1}, there: 1 }`);
    const found = await present.table.getMany(
      all.map(({ pk, sk }) => ({ pk, sk })),
      { consistent: true },
    );
    expect(found.filter((item) => item && isOurs(item) && item.sk !== 'FORM')).toEqual([
      newer,
      ...ours.slice(1),
    ]);
    expect(found.filter((item) => item && !isOurs(item))).toEqual(
      all.filter((item) => !isOurs(item)).slice(1),
    );
    expect(copyBack()).toBe(`{ copied: 0, there: ${ours.length} }`);
  });
});
