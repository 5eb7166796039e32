import { describe, expect, it } from 'vitest';
import { keyStateOf } from '../../lib/billing/api-key.ts';
import { revokeKey } from '../../lib/account/keys.ts';
import { createTenant } from '../../lib/account/tenants.ts';
import { authenticate } from '../../lib/table/tenants/authenticate.ts';
import { DAY, HOUR, MINUTE, START } from './operator.ts';
import { withTenant, opens } from './key-pairs.ts';

/** How long a process may go on with credentials it has checked. */
const CACHED = MINUTE;

describe('rotating a key pair', () => {
  it('keeps the old pair alive for the overlap and no longer', async () => {
    const { operator, id, issue, rotate } = await withTenant('test');
    const old = await issue('read');
    const pair = await rotate(old);
    expect(pair.key).toMatchObject({
      label: 'till',
      rights: ['read'],
      apiKey: expect.stringContaining('svck_test_'),
    });
    expect(pair.replaced).toMatchObject({ apiKey: old.key.apiKey, expiresAt: START + DAY });
    expect(keyStateOf(pair.replaced, START)).toBe('EXPIRING');
    await operator.pass(DAY - 1);
    expect([await opens(operator, old), await opens(operator, pair)]).toEqual([id, id]);
    await operator.pass(1);
    expect([await opens(operator, old), await opens(operator, pair)]).toEqual([undefined, id]);
  });

  it('ends the old pair at once without an overlap', async () => {
    const { operator, id, issue, rotate } = await withTenant();
    const first = await issue();
    const second = await rotate(first, 0);
    expect([await opens(operator, first), await opens(operator, second)]).toEqual([undefined, id]);
  });

  it('never makes the old pair last longer than it would have', async () => {
    const { issue, rotate } = await withTenant();
    const first = await issue();
    await rotate(first, 1);
    expect((await rotate(first, 24)).replaced.expiresAt).toBe(START + HOUR);
  });

  it('counts the old pair among the five while it works', async () => {
    const { operator, id, issue, rotate } = await withTenant();
    const first = await issue();
    for (let i = 0; i < 4; i++) await issue();
    await expect(rotate(first)).rejects.toMatchObject({ code: 'too_many_keys' });
    const pair = await rotate(first, 0);
    expect([await opens(operator, first), await opens(operator, pair)]).toEqual([undefined, id]);
  });

  it('refuses to replace what does not work', async () => {
    const { issue, rotate, revoke } = await withTenant();
    const old = await issue();
    await issue();
    await revoke(old);
    await expect(rotate(old)).rejects.toMatchObject({ code: 'key_not_found' });
  });
});

describe('revoking a key pair', () => {
  it('refuses it at the latest a minute later, also where it was in use', async () => {
    const { operator, id, issue, revoke } = await withTenant();
    await issue();
    const pair = await issue();
    const warm = () => authenticate(operator.app, pair.key.apiKey, pair.apiSecret);
    expect((await warm())?.tenant.id).toBe(id);
    expect(await revoke(pair)).toMatchObject({ status: 'REVOKED' });
    expect(await revoke(pair)).toMatchObject({ status: 'REVOKED' });
    expect(await opens(operator, pair)).toBeUndefined();
    await operator.pass(CACHED);
    expect(await warm()).toBeUndefined();
  });

  it('leaves a pair that may do everything and does not end', async () => {
    const { issue, rotate, revoke } = await withTenant();
    const first = await issue();
    await issue('read');
    await expect(revoke(first)).rejects.toMatchObject({ code: 'last_key' });
    const second = await rotate(first);
    await expect(revoke(second)).rejects.toMatchObject({ code: 'last_key' });
    expect(await revoke(first)).toMatchObject({ status: 'REVOKED' });
  });

  it("does not reach another tenant's key", async () => {
    const { operator, issue } = await withTenant();
    const other = await createTenant(operator.app, 'other');
    const pair = await issue();
    await expect(revokeKey(operator.app, other.id, pair.key.apiKey)).rejects.toMatchObject({
      code: 'key_not_found',
    });
    expect(await opens(operator, pair)).toBe(pair.key.tenant);
  });
});
