import { describe, expect, it } from 'vitest';
import { got, openProvider, startWith } from './provider.ts';

const PRODUCTS = '/v2/subscription/products';

describe('the catalogue', () => {
  it('refuses a duplicate name and a decimal comma, and ignores unknown fields', async () => {
    const provider = await openProvider();
    const product = await provider.product();
    const path = `/v2/subscription/products/${product}/pricing-plans`;
    const plan = {
      name: 'Aylık',
      currencyCode: 'TRY',
      paymentInterval: 'MONTHLY',
      planPaymentType: 'RECURRING',
    };
    expect((await provider.api('POST', path, { ...plan, price: '49,9' })).body.errorCode).toBe('11');
    const made = await provider.api('POST', path, { ...plan, price: 49.9, quantity: 3 });
    expect(made.body.data).toMatchObject({ price: 49.9, paymentIntervalCount: 1, trialPeriodDays: 0 });
    expect((await provider.api('POST', path, { ...plan, price: 1 })).body.errorCode).toBe('201051');
    await provider.api('POST', PRODUCTS, { name: 'Temel' });
    expect((await provider.api('POST', PRODUCTS, { name: 'Temel' })).body.errorCode).toBe('201001');
  });

  it('silently keeps the old price when a new one is sent', async () => {
    const provider = await openProvider();
    const plan = await provider.plan({ price: 10 });
    const { body } = await provider.api('POST', `/v2/subscription/pricing-plans/${plan}`, {
      name: 'Neu',
      price: 99,
      trialPeriodDays: 3,
    });
    expect(body.data).toMatchObject({ name: 'Neu', price: 10, trialPeriodDays: 3 });
  });

  it('deletes an unused plan, and no product that has plans', async () => {
    const provider = await openProvider();
    const product = await provider.product();
    const plan = await provider.plan({}, product);
    const { reference } = got(await startWith(provider, plan));
    const path = `/v2/subscription/pricing-plans/${plan}`;
    expect((await provider.api('DELETE', path, {})).body.errorCode).toBe('201053');
    await provider.pay.cancel(reference);
    expect((await provider.api('DELETE', `${PRODUCTS}/${product}`)).body.status).toBe('failure');
    expect((await provider.api('DELETE', path, {})).body.status).toBe('success');
    expect((await provider.api('DELETE', `${PRODUCTS}/${product}`)).body.status).toBe('success');
    expect(got(await provider.pay.readSubscription(reference)).planReference).toBe(plan);
  });

  it('is paged from 1 and has the total count', async () => {
    const provider = await openProvider();
    for (let count = 0; count < 3; count++) await provider.product();
    const { body } = await provider.api('GET', `${PRODUCTS}?page=2&count=2`);
    expect(body.data).toMatchObject({ totalCount: 3, currentPage: 2, pageCount: 2 });
    expect(body.data.items).toHaveLength(1);
  });
});

describe('customers', () => {
  const person = {
    name: 'Ayşe',
    surname: 'Yılmaz',
    email: 'ayse@example.com',
    gsmNumber: '+905350000000',
    identityNumber: '11111111111',
    billingAddress: { contactName: 'Ayşe Yılmaz', city: 'Ankara', country: 'Türkiye', address: 'Sok. 1' },
  };
  const path = '/v2/subscription/customers';

  it.each([
    ['email', true, false, 'ayse@example.com'],
    ['emailAndPhone', false, false, 'ayse@example.com'],
    ['phone', false, true, 'ayse@example.com'],
  ])('are one by what makes two of them one: %s', async (customerIdentity, byEmail, byPhone, kept) => {
    const { api, control } = await openProvider();
    await control('POST', '/behaviour', { customerIdentity });
    const made = async (fields: object) => (await api('POST', path, { ...person, ...fields })).body.data;
    const one = await made({ email: kept });
    const same = await made({ email: kept, name: 'Fatma' });
    expect([same.referenceCode, same.name]).toEqual([one.referenceCode, 'Fatma']);
    const sameEmail = await made({ email: kept, gsmNumber: '+905350000001' });
    expect(sameEmail.referenceCode === one.referenceCode).toBe(byEmail);
    const samePhone = await made({ email: 'other@example.com' });
    expect(samePhone.referenceCode === one.referenceCode).toBe(byPhone);
    expect(samePhone.email).toBe(byPhone ? kept : 'other@example.com');
  });

  it.each([
    ['an e-mail address', { email: undefined }, '3'],
    ['a phone number of Türkiye', { gsmNumber: '+4915112345678' }, '27'],
    ['a phone number that is not plainly made up', { gsmNumber: '+905555555555' }, '200310'],
    ['an identity number', { identityNumber: undefined }, '8'],
    ['a billing address', { billingAddress: undefined }, '24'],
    [
      'an address line by its right name',
      { billingAddress: { ...person.billingAddress, address: undefined } },
      '24',
    ],
  ])('need %s', async (_, fields, code) => {
    const { api } = await openProvider();
    const answer = await api('POST', path, { ...person, ...fields });
    expect([answer.http, answer.body.errorCode]).toEqual([422, code]);
  });

  it('start on the card they have, if they have one', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const made = await provider.api('POST', path, person);
    const start = {
      pricingPlanReferenceCode: planReference,
      customerReferenceCode: made.body.data.referenceCode,
      subscriptionInitialStatus: 'ACTIVE',
    };
    const withCustomer = '/v2/subscription/initialize/with-customer';
    expect((await provider.api('POST', withCustomer, start)).body.errorMessage).toBe(
      'Müşterinin kartı olmalı',
    );
    const { customerReference } = got(await startWith(provider, planReference));
    expect(customerReference).toBe(made.body.data.referenceCode);
    expect((await provider.api('POST', withCustomer, start)).body.status).toBe('success');
  });
});
