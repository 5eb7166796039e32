import { InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod/mini';
import {
  IMPORT_FATES,
  importSubscriptions,
  type ImportFate,
  type ImportRow,
} from '../lib/checkout/import.ts';
import { moment } from '../lib/wire/time.ts';
import { nameKnown, ownIdsIn, type OwnIdFile } from './own-ids.ts';
import { iso, tableOf } from './columns.ts';
import { ofTenant, optionWords, TENANT, type CliIo } from './io.ts';

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly announce?: boolean;
  readonly chargesSince?: string;
  readonly ownIds?: OwnIdFile;
}

/** The most rows of a dry run that people are shown; --json has all. */
const SHOWN = 50;

/** A time as the API reads it; which moment a day begins at says its tenant's zone. `Date.parse` would take `12` for a month. */
function written(text: string): string {
  if (!z.safeParse(moment('from'), text).success)
    throw new InvalidArgumentError('Write it as 2026-05-01T12:00:00Z.');
  return text;
}

/** `import`: takes over a tenant's existing subscriptions from its payment provider. */
export function addImport(billing: Command, io: CliIo): void {
  billing
    .command('import')
    .description(
      'adopt the live subscriptions a tenant already has at its payment provider; may be cut short and repeated',
    )
    .addOption(TENANT)
    .option('--dry-run', 'only say what would happen')
    .option(
      '--own-ids <file>',
      'give people your own ids: lines of a subscription, customer or e-mail, a comma, and the id; also those imported before',
      ownIdsIn,
    )
    .option('--announce', 'tell the tenant of each by a SUBSCRIBED event')
    .option(
      '--charges-since <time>',
      'invoice what was charged from then on, ISO 8601; after a restore, the moment restored to',
      written,
    )
    .action(
      ofTenant<ImportOptions>(io, async ({ app, options, progress }) => {
        const { dryRun = false, announce = false, chargesSince: since, ownIds } = options;
        const chargesSince = since === undefined ? undefined : z.parse(moment('from'), since);
        const { id, name } = app.tenant;
        const rows: ImportRow[] = [];
        let unreadable = 0;
        const asked = { dryRun, announce, chargesSince, ownIds: ownIds?.of };
        await importSubscriptions(app, asked, (some, done) => {
          rows.push(...some);
          unreadable += done.unreadable;
          progress(`read ${done.passed} of ${done.total} subscriptions`);
        });
        if (!dryRun && ownIds) await nameKnown(app, rows);
        const counts = countsOf(rows);
        const table = rows
          .slice(0, SHOWN)
          .map((row) => [row.reference, row.email ?? '-', row.planReference, row.status, row.fate]);
        return {
          json: { tenantId: id, dryRun, counts, unreadable, subscriptions: rows },
          lines: [
            ...(dryRun && rows.length > 0
              ? [tableOf(['reference', 'customer', 'plan', 'status', 'fate'], table)]
              : []),
            `${dryRun ? 'Would import' : 'Imported'} for ${name}: ${fatesSaid(rows, unreadable)}.`,
          ],
          next: dryRun ? [asRehearsed(name, { announce, chargesSince, ownIds: ownIds?.file })] : [],
        };
      }),
    );
}

function countsOf(rows: readonly Pick<ImportRow, 'fate'>[]): Record<ImportFate, number> {
  const counts = IMPORT_FATES.map((fate) => [fate, rows.filter((row) => row.fate === fate).length]);
  return Object.fromEntries(counts) as Record<ImportFate, number>;
}

/** How many met each fate, for people; `unreadable` are those of which not even a row could be made. */
export function fatesSaid(rows: readonly Pick<ImportRow, 'fate'>[], unreadable: number): string {
  const counts = countsOf(rows);
  const all = { ...counts, 'not readable': counts['not readable'] + unreadable };
  return IMPORT_FATES.map((fate) => `${all[fate]} ${fate}`).join(', ');
}

/** The import as it was rehearsed. */
function asRehearsed(
  name: string,
  given: {
    readonly announce: boolean;
    readonly chargesSince: number | undefined;
    readonly ownIds: string | undefined;
  },
): string[] {
  const { announce, chargesSince, ownIds } = given;
  const since = chargesSince === undefined ? undefined : iso(chargesSince);
  return [
    'import',
    '--tenant',
    name,
    ...(announce ? ['--announce'] : []),
    ...optionWords({ 'own-ids': ownIds, 'charges-since': since }),
  ];
}
