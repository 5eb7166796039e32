import { createHash } from 'node:crypto';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { DAY_MS } from '../../limits.ts';
import { range } from '../ranges.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';

/** Retention of a comparison's page marks: a comparison takes a day at most. */
const RETENTION_MS = 7 * DAY_MS;
/** Four bytes, salted each night: of five million subscriptions, one in a thousand shares its mark with another. */
const MARK_BYTES = 4;

/** The references that the provider has listed in a comparison. */
export interface ListedReferences {
  has(reference: string): boolean;
}

/** Stores marks of our live subscribers' references on one page (from 1) of the provider's list, 4 bytes each. */
export function listedReferencesPut(
  tenant: string,
  startedAt: number,
  page: number,
  references: readonly string[],
): Put {
  const marks = Buffer.concat(references.map((reference) => markOf(startedAt, reference)));
  const ttl = Math.ceil((startedAt + RETENTION_MS) / 1000);
  return { put: { ...key.compared(tenant, startedAt, page), marks: new Uint8Array(marks), ttl } };
}

/** All marks of a comparison: 20 MB for five million subscriptions, one query per MB. */
export async function readListedReferences(
  app: CoreApp & OfTenant,
  startedAt: number,
): Promise<ListedReferences> {
  const pages = await app.table.query({ ...range.compared(app.tenantId, startedAt), consistent: false });
  const marks = Buffer.concat(pages.map((page) => page.marks).filter((one) => one instanceof Uint8Array));
  const sorted = new Uint32Array(marks.length / MARK_BYTES);
  for (const at of sorted.keys()) sorted[at] = marks.readUInt32BE(at * MARK_BYTES);
  sorted.sort();
  return {
    has: (reference) => includes(sorted, markOf(startedAt, reference).readUInt32BE()),
  };
}

function markOf(startedAt: number, reference: string): Buffer {
  return createHash('sha256').update(`${startedAt}\n${reference}`).digest().subarray(0, MARK_BYTES);
}

/** Binary search. */
function includes(sorted: Uint32Array, wanted: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted;
}
