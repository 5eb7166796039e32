import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryIssuing, type Progress } from '../../lib/billing/document-progress.ts';
import { StoredProgress, openWorld, order } from '../acct/world.ts';
import type { World } from '../acct/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(() => world.close());

/** Keeps progress, and dies at one of the saves: before it is stored, or after. */
class Dying extends StoredProgress {
  died = 0;
  readonly at: number;
  readonly when: 'before' | 'after';

  constructor(at: number, when: 'before' | 'after') {
    super();
    this.at = at;
    this.when = when;
  }

  override async save(next: Progress): Promise<void> {
    const dies = this.saves === this.at;
    if (dies) this.died += 1;
    if (!dies || this.when === 'after') await super.save(next);
    else this.saves += 1;
    if (dies) throw new Error('killed');
  }
}

/** Every order has exactly one invoice and one document, and at most one payment: one whose answer was lost is a person's. */
function expectOneOfEach(orders: number): void {
  const seen = world.sandbox.invoices();
  const expected = Array.from({ length: orders }, (_, index) => ({
    order_no: `ord-${index}`,
    documents: 1,
  }));
  expect(seen.map(({ order_no, documents }) => ({ order_no, documents: documents.length }))).toEqual(
    expected,
  );
  for (const { payments } of seen) expect(payments).toBeLessThanOrEqual(1);
}

async function savesOfOneRun(): Promise<number> {
  const quiet = await openWorld();
  const kept = new StoredProgress();
  await quiet.finish(order(), kept);
  await quiet.close();
  return kept.saves;
}

describe('Exactly one invoice, document and payment come of an order', () => {
  it.each(['before', 'after'] as const)('when the issuer dies %s any one of its saves', async (when) => {
    const saves = await savesOfOneRun();
    expect(saves).toBeGreaterThanOrEqual(5);
    for (let at = 0; at < saves; at++) {
      const kept = new Dying(at, when);
      expect(await world.finishByHand(order({ reference: `ord-${at}` }), kept)).toMatchObject({
        is: 'issued',
      });
      expect(kept.died).toBe(1);
    }
    expectOneOfEach(saves);
  });

  it.each([
    ['loses its answer', { loseAnswerNext: 1 }, ['unreachable', 'connectionLost']],
    ['fails with a 500', { failNext: 1 }, ['unreachable', 'invalidResponse']],
    ['is limited', { rateLimit: 0 }, ['rateLimited']],
  ])('when any one call %s, for which the run ends', async (_, rule, why) => {
    const calls = 8;
    for (let after = 0; after < calls; after++) {
      const buyer = { ...order().buyer, email: `buyer-${after}@example.com` };
      const sold = order({ reference: `ord-${after}`, buyer });
      const kept = new StoredProgress();
      await world.behave({ ...rule, after });
      let result = await world.run(sold, kept);
      for (let runs = 1; runs < 5 && result.is === 'wait' && result.why === 'working'; runs++) {
        await world.pass(result.afterMs);
        result = await world.run(sold, kept);
      }
      expect(why).toContain(result.is === 'wait' ? result.why : result.is);
      await world.calm();
      expect(await world.finishByHand(sold, kept)).toMatchObject({ is: 'issued' });
    }
    expectOneOfEach(calls);
  });

  it('when any one call is never answered', async () => {
    const impatient = world.connect({}, 400);
    for (let after = 0; after < 12; after++) {
      await world.behave({ hangNext: 1, after });
      const progress = new StoredProgress();
      const result = await world.finishByHand(order({ reference: `ord-${after}` }), progress, impatient);
      expect(result).toMatchObject({ is: 'issued' });
      await world.calm();
    }
    expectOneOfEach(12);
  });

  it('when the issuer dies at one save and a later call loses its answer', async () => {
    const saves = await savesOfOneRun();
    let count = 0;
    for (let at = 0; at < saves; at++)
      for (let after = 0; after < 9; after++) {
        await world.behave({ loseAnswerNext: 1, after });
        const kept = new Dying(at, after % 2 ? 'before' : 'after');
        const result = await world.finishByHand(order({ reference: `ord-${count++}` }), kept);
        expect(result).toMatchObject({ is: 'issued' });
        await world.calm();
      }
    expect(count).toBe(saves * 9);
    expectOneOfEach(count);
  });

  it('when two, or five, issuers run at once', async () => {
    let stopped = 0;
    for (const [index, issuers] of [2, 5, 2, 5].entries()) {
      const sold = order({ reference: `ord-${index}` });
      const kept = new StoredProgress();
      const runs = Array.from({ length: issuers }, () => world.run(sold, kept, world.connect()));
      const results = await Promise.allSettled(runs);
      stopped += results.filter(({ status }) => status === 'rejected').length;
      expect(await world.finishByHand(sold, kept)).toMatchObject({ is: 'issued' });
    }
    expect(stopped).toBe(10);
    expectOneOfEach(4);
  });

  it('when a second issuer begins wherever the first one is', async () => {
    const saves = await savesOfOneRun();
    for (let at = 0; at < saves; at++) {
      const sold = order({ reference: `ord-${at}` });
      const kept = new StoredProgress();
      const save = kept.save.bind(kept);
      let second: Promise<unknown> = Promise.resolve();
      kept.save = async (next) => {
        const begins = kept.saves === at;
        await save(next);
        if (begins) second = world.run(sold, kept, world.connect()).catch(() => undefined);
      };
      await world.finishByHand(sold, kept);
      await second;
      expect(await world.finishByHand(sold, kept)).toMatchObject({ is: 'issued' });
    }
    expectOneOfEach(saves);
  });

  it('when the answer to the request was lost and its job takes two hours, until which a person waits', async () => {
    await world.behave({ jobMs: 120 * 60_000 });
    await world.behave({ loseAnswerNext: 1, path: 'e_archives' });
    const kept = new StoredProgress();
    const sold = order({ reference: 'ord-0' });
    expect(await world.finish(sold, kept)).toMatchObject({ is: 'failed' });
    await world.pass(120 * 60_000);
    await kept.save(retryIssuing(kept.progress));
    expect(await world.finish(sold, kept)).toMatchObject({ is: 'issued' });
    expectOneOfEach(1);
  });

  it('when the answer to the request was lost and its job takes half an hour', async () => {
    await world.behave({ jobMs: 30 * 60_000 });
    await world.behave({ loseAnswerNext: 1, path: 'e_archives' });
    const kept = new StoredProgress();
    expect(await world.finishByHand(order({ reference: 'ord-0' }), kept)).toMatchObject({ is: 'issued' });
    expectOneOfEach(1);
  });
});
