import { afterAll, beforeEach } from 'vitest';
import type { AcctCompany } from '../../../sandbox/acct/records.ts';
import { contact, logIn, type Client } from './raw.ts';
import { openWorld, type World } from './world.ts';

/** A sandbox with one company for the tests of a file: calm before each of them, closed after the last. */
export async function openCompany(
  ...options: Parameters<typeof openWorld>
): Promise<{ readonly world: World; readonly company: AcctCompany }> {
  const world = await openWorld(...options);
  beforeEach(() => world.calm());
  afterAll(() => world.close());
  const [company] = world.sandbox.companies() as [AcctCompany];
  return { world, company };
}

/** What speaks to that company over the wire, and the contact it has made. */
export interface OpenedWire {
  readonly world: World;
  readonly company: AcctCompany;
  readonly client: Client;
  readonly contactId: string;
}

/** A sandbox for the tests of a file that speak to it over the wire. */
export async function openWire(): Promise<OpenedWire> {
  const { world, company } = await openCompany();
  const client = await logIn(world.sandbox.url, company);
  return { world, company, client, contactId: (await client.post('contacts', contact('Ali'))).id };
}
