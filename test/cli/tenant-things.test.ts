import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importSubscriptions } from '../../lib/checkout/import.ts';
import { differencePut } from '../../lib/table/differences/differences.ts';
import { PLANS } from '../account/operator.ts';
import { callAsMerchant } from '../account/merchant.ts';
import { pngOf } from '../world/logo.ts';
import { directStartBody } from '../world/direct-start.ts';
import { openCli, type TestCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

/** A shop whose one subscriber was imported, told of by an event that went nowhere. */
async function withSubscriber(): Promise<{
  cli: TestCli;
  svcId: string;
  eventId: string;
  reference: string;
}> {
  const cli = await openCli();
  const { operator } = cli;
  const { tenant, merchant } = await operator.shop('shop', PLANS);
  await cli.json(['plans', 'sync', ...TENANT]);
  const { plans } = (await cli.json(['plans', 'list', ...TENANT])) as {
    plans: { name: string; reference: string }[];
  };
  const plan = plans.find(({ name }) => name === 'Fortnightly')!;
  await callAsMerchant(
    operator,
    merchant,
    'POST',
    '/initialize',
    directStartBody(plan.reference, 'ada@example.com'),
  );
  await importSubscriptions(operator.app, tenant.id, { dryRun: false, announce: true }, () => undefined);
  const { subscribers } = (await cli.json(['subscribers', 'list', ...TENANT])) as {
    subscribers: { svcId: string; payReference: string }[];
  };
  const { events } = (await cli.json(['events', 'list', ...TENANT])) as { events: { eventId: string }[] };
  const [{ svcId, payReference }] = subscribers as [{ svcId: string; payReference: string }];
  return { cli, svcId, reference: payReference, eventId: events[0]!.eventId };
}

/** Such a shop, and a way to say what a command must say. */
async function opened() {
  const at = await withSubscriber();
  const said = async (args: readonly string[], words: string | RegExp) => {
    const { code, out, err } = await at.cli.run([...args, ...TENANT]);
    expect([code, err.replace(/^(read|compared) .*\n/gm, '')]).toEqual([0, '']);
    expect(out).toMatch(words);
  };
  return { at, said };
}

describe('the records of a tenant, for operators', () => {
  it('are empty for a new tenant', async () => {
    const cli = await openCli();
    await cli.json(['tenants', 'create', 'new']);
    for (const things of ['subscribers', 'events'])
      expect((await cli.run([things, 'list', '--tenant', 'new'])).out).toContain(`new has no ${things} yet.`);
  });

  it('subscribers are listed and shown with their timeline', async () => {
    const { at, said } = await opened();
    await said(['subscribers', 'list'], /^SUBSCRIBER +CUSTOMER +STATUS/);
    await said(['subscribers', 'list', '--email', 'nobody@example.com'], 'has no such subscribers');
    await said(['subscribers', 'list', '--starting-after', at.svcId], 'has no such subscribers');
    await said(['subscribers', 'show', at.svcId], `${at.svcId} of shop is ACTIVE.`);
    await said(
      ['subscribers', 'show', at.svcId],
      /next payment +2026-01-29 09:00:00 UTC\n +grace until +-\n +provider was told +yes\n/,
    );
    await said(['subscribers', 'show', at.reference], `subscribers timeline ${at.svcId} --tenant shop`);
    await said(['subscribers', 'timeline', at.svcId], /subscribed .* operator/);
  });

  it('events are listed, shown and replayed', async () => {
    const { at, said } = await opened();
    await said(['events', 'list'], /SUBSCRIBED +INITIAL_BUY +SKIPPED/);
    await said(['events', 'list', '--state', 'EXHAUSTED'], 'has no such events');
    await said(['events', 'list', '--ending-before', at.eventId, '--limit', '5'], 'has no such events');
    await said(['events', 'show', at.eventId], `SUBSCRIBED ${at.eventId} is SKIPPED.`);
    const refused = await at.cli.run(['events', 'replay', at.eventId, ...TENANT, '--json']);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.err)).toMatchObject({ error: { code: 'webhook_not_set' } });
    await at.cli.json(['webhook', 'set', 'http://127.0.0.1:9/h', ...TENANT]);
    await said(['events', 'replay', at.eventId], 'is delivered again');
    const begun = await at.cli.run(['events', 'replay', '--from', '2026-01-01', ...TENANT]);
    expect(begun.out).toMatch(/^The replay .* has begun/);
    const [, progress = ''] = /npx billing (events replay-progress \S+) --tenant shop/.exec(begun.out)!;
    await said(progress.split(' '), /^The replay .* of shop is RUNNING: 0 events so far/);
    const delivered = ['--from', '2026-01-01', '--states', 'DELIVERED,SKIPPED'];
    await said(['events', 'replay', ...delivered], /^The replay .* has begun/);
    await said(['webhook', 'test'], 'did not take the example');
  });

  it('subscribers are compared with the provider, one or all', async () => {
    const { at, said } = await opened();
    await said(['reconcile', at.svcId], 'Compared 1 of shop');
    await said(['reconcile', '--all'], 'Compared 1 of shop');
    await said(['differences'], 'no comparison with its payment provider has been finished yet');
    await said(['intents', 'list'], 'shop has no open charges.');
    const { code, err } = await at.cli.run(['intents', 'resolve', 'x', ...TENANT]);
    expect([code, err]).toEqual([1, 'billing: shop has no charge x\n']);
  });

  it('differences are listed and closed, with who closed them and why', async () => {
    const { at, said } = await opened();
    const [{ tenantId }] = (await at.cli.json(['tenants', 'list'])).tenants as [{ tenantId: string }];
    const found = { kind: 'unknown_here', about: 'x', ours: 'nothing', theirs: 'ACTIVE' } as const;
    const of = { subscriberId: null, reference: 'elsewhere', since: Date.now() };
    await at.cli.operator.app.table.write(differencePut(tenantId, { ...found, ...of }, of.since));
    await said(['differences', 'list'], /unknown_here +elsewhere +nothing +ACTIVE +Import the subscription/);
    await said(['differences', 'list', '--kind', 'plan_differs'], 'shop has no such differences.');
    await said(['differences', 'list', '--state', 'closed'], 'shop has no such differences.');
    const { out } = await at.cli.run(['differences', 'list', ...TENANT]);
    const [{ id }] = (await at.cli.json(['differences', 'list', ...TENANT])).differences as [{ id: string }];
    await said(['differences', 'list', '--starting-after', id], 'shop has no such differences.');
    const [, close = ''] = /npx billing (differences close \S+) --tenant shop --by NAME/.exec(out)!;
    const closing = { by: 'Ada', because: 'It is of the other shop.' };
    await said(
      [...close.split(' '), '--by', closing.by, '--because', closing.because],
      'Closed unknown_here',
    );
    await said(
      ['differences', 'list', '--state', 'open'],
      'no comparison with its payment provider has been finished yet',
    );
    await said(['differences', 'list'], /Nothing since .* UTC: closed by Ada: It is of the other shop\./);
    const { differences } = await at.cli.json(['differences', 'list', '--state', 'closed', ...TENANT]);
    expect(differences).toMatchObject([{ kind: 'unknown_here', closing }]);
  });

  it('an import previews its changes, and finds nothing the second time', async () => {
    const { said } = await opened();
    await said(['import', '--dry-run'], /Would import for shop: 0 adopted, 1 known/);
    await said(['import'], 'Imported for shop: 0 adopted, 1 known');
  });

  it('plans are created and retired', async () => {
    const { at, said } = await opened();
    await said(
      ['plans', 'create', 'Gold', '--product', 'Club', '--price', '10'],
      'Made the plan Gold of shop',
    );
    const { plans } = (await at.cli.json(['plans', 'list', ...TENANT])) as {
      plans: { name: string; reference: string }[];
    };
    const gold = plans.find(({ name }) => name === 'Gold')!;
    await said(['plans', 'retire', gold.reference], 'It is gone at the payment provider, too.');
  });

  it('a customer is erased once it has no running subscription', async () => {
    const { at, said } = await opened();
    const { code, err } = await at.cli.run(['erase', 'ada@example.com', ...TENANT]);
    expect([code, err]).toEqual([1, expect.stringContaining('still runs')]);
    await fetch(`${at.cli.operator.pay.url}/sandbox/subscriptions/${at.reference}/expire`, {
      method: 'POST',
    });
    await said(['reconcile', at.svcId], 'Compared 1');
    await said(['erase', 'Ada@example.com'], 'Erased a customer of shop: 1 subscription and ');
    const { out } = await at.cli.run(['subscribers', 'show', at.svcId, ...TENANT, '--json']);
    expect(out).not.toMatch(/ada@example|Lovelace/);
    const { out: event } = await at.cli.run(['events', 'show', at.eventId, ...TENANT, '--json']);
    expect(event).not.toMatch(/ada@example|Lovelace/);
    expect((await at.cli.run(['erase', 'ada@example.com', ...TENANT])).err).toContain('no customer');
  });
});

describe('tenants brand --logo', () => {
  it('puts the file into the bucket, takes it away with nothing, and refuses what is no image', async () => {
    const cli = await openCli();
    await cli.run(['tenants', 'create', 'shop']);
    const file = join(mkdtempSync(join(tmpdir(), 'logo-')), 'logo.png');
    writeFileSync(file, pngOf(20, 10));
    const change = (logo: string) => cli.json(['tenants', 'brand', 'shop', '--logo', logo]);
    expect((await change(file)).brand).toMatchObject({ logo: { width: 20, height: 10 } });
    expect((await change('')).brand).toMatchObject({ logo: null });
    writeFileSync(file, 'no image');
    expect((await cli.run(['tenants', 'brand', 'shop', '--logo', file])).err).toContain('must be a PNG');
    expect((await cli.run(['tenants', 'brand', 'shop', '--logo', `${file}.gone`])).code).toBe(2);
  });
});
