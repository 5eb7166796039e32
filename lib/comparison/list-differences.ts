import type { ParsedId } from '../billing/identifiers.ts';
import { mergePages, type Page, type Paged } from '../billing/page.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import type { Difference, DifferenceKind } from '../billing/difference.ts';
import { Refusal } from '../refusal.ts';
import { differencePage, type DifferenceState } from '../table/differences/differences.ts';
import { key } from '../table/schema.ts';

/** The filters and the page. */
export interface DifferenceQuery {
  readonly kind: DifferenceKind | undefined;
  /** Undefined: open and closed. */
  readonly state: DifferenceState | undefined;
  readonly page: Page;
}

const STATES = ['open', 'closed'] as const;

/**
 * One page of a tenant's differences, newest first. One round trip. Throws `invalid_cursor` if the cursor is not a
 * difference of the tenant; it may have been closed or reopened since.
 */
export async function listDifferences(
  app: CoreApp & OfTenant,
  { kind, state, page }: DifferenceQuery,
): Promise<Paged<Difference>> {
  const states = state === undefined ? STATES : [state];
  const cursor = page.startingAfter ?? page.endingBefore;
  const [known, ...pages] = await Promise.all([
    cursor === null || isDifference(app, cursor),
    ...states.map((one) => differencePage(app, { state: one, kind }, page)),
  ]);
  if (!known) throw new Refusal('invalid_cursor');
  return mergePages(pages, page, ({ id }) => id);
}

async function isDifference(app: CoreApp & OfTenant, cursor: ParsedId): Promise<boolean> {
  const keys = STATES.map((state) => key.differenceListed(app.tenantId, state, undefined, cursor));
  const items = await app.table.getMany(keys, { consistent: true });
  return items.some((item) => item !== undefined);
}
