import { describe, expect, it } from 'vitest';
import { importSubscriptions, type ImportFate } from '../../lib/checkout/import.ts';
import { comeBack, control, directBody, eventNamesOf, read, someone, subscribe } from '../world/shop.ts';
import { checkoutBody, payForm } from '../world/tenant.ts';
import { openShop } from '../world/opened.ts';

const { world, shop } = await openShop();

/** What an import that tells of each makes of one reference. */
async function fateOf(reference: string): Promise<ImportFate | undefined> {
  const fates = new Map<string, ImportFate>();
  const asked = { dryRun: false, announce: true };
  await importSubscriptions(world.app, shop.tenant.id, asked, (rows) => {
    for (const row of rows) fates.set(row.reference, row.fate);
  });
  await world.settle();
  return fates.get(reference);
}

async function referenceOf(email: string): Promise<string> {
  const all: unknown = await control(world, `/subscriptions?merchantId=${shop.credentials.merchantId}`);
  const found = all as { referenceCode: string; customerEmail: string }[];
  return found.find(({ customerEmail }) => customerEmail === email)!.referenceCode;
}

describe('an import beside purchases', () => {
  it('leaves what was paid on a hosted form to the customer who has yet to come back', async () => {
    const email = someone();
    const { body } = await shop.call('checkout/initialize', {
      body: checkoutBody(shop.plans.basic!, { email }),
    });
    const token = String(body.token);
    await payForm(world, token);
    expect(await fateOf(await referenceOf(email))).toBe('being bought');
    const { searchParams } = new URL((await comeBack(world, token)).headers.location!);
    await world.settle();
    const member = { svcId: searchParams.get('svcSubscriptionId')! };
    const { data, latestInvoice } = await read(shop, member);
    expect(latestInvoice).toMatchObject({ status: 'PAID', amount: '100.00' });
    expect(eventNamesOf(world, shop, { id: String(data.id) })).toEqual(['SUBSCRIBED/INITIAL_BUY']);
    expect(await fateOf(String(data.payReference))).toBe('known');
  });

  it('leaves a purchase by card whose answer was lost to its look-up', async () => {
    const body = directBody(shop.plans.basic!);
    await control(world, '/behaviour', { merchantId: shop.credentials.merchantId, loseAnswerNext: 1 });
    const { status } = await shop.call('checkout/initialize-direct', { body });
    expect(status).toBe(504);
    const reference = await referenceOf(String(body.email));
    expect(await fateOf(reference)).toBe('being bought');
    await world.advance(20 * 60_000);
    const { body: found } = await shop.call('subscribers/get', {
      query: { 'pay-subscriber-code': reference },
    });
    expect(found.latestInvoice).toMatchObject({ status: 'PAID' });
  });

  it('adopts nothing twice that a change of plan at the panel has made', async () => {
    const member = await subscribe(world, shop);
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    const made = await pay.upgrade({
      reference: member.reference,
      newPlanReference: shop.plans.plus!.reference,
      period: 'NOW',
      useTrial: false,
      resetRecurrenceCount: true,
    });
    const { reference } = (made as { value: { reference: string } }).value;
    expect(await fateOf(reference)).toBe('known');
    await world.advance(3 * 3_600_000);
    expect((await read(shop, member)).data.payReference).toBe(reference);
  });
});
