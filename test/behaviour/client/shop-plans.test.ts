import { expect, it } from 'vitest';
import { plansPage } from '../../../examples/shop/plans-page.ts';
import recorded from '../../../openapi/examples.json' with { type: 'json' };

const [PLAN] = recorded['plans/list'].data;

it.each([
  ['TRY', '₺1,299.90'],
  ['USD', '$1,299.90'],
  ['TURKISH LIRA', '1,299.90 TURKISH LIRA'],
  ['₺', '1,299.90 ₺'],
  ['TL', '1,299.90 TL'],
])('the example shop’s plans page shows a price in %s', (currencyCode, price) => {
  const plan = { ...PLAN!, planType: 'DIGITAL', paymentInterval: 'MONTHLY', features: {} } as const;
  const html = plansPage([{ ...plan, price: '1299.90', currencyCode }], undefined);
  expect(html).toContain(`<span>${price} every month</span>`);
});
