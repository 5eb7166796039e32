import { describe, expect } from 'vitest';
import { it } from './fixtures.ts';
import { isWrite, mortal, type Death } from '../../faults/ports.ts';
import type { Issuing } from './issuing.ts';
import { MINUTE, type InvoicingWorld } from './world.ts';

/** The App of a consumer that dies at one of its writes. */
const dying = ({ world }: InvoicingWorld, death: Pick<Death, 'at' | 'when'>) =>
  mortal(world.app, { ...death, counts: isWrite, forGood: true });

/** Every invoice has become one document with at most one payment, here and at the provider, once a person has looked for what got no answer. */
async function expectOneOfEach(issuing: Issuing): Promise<void> {
  await issuing.retryUnfound();
  const { invoicing, invoices } = issuing;
  const made = invoicing.world.acct.invoices();
  const orders = made.map(({ order_no, documents }) => [order_no, documents.length]);
  expect(orders.toSorted()).toEqual(invoices.map(({ order }) => [order, 1]).toSorted());
  for (const { payments } of made) expect(payments).toBeLessThanOrEqual(1);
  for (const invoice of invoices) {
    const { document, documentId, dueAt } = await issuing.onRecord(invoice);
    const there = made.find(({ order_no }) => order_no === invoice.order)!.documents[0]!.id;
    expect([document, documentId, dueAt]).toEqual(['ISSUED', there, undefined]);
  }
  expect(invoicing.world.queues.dead).toEqual([]);
}

describe('An order gets exactly one document', () => {
  it.for(['before', 'after'] as const)(
    'when the consumer dies %s any one of its writes',
    async (when, { invoicing, issuing }) => {
      let died = 0;
      for (let at = 0; ; at++) {
        const killed = dying(invoicing, { at, when });
        const invoice = await issuing.toIssue();
        await issuing.consume(invoice, killed.app);
        await invoicing.world.advance(40 * MINUTE);
        if (!killed.died()) break;
        died++;
      }
      expect(died).toBeGreaterThanOrEqual(7);
      await expectOneOfEach(issuing);
    },
  );

  it.for(['before', 'after'] as const)(
    'when it dies %s any write of its last run',
    async (when, { invoicing, issuing }) => {
      let died = 0;
      for (let at = 0; ; at++) {
        const invoice = await issuing.toIssue();
        await issuing.consume(invoice);
        invoicing.world.queues.sent.length = 0;
        await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 10_000);
        const killed = dying(invoicing, { at, when });
        await issuing.consume(invoice, killed.app);
        await invoicing.world.advance(40 * MINUTE);
        if (!killed.died()) break;
        died++;
      }
      expect(died).toBeGreaterThanOrEqual(5);
      await expectOneOfEach(issuing);
    },
  );

  it.for<[string, object]>([
    ['loses its answer', { loseAnswerNext: 1 }],
    ['fails', { failNext: 1 }],
  ])('when any one call to the provider %s', async ([_, rule], { invoicing, issuing }) => {
    for (let after = 0; after < 12; after++) {
      invoicing.world.acct.behave({ ...rule, after });
      await issuing.consume(await issuing.toIssue());
      await invoicing.world.advance(90 * MINUTE);
    }
    await expectOneOfEach(issuing);
  });

  it('when five consumers have the same message at once, at every stage', async ({ invoicing, issuing }) => {
    const invoice = await issuing.toIssue();
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 5 }, () => issuing.consume(invoice)));
      await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 30_000);
    }
    await invoicing.world.advance(5 * MINUTE);
    await expectOneOfEach(issuing);
  });
});
