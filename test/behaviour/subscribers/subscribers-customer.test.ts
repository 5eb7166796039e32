import { describe, expect, it } from 'vitest';
import { payClientFor, valueOrRefuse } from '../../../lib/pay/client.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { openShop } from '../../support/world/opened.ts';
import { advanceToRenewal, directBody, HOUR, MINUTE, someone, subscribe } from '../../support/world/shop.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop({ invoicing: true });

const HOME = { contactName: 'Ayşe Yılmaz', country: 'Türkiye', city: 'Ankara', address: 'Örnek Sok. 1' };
const WORK = { ...HOME, city: 'İzmir', address: 'Kordon 5', zipCode: '35210' };
const COMPANY = { title: 'Yılmaz Ltd. Şti.', taxNumber: '1234567890', taxOffice: 'Konak' };

const read = async (svcId: string) => {
  const { body } = await shop.call('subscribers/get-customer', { query: { 'svc-id': svcId } });
  return body.data as Record<string, unknown>;
};
const correct = (who: Record<string, string>, what: Record<string, unknown>) =>
  shop.call('subscribers/correct-customer', { body: { ...who, ...what } });

/** What the payment provider knows of a customer. */
async function there(svcId: string) {
  const { body } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  const { customerReference } = body.data as { customerReference: string };
  const pay = await payClientFor(forTenant(world.app, await findTenant(shop.app)));
  return valueOrRefuse(await pay.readCustomer(customerReference));
}

describe('spec: PUT /subscribers/customer', () => {
  it('corrects here and, with the provider’s reference, there; what is absent stays', async () => {
    const member = await subscribe(world, shop);
    const who = { 'pay-subscriber-reference-code': member.reference };
    const { status, body: said } = await correct(who, {
      name: 'Ayşe Nur',
      billingAddress: WORK,
      gsmNumber: '0535 111 22 33',
    });
    expect([status, said.message]).toEqual([200, expect.stringContaining('at the payment provider')]);
    const corrected = {
      name: 'Ayşe Nur',
      surname: 'Yılmaz',
      gsmNumber: '+905351112233',
      billingAddress: WORK,
    };
    expect(await read(member.svcId)).toMatchObject({ ...corrected, email: member.email });
    expect(await there(member.svcId)).toMatchObject({ name: 'Ayşe Nur', gsmNumber: '+905351112233' });
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect(body.customer).toMatchObject({ name: 'Ayşe Nur', gsmNumber: '+905351112233' });
  });

  it('with our id corrects our records alone', async () => {
    const member = await subscribe(world, shop);
    await correct({ 'svc-id': member.svcId }, { surname: 'Kaya' });
    expect(await read(member.svcId)).toMatchObject({ surname: 'Kaya' });
    expect(await there(member.svcId)).toMatchObject({ surname: 'Yılmaz' });
  });

  it('a renewal keeps it, and the timeline says who corrected it', async () => {
    const body = { ...directBody(shop.plans.basic!, { email: someone() }), billingAddress: HOME };
    const { body: sold } = await shop.call('checkout/initialize-direct', { body });
    const svcId = String(sold.svcSubscriptionId);
    await world.advance(5 * MINUTE);
    await correct({ 'svc-id': svcId }, { company: COMPANY, billingAddress: WORK });
    await advanceToRenewal(world, (sold.data as { referenceCode: string }).referenceCode);
    await world.advance(HOUR);
    expect(await read(svcId)).toMatchObject({ company: COMPANY, billingAddress: WORK });
    const { body: listed } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
    expect((listed.data as { pdfStatus: string }[]).map(({ pdfStatus }) => pdfStatus)).toEqual([
      'ready',
      'ready',
    ]);
    const documents = world.acct.invoices().flatMap((invoice) => invoice.documents.map(({ name }) => name));
    expect(documents).toEqual(expect.arrayContaining(['Ayşe Yılmaz', COMPANY.title]));
    const { body: timeline } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
    const entries = timeline.data as { what: string; cause: { by: string } }[];
    expect(entries.find(({ what }) => what === 'customer_corrected')?.cause.by).toBe('request');
  });

  it('a company is taken away by null', async () => {
    const { svcId } = await subscribe(world, shop);
    await correct({ 'svc-id': svcId }, { company: COMPANY });
    expect(await read(svcId)).toMatchObject({ company: COMPANY });
    await correct({ 'svc-id': svcId }, { company: null });
    expect(await read(svcId)).toMatchObject({ company: null });
  });

  it('changes nothing if the provider does not answer or refuses', async () => {
    const member = await subscribe(world, shop);
    const who = { 'pay-subscriber-reference-code': member.reference };
    expect((await correct(who, { gsmNumber: '+905555555555' })).status).toBeGreaterThanOrEqual(400);
    expect(await read(member.svcId)).toMatchObject({ gsmNumber: '+905350000000' });
  });

  it('refuses what is no correction', async () => {
    const { svcId } = await subscribe(world, shop);
    for (const what of [
      {},
      { gsmNumber: '123' },
      { billingAddress: { city: 'x' } },
      { name: '4242424242424242' },
    ])
      expect((await correct({ 'svc-id': svcId }, what)).status).toBe(400);
    expect((await correct({ 'svc-id': 'sub_00000000000000000000000000000000' }, { name: 'A' })).status).toBe(
      404,
    );
  });
});
