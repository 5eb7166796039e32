import { describe, expect, it } from 'vitest';
import { importSubscriptions, type ImportFate } from '../../../lib/checkout/import.ts';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { directStart } from '../../support/world/direct-start.ts';
import {
  comeBack,
  control,
  directBody,
  eventNamesOf,
  HOUR,
  read,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { checkoutBody, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { paying } from '../../support/world/paying.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

/** What an import that tells of each makes of one reference. */
async function fateOf(reference: string, app = world.app): Promise<ImportFate | undefined> {
  const fates = new Map<string, ImportFate>();
  const asked = { dryRun: false, announce: true };
  await importSubscriptions(forTenant(app, shop.tenant.id), asked, (rows) => {
    for (const row of rows) fates.set(row.reference, row.fate);
  });
  await world.settle();
  return fates.get(reference);
}

/** The token of a hosted form that is open. */
async function formOf(of: TestTenant, email: string): Promise<string> {
  const { body } = await of.call('checkout/initialize', { body: checkoutBody(of.plans.basic!, { email }) });
  return String(body.token);
}

async function referenceOf(email: string): Promise<string> {
  const all: unknown = await control(world, `/subscriptions?merchantId=${shop.credentials.merchantId}`);
  const found = all as { referenceCode: string; customerEmail: string }[];
  return found.find(({ customerEmail }) => customerEmail === email)!.referenceCode;
}

describe('an import during purchases', () => {
  it('leaves a paid hosted form to the customer’s return', async () => {
    const email = someone();
    const token = await formOf(shop, email);
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

  it('leaves a direct purchase of unknown outcome to its look-up', async () => {
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

  it('leaves the result of a plan change at the panel to the purchase, also while nobody tells what it replaced', async () => {
    const email = someone();
    const token = await formOf(shop, email);
    await payForm(world, token);
    const reference = await upgradeInPanel(world, shop, { reference: await referenceOf(email) });
    const failures = [{ is: 'timeout' }, { is: 'notFound', providerCode: '201400', message: '' }] as const;
    for (const failure of failures) {
      const app = paying(world.app, () => ({ ancestors: async () => ({ ok: false, ...failure }) }));
      expect(await fateOf(reference, app)).toBe('being bought');
    }
    expect(await fateOf(reference)).toBe('being bought');
    await comeBack(world, token);
    await world.settle();
    expect(await fateOf(reference)).toBe('known');
  });

  it('does not adopt the result of a plan change at the panel', async () => {
    const member = await subscribe(world, shop);
    const reference = await upgradeInPanel(world, shop, member);
    expect(await fateOf(reference)).toBe('known');
    await world.advance(3 * 3_600_000);
    expect((await read(shop, member)).data.payReference).toBe(reference);
  });

  it('does not adopt it either if the subscriber has ended in our records alone', async () => {
    const member = await subscribe(world, shop);
    const { body } = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    const { accessUntil } = body.data as { accessUntil: string };
    await world.clock.advanceTo(Date.parse(accessUntil));
    await world.advance(HOUR);
    expect(await fateOf(await upgradeInPanel(world, shop, member))).toBe('known');
  });

  it('leaves an erased customer’s open checkout to its completion, but adopts older subscriptions', async () => {
    const older = await directStart(world, shop, shop.plans.basic!.reference, someone());
    await world.advance(HOUR);
    const email = someone();
    const token = await formOf(shop, email);
    await eraseCustomer(shop.app, { email });
    expect(await fateOf(older)).toBe('adopted');
    await payForm(world, token);
    expect(await fateOf(await referenceOf(email))).toBe('being bought');
  });

  it('adopts a subscription bought elsewhere before a form was opened here', async () => {
    const email = someone();
    const older = await directStart(world, shop, shop.plans.basic!.reference, email);
    await world.advance(HOUR);
    await formOf(shop, email);
    expect(await fateOf(older)).toBe('adopted');
  });
});
