import { storedId } from '../lib/billing/identifiers.ts';
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { ImportRow, OwnIds } from '../lib/checkout/import.ts';
import { Refusal } from '../lib/refusal.ts';
import type { SubscriptionApp, WithTenant } from '../lib/runtime/app.ts';
import { correctCustomer } from '../lib/subscriptions/correct-customer.ts';
import { lookUpReference } from '../lib/table/subscribers/subscribers.ts';
import { canonicalReference } from '../lib/text/clean-text.ts';
import { comparedEmail } from '../lib/text/email-address.ts';
import { externalId } from '../lib/wire/external-id.ts';

/** A file with a tenant's own ids of people. */
export interface OwnIdFile {
  readonly file: string;
  readonly of: OwnIds;
}

/** A line: a subscription or customer of the provider or an e-mail address, then the own id, each maybe in quotes. */
const LINE = /^"?([^",;\t]+)"?\s*[,;\t]\s*"?([^",;\t]+)"?$/;

/** Reads such a file. Throws InvalidArgumentError, naming the line. */
export function ownIdsIn(file: string): OwnIdFile {
  const named = new Map<string, string>();
  for (const [at, text] of linesOf(file).entries()) {
    if (text.trim() === '') continue;
    const [, who = '', id = ''] = LINE.exec(text.trim()) ?? [];
    const read = externalId.safeParse(id.trim());
    if (who === '' || !read.success)
      throw new InvalidArgumentError(
        `Line ${at + 1} is not a subscription, customer or e-mail, a comma and an own id.`,
      );
    const name = nameOf(who.trim());
    if ((named.get(name) ?? read.data) !== read.data)
      throw new InvalidArgumentError(`Line ${at + 1} gives ${who.trim()} a second own id.`);
    named.set(name, read.data);
  }
  const of: OwnIds = ({ reference, customerReference, customerEmail = '' }) =>
    named.get(nameOf(reference)) ?? named.get(nameOf(customerReference)) ?? named.get(nameOf(customerEmail));
  return { file, of };
}

const nameOf = (who: string): string => (who.includes('@') ? comparedEmail(who) : canonicalReference(who));

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r\n|[\r\n]/);
  } catch {
    throw new InvalidArgumentError('This file cannot be read.');
  }
}

/** Gives people whose subscriptions were here before the import their own ids; where it is another customer's, the row says so. */
export async function nameKnown(app: SubscriptionApp & WithTenant, rows: ImportRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const { fate, externalId: ownId, reference } = row;
    if (fate !== 'known' || ownId === null) continue;
    const id = await lookUpReference(app, reference);
    if (id === undefined) continue;
    try {
      await correctCustomer(app, { by: 'svc', id: storedId(id) }, { externalId: ownId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== 'subscriber_not_found') rows[at] = { ...row, fate: 'own id taken' };
    }
  }
}
