import { InvalidArgumentError, Option, type Command } from 'commander';
import { issueKey, listKeys, revokeKey, works, type KeySeen } from '../lib/account/keys.ts';
import { findTenantBy } from '../lib/account/tenants.ts';
import { columns, iso, minute } from './columns.ts';
import { action, TENANT, UsageError, type CliIo, type OfTenant } from './io.ts';

interface IssueOptions extends OfTenant {
  readonly mode?: 'live' | 'test';
  readonly replaces?: string;
  /** Milliseconds. */
  readonly overlap?: number;
}

/** `keys`: the pairs a tenant calls the API with. */
export function addKeys(billing: Command, io: CliIo): void {
  const keys = billing.command('keys').description('the key pairs a tenant calls the API with, at most five');

  keys
    .command('issue')
    .description('issue a pair, shown once; with --replaces the old pair goes on working for a while')
    .requiredOption(...TENANT)
    .addOption(new Option('--mode <mode>', 'kind of key (default: test locally)').choices(['live', 'test']))
    .option('--replaces <api key>', 'the pair it takes the place of')
    .option('--overlap <time>', 'how long the old pair works on: 30m, 24h, 7d, 0 (default: 24h)', durationMs)
    .action(
      action<IssueOptions>(io, async ({ app, target, options }) => {
        const { tenant, mode = target.mode, replaces, overlap } = options;
        if (overlap !== undefined && replaces === undefined)
          throw new UsageError('--overlap goes with --replaces');
        const { id, name } = await findTenantBy(app, tenant);
        const { apiKey, apiSecret, replaced } = await issueKey(app, id, {
          mode,
          ...(replaces !== undefined && { replaces }),
          ...(overlap !== undefined && { overlapMs: overlap }),
        });
        const old = replaced && { apiKey: replaced.apiKey, expiresAt: iso(replaced.expiresAt) };
        return {
          json: { tenantId: id, apiKey, apiSecret, replaced: old ?? null },
          lines: [
            `Issued a key pair for ${name}.`,
            `  X-Api-Key     ${apiKey}`,
            `  X-Api-Secret  ${apiSecret}`,
            'Keep the secret now: it is not shown again.',
            ...(replaced ? [`${replaced.apiKey} works until ${minute(replaced.expiresAt)}.`] : []),
          ],
        };
      }),
    );

  keys
    .command('revoke <api-key>')
    .description('refuse a pair, within a minute')
    .requiredOption(...TENANT)
    .action(
      action<OfTenant>(io, async ({ app, options, names: [apiKey = ''] }) => {
        const { id, name } = await findTenantBy(app, options.tenant);
        const revoked = await revokeKey(app, id, apiKey);
        return {
          json: { tenantId: id, key: keyView(revoked, app.clock()) },
          lines: [`Revoked ${apiKey} of ${name}; it is refused within a minute.`],
        };
      }),
    );

  keys
    .command('list')
    .description('the pairs, oldest first; never their secrets')
    .requiredOption(...TENANT)
    .action(
      action<OfTenant>(io, async ({ app, options }) => {
        const { id, name } = await findTenantBy(app, options.tenant);
        const now = app.clock();
        const all = await listKeys(app, id);
        const rows = all.map((one) => [
          one.apiKey,
          stateOf(one, now),
          minute(one.createdAt),
          one.expiresAt === null ? '-' : minute(one.expiresAt),
        ]);
        return {
          json: { tenantId: id, keys: all.map((one) => keyView(one, now)) },
          lines:
            all.length === 0
              ? [`${name} has no keys.`]
              : columns(['key', 'state', 'issued', 'works until'], rows),
        };
      }),
    );
}

function keyView(one: KeySeen, now: number) {
  return {
    apiKey: one.apiKey,
    status: stateOf(one, now),
    createdAt: iso(one.createdAt),
    expiresAt: one.expiresAt === null ? null : iso(one.expiresAt),
  };
}

function stateOf(one: KeySeen, now: number): 'ACTIVE' | 'REVOKED' | 'EXPIRED' {
  if (one.status === 'REVOKED') return 'REVOKED';
  return works(one, now) ? 'ACTIVE' : 'EXPIRED';
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (text === '0') return 0;
  if (count === undefined) throw new InvalidArgumentError('Write it as 30m, 24h, 7d or 0.');
  return Number(count) * (UNITS[unit] ?? 0);
}
