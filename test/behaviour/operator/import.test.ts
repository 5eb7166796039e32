import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fatesSaid } from '../../../cli/import.ts';
import { subscriptionsWithExternalId } from '../../../lib/access/external-person.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { changeBrandTexts } from '../../../lib/account/brand.ts';
import { listPlans } from '../../../lib/account/plans.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { PLANS } from '../account/operator.ts';
import { directStartBody } from '../../support/world/direct-start.ts';
import { openCli } from './io.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const TENANT = ['--tenant', 'shop'];

describe('the rehearsal of an import', () => {
  it('suggests the import with the options it was rehearsed with', async () => {
    const { run, operator } = await openCli();
    await operator.shop('shop', PLANS);
    const suggested = async (...options: string[]) =>
      (await run(['import', '--dry-run', ...options, ...TENANT])).out.split('Next:\n')[1];
    expect(await suggested()).toBe('  npx billing import --tenant shop\n');
    expect(await suggested('--announce', '--charges-since', '2026-01-01T00:00Z')).toBe(
      '  npx billing import --tenant shop --announce --charges-since 2026-01-01T00:00:00.000Z\n',
    );
  });
});

describe('a day that an operator writes', () => {
  it.each([
    ['Pacific/Kiritimati', '2026-01-09T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-10T11:00:00.000Z'],
    [null, '2026-01-09T21:00:00.000Z'],
  ])('begins where it does for a tenant in %s', async (timeZone, begins) => {
    const { run, operator } = await openCli();
    const { tenant } = await operator.shop('shop', PLANS);
    await changeBrandTexts(forTenant(operator.app, tenant.id), { timeZone });
    const { out } = await run(['import', '--dry-run', '--charges-since', '2026-01-10', ...TENANT]);
    expect(out).toContain(`--charges-since ${begins}`);
  });
});

describe('what an import says of subscriptions', () => {
  it('counts those that cannot be read in one place, whichever part of them it is', () => {
    expect(fatesSaid([{ fate: 'not readable' }, { fate: 'known' }], 2)).toBe(
      '0 adopted, 1 known, 0 being bought, 0 ended, 0 plan unknown, 0 no e-mail, 0 own id taken, 3 not readable',
    );
  });
});

describe('an import with people’s own ids', () => {
  it('gives them to new and known subscriptions, by reference or e-mail, and leaves what is another’s', async () => {
    const cli = await openCli();
    const { merchant, tenant } = await cli.operator.shop('shop', PLANS);
    await syncPlans(forTenant(cli.operator.app, tenant.id));
    const plans = await listPlans(forTenant(cli.operator.app, tenant.id));
    const plan = plans.find(({ name }) => name === 'Fortnightly')!.reference;
    const emails = ['ada@example.com', 'ben@example.com', 'cem@example.com'];
    const buy = (email: string) =>
      callAsMerchant(cli.operator, merchant, 'POST', '/initialize', directStartBody(plan, email));
    await buy(emails[0]!);
    await cli.run(['import', ...TENANT]);
    await buy(emails[1]!);
    await buy(emails[2]!);
    const file = join(await mkdtemp(join(tmpdir(), 'ids-')), 'ids.csv');
    const lines = [
      '\uFEFFAda@Example.com;user-1',
      '',
      '"ben@example.com", "user-2"',
      'cem@example.com,user-2',
    ];
    await writeFile(file, lines.join('\r\n'));
    const imported = async (...more: string[]) => {
      const { out } = await cli.run(['import', '--own-ids', file, ...more, '--json', ...TENANT]);
      const { subscriptions } = JSON.parse(out) as {
        subscriptions: { email: string; externalId: string; fate: string }[];
      };
      return Object.fromEntries(
        subscriptions.map(({ email, externalId, fate }) => [email, [externalId, fate]]),
      );
    };
    const all = { 'ada@example.com': ['user-1', 'known'] };
    const [, ben, cem] = emails as [string, string, string];
    expect(await imported('--dry-run')).toEqual({
      ...all,
      [ben]: ['user-2', 'adopted'],
      [cem]: ['user-2', 'adopted'],
    });
    const fates = Object.values(await imported()).map(([, fate]) => fate);
    expect(fates.sort()).toEqual(['adopted', 'known', 'own id taken']);
    expect(
      Object.values(await imported('--dry-run'))
        .map(([, fate]) => fate)
        .sort(),
    ).toEqual(['known', 'known', 'own id taken']);
    const people = await Promise.all(
      ['user-1', 'user-2'].map((id) =>
        subscriptionsWithExternalId(forTenant(cli.operator.app, tenant.id), id),
      ),
    );
    expect(people.map((all) => all.length)).toEqual([1, 1]);
  });

  it.each([
    ['ada@example.com', 'Line 1 is not'],
    ['ada@example.com,two words', 'Line 1 is not'],
    [`ada@example.com,${'😀'.repeat(128)}\nben@example.com,${'😀'.repeat(129)}`, 'Line 2 is not'],
    ['ada@example.com,u1\nADA@example.com,u2', 'Line 2 gives ADA@example.com a second own id'],
  ])('refuses a file that says no ids: %j', async (content, said) => {
    const cli = await openCli();
    const file = join(await mkdtemp(join(tmpdir(), 'ids-')), 'ids.csv');
    await writeFile(file, content);
    expect((await cli.run(['import', '--own-ids', file, ...TENANT])).err).toContain(said);
    expect((await cli.run(['import', '--own-ids', `${file}.none`, ...TENANT])).err).toContain(
      'cannot be read',
    );
  });
});
