import type { ParsedId } from '../../billing/identifiers.ts';
import { cursorOf, type Page, type Paged } from '../../billing/page.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { DIFFERENCE, type Closing, type Difference, type DifferenceKind } from '../../billing/difference.ts';
import { readPage, readPageOf } from '../page.ts';
import { queryReadable, readableItems, sayableKey, skipUnreadable } from '../readable.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { fieldsOf } from '../fields.ts';
import { differenceIdOf } from '../ids.ts';
import { key } from '../schema.ts';
import { range } from '../ranges.ts';
import type { Change, Condition, Item, Update } from '../table.ts';

/** A difference that a comparison or reconciliation found. */
export type NewDifference = Omit<Difference, 'id' | 'closedAt' | 'closing'>;

/** A difference as it is open. */
export function openedAs(tenant: string, found: NewDifference, known?: KnownDifference): Difference {
  const asOpened = isOpen(known) ? { ...found, since: known.since } : found;
  return { ...asOpened, id: idOf(tenant, asOpened), closedAt: null, closing: null };
}

/**
 * Writes an open difference, found at `foundAt` (epoch ms); one that is open already keeps its `since`, and so its id.
 */
export function differencePut(
  tenant: string,
  found: NewDifference,
  foundAt: number,
  known?: KnownDifference,
): Change[] {
  const difference = openedAs(tenant, found, known);
  return [
    { put: { ...DIFFERENCE.write(difference), foundAt, ...recordKey(tenant, found) } },
    ...listed(tenant, 'open', difference).map((put) => ({ put })),
    ...listed(tenant, 'closed', difference).map(({ pk, sk }) => ({ delete: { pk, sk } })),
  ];
}

/** Records that a difference was found again, at `foundAt` (epoch ms); a closed one stays closed. */
export function differenceFoundAgain(
  tenant: string,
  difference: Pick<Difference, 'kind' | 'about'>,
  foundAt: number,
): Update {
  return { update: recordKey(tenant, difference), set: { foundAt }, if: [{ present: true }] };
}

/**
 * Moves a difference to the list of closed ones. A Conflict if it was closed meanwhile, or found again as another one.
 */
export function differenceClose(
  tenant: string,
  difference: Difference,
  closedAt: number,
  closing: Closing | null = null,
): Change[] {
  const closed = { ...difference, closedAt, closing };
  const isOpen: Condition = [DIFFERENCE.is('id', difference.id), DIFFERENCE.is('closedAt', null)];
  return [
    { put: { ...DIFFERENCE.write(closed), ...recordKey(tenant, difference) }, if: isOpen },
    ...listed(tenant, 'open', difference).map(({ pk, sk }) => ({ delete: { pk, sk } })),
    ...listed(tenant, 'closed', closed).map((put) => ({ put })),
  ];
}

const OPEN_PER_PAGE = 10;

/** The stored differences, in the given order; undefined for one that was never found. */
export async function knownDifferences(
  app: CoreApp & OfTenant,
  asked: readonly Pick<Difference, 'kind' | 'about'>[],
): Promise<(KnownDifference | undefined)[]> {
  const keys = asked.map((one) => recordKey(app.tenantId, one));
  const items = await app.table.getMany(keys, { consistent: true });
  return items.map((item) => item && knownFrom(item));
}

function knownFrom(item: Item): KnownDifference {
  return { ...differenceFrom(item), foundAt: fieldsOf(item).numberOrNull('foundAt') };
}

/** The open difference with this id, as it is stored; undefined if the tenant has none. Throws Unreadable. */
export async function openDifference(
  app: CoreApp & OfTenant,
  id: ParsedId,
): Promise<KnownDifference | undefined> {
  const item = await app.table.get(key.differenceListed(app.tenantId, 'open', undefined, id), {
    consistent: true,
  });
  const [known] = item ? await knownDifferences(app, [differenceFrom(item)]) : [];
  return isOpen(known) && known.id === id ? known : undefined;
}

/** As `knownDifferences`, `unreadable` for those that cannot be read, which are logged and counted. */
export async function readableDifferences(
  app: CoreApp & OfTenant,
  asked: readonly Pick<Difference, 'kind' | 'about'>[],
): Promise<(KnownDifference | 'unreadable' | undefined)[]> {
  const keys = asked.map((one) => recordKey(app.tenantId, one));
  const items = await readableItems(app, 'difference', keys);
  return Promise.all(
    items.map(async (item) => {
      if (item === undefined || item === 'unreadable') return item;
      return (await readOne(app, item, knownFrom)) ?? 'unreadable';
    }),
  );
}

const readOne = <T>(app: CoreApp & OfTenant, item: Item, read: (item: Item) => T) =>
  skipUnreadable(app, 'difference', { key: sayableKey(item) }, () => read(item));

/**
 * The next open differences after the id `after`, newest first, without those that cannot be read. `next` is null after the
 * last.
 */
export async function openDifferences(
  app: CoreApp & OfTenant,
  after: string | null,
): Promise<{ readonly known: readonly KnownDifference[]; readonly next: string | null }> {
  const page = {
    limit: OPEN_PER_PAGE,
    startingAfter: after === null ? null : cursorOf(after),
    endingBefore: null,
  };
  const asked = { ...range.differences(app.tenantId, 'open', undefined), consistent: true };
  const { items, hasMore } = await readPageOf(
    (window) => queryReadable(app, 'difference', { ...asked, ...window }),
    {},
    page,
    (id) => id,
  );
  const all = await Promise.all(items.map((item) => readOne(app, item, differenceFrom)));
  const listed = all.filter((one) => one !== undefined);
  const known = await readableDifferences(app, listed);
  return {
    known: known.filter((one) => one !== undefined && one !== 'unreadable'),
    next: hasMore ? (items.at(-1)?.sk ?? null) : null,
  };
}

/** A difference, and when it was last found (epoch ms). */
export type KnownDifference = Difference & { readonly foundAt: number | null };

/** Whether a difference is on record and open. */
export const isOpen = (
  known: KnownDifference | undefined,
): known is KnownDifference & { readonly closedAt: null } => known?.closedAt === null;

/** A difference is closed when a comparison no longer finds it, or by a person. */
export type DifferenceState = 'open' | 'closed';

/** One page of a tenant's differences in a state, newest first. One query. */
export async function differencePage(
  app: CoreApp & OfTenant,
  of: { readonly state: DifferenceState; readonly kind: DifferenceKind | undefined },
  page: Page,
): Promise<Paged<Difference>> {
  const { items, hasMore } = await readPage(
    app.table,
    { ...range.differences(app.tenantId, of.state, of.kind), consistent: true },
    page,
    (id) => id,
  );
  return { items: items.map(differenceFrom), hasMore };
}

/** Parses a difference's item. Throws Unreadable. */
export const differenceFrom = (item: Item): Difference => DIFFERENCE.read(item);

function listed(tenant: string, state: DifferenceState, difference: Difference): Item[] {
  return [undefined, difference.kind].map((kind) => ({
    ...DIFFERENCE.write(difference),
    ...key.differenceListed(tenant, state, kind, difference),
  }));
}

const recordKey = (tenant: string, one: Pick<Difference, 'kind' | 'about'>) =>
  key.difference(tenant, nameOf(one));

const idOf = (tenant: string, found: NewDifference) =>
  differenceIdOf(`${tenant}\n${nameOf(found)}`, found.since);

function nameOf({ kind, about }: Pick<Difference, 'kind' | 'about'>): string {
  return fingerprintOf([kind, about]).slice(0, 32);
}
