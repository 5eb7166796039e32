import type { Command } from 'commander';
import { findTenantBy } from '../lib/account/tenants.ts';
import { importSubscriptions, type ImportFate, type ImportRow } from '../lib/checkout/import.ts';
import { tableOf } from './columns.ts';
import { action, TENANT, UsageError, type CliIo, type OfTenant } from './io.ts';

interface ImportOptions extends OfTenant {
  readonly dryRun?: boolean;
  readonly announce?: boolean;
  readonly chargesSince?: number;
}

const FATES: readonly ImportFate[] = [
  'adopted',
  'known',
  'being bought',
  'ended',
  'plan unknown',
  'no e-mail',
  'not readable',
];
/** The most rows of a dry run that people are shown; --json has all. */
const SHOWN = 50;

function instant(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${text} is no time such as 2026-05-01T12:00:00Z`);
  return at;
}

/** `import`: takes over a tenant's existing subscriptions from its payment provider. */
export function addImport(billing: Command, io: CliIo): void {
  billing
    .command('import')
    .description(
      'adopt the live subscriptions a tenant already has at its payment provider; may be cut short and repeated',
    )
    .requiredOption(...TENANT)
    .option('--dry-run', 'only say what would happen')
    .option('--announce', 'tell the tenant of each by a SUBSCRIBED event')
    .option(
      '--charges-since <time>',
      'invoice what was charged from then on, ISO 8601; after a restore, the moment restored to',
      instant,
    )
    .action(
      action<ImportOptions>(io, async ({ app, options, progress }) => {
        const { dryRun = false, announce = false, chargesSince } = options;
        const { id, name } = await findTenantBy(app, options.tenant);
        const rows: ImportRow[] = [];
        let unreadable = 0;
        await importSubscriptions(app, id, { dryRun, announce, chargesSince }, (some, done) => {
          rows.push(...some);
          unreadable += done.unreadable;
          progress(`read ${done.passed} of ${done.total} subscriptions`);
        });
        const counts = Object.fromEntries(
          FATES.map((fate) => [fate, rows.filter((row) => row.fate === fate).length]),
        );
        const said = FATES.map((fate) => `${counts[fate] ?? 0} ${fate}`);
        if (unreadable > 0) said.push(`${unreadable} not readable`);
        const table = rows
          .slice(0, SHOWN)
          .map((row) => [row.reference, row.email ?? '-', row.planReference, row.status, row.fate]);
        return {
          json: { tenantId: id, dryRun, counts, unreadable, subscriptions: rows },
          lines: [
            ...(dryRun && rows.length > 0
              ? [tableOf(['reference', 'customer', 'plan', 'status', 'fate'], table)]
              : []),
            `${dryRun ? 'Would import' : 'Imported'} for ${name}: ${said.join(', ')}.`,
          ],
          next: dryRun ? [['import', '--tenant', name]] : [],
        };
      }),
    );
}
