import { afterAll, afterEach } from 'vitest';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { mustBeInformative } from '../../support/world/log-line.ts';
import { invoiced, openInvoicing, subscribed, type InvoicingWorld } from './world.ts';

/** What the tests of one file read: a subscriber and its invoices, the oldest first. */
export interface Opened {
  readonly invoicing: InvoicingWorld;
  readonly subscription: Subscription;
  readonly invoices: readonly Invoice[];
}

/** A tenant with a subscriber of so many invoices for the tests of one file, stopped after the last of them. */
export async function openSubscriber(count = 0): Promise<Opened> {
  const invoicing = await openInvoicing();
  afterAll(() => invoicing.stop());
  afterEach(mustBeInformative);
  const subscription = await subscribed(invoicing.world, invoicing.shop);
  const invoices: Invoice[] = [];
  for (let nth = 1; nth <= count; nth++)
    invoices.push(await invoiced(invoicing.world, invoicing.shop, subscription, nth));
  return { invoicing, subscription, invoices };
}
