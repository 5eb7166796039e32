import { Option, type Command } from 'commander';
import { ACTIONS, type Difference } from '../lib/billing/difference.ts';
import { closeByHand } from '../lib/reconciliation/close-by-hand.ts';
import { listDifferences } from '../lib/reconciliation/list-differences.ts';
import { closingInput } from '../lib/wire/closing.ts';
import { lookUpCompared } from '../lib/table/differences/comparisons.ts';
import { differencesAnswer, differencesInput } from '../lib/wire/differences.ts';
import { minute, second, tableOf } from './columns.ts';
import { ofTenant, TENANT, type CliIo, type CommandResult, type TenantCall } from './io.ts';
import { addPaging, isNarrowed, nextPage, pagingIn, type Paging } from './paging.ts';

interface ListOptions extends Paging {
  readonly kind?: string;
  readonly state?: string;
}

interface CloseOptions {
  readonly by: string;
  readonly because: string;
}

/** `differences`: what we and the payment provider do not agree on; without a word behind it, `differences list`. */
export function addDifferences(billing: Command, io: CliIo): void {
  const differences = billing
    .command('differences')
    .description('what we and the payment provider do not agree on');

  addPaging(
    differences
      .command('list', { isDefault: true })
      .description('open ones and closed ones, newest first, and what to do')
      .addOption(TENANT)
      .option('--kind <kind>', 'such as plan_differs')
      .addOption(new Option('--state <state>', 'only these').choices(['open', 'closed'])),
  ).action(ofTenant(io, list));

  differences
    .command('close <id>')
    .description('close one that has been dealt with; it stays closed while it is found unchanged')
    .addOption(TENANT)
    .requiredOption('--by <name>', 'who closes it')
    .requiredOption('--because <reason>', 'why, for whoever asks later; without personal data')
    .action(ofTenant(io, close));
}

async function list({ app, tenant: { id, name }, options }: TenantCall<ListOptions>): Promise<CommandResult> {
  const { kind, state } = options;
  const paging = pagingIn(options);
  const input = differencesInput({ kind, state, ...paging });
  const { items, hasMore } = await listDifferences(app, id, input);
  const { data } = differencesAnswer({ items, hasMore }, input.page);
  const closings = new Map(items.map((one) => [one.id, one.closing]));
  const open = data.find(({ closedAt }) => closedAt === null);
  const more = nextPage(
    ['differences', 'list'],
    { hasMore, last: data.at(-1)?.id },
    { kind, state, limit: options.limit, tenant: name },
  );
  return {
    json: {
      tenantId: id,
      has_more: hasMore,
      differences: data.map((one) => ({ ...one, closing: closings.get(one.id) ?? null })),
    },
    lines:
      items.length === 0
        ? [noneOf(name, { kind, state, ...paging }, await lookUpCompared(app, id))]
        : linesOf(items),
    next: [
      ...(open
        ? [['differences', 'close', open.id, '--tenant', name, '--by', 'NAME', '--because', 'REASON']]
        : []),
      ...more,
    ],
  };
}

/** Only where nothing is left out of the list does its being empty say that the two agree. */
function noneOf(
  tenant: string,
  { state, ...filter }: Readonly<Record<string, string | undefined>>,
  comparedAt: number | null,
): string {
  if (isNarrowed(filter) || state === 'closed') return `${tenant} has no such differences.`;
  return comparedAt === null
    ? `No difference of ${tenant} is known, but no comparison with its payment provider has been finished yet.`
    : `${tenant} and its payment provider agree, by the comparison that began ${minute(comparedAt)}.`;
}

function linesOf(items: readonly Difference[]): CommandResult['lines'] {
  const rows = items.map((one) => [
    one.id,
    second(one.since),
    one.kind,
    one.reference,
    one.ours,
    one.theirs,
    whatToDo(one),
  ]);
  return [tableOf(['id', 'since', 'kind', 'reference', 'ours', 'theirs', 'what to do'], rows)];
}

function whatToDo({ kind, closedAt, closing }: Difference): string {
  if (closedAt === null) return ACTIONS[kind];
  const how = closing ? `closed by ${closing.by}: ${closing.because}` : 'a comparison found it gone';
  return `Nothing since ${second(closedAt)}: ${how}`;
}

async function close({
  app,
  tenant: { id: tenantId, name },
  names: [id = ''],
  options: { by, because },
}: TenantCall<CloseOptions>): Promise<CommandResult> {
  const { kind, closing } = await closeByHand(app, tenantId, id, closingInput({ by, because }));
  return {
    json: { tenantId, id, kind, closing },
    lines: [`Closed ${kind} ${id} of ${name}. It stays closed while comparisons find it unchanged.`],
    next: [['differences', 'list', '--tenant', name, '--state', 'open']],
  };
}
