import { behave, CARDS, directBody, MINUTE, someone } from '../../support/world/shop.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { checkoutBody, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { CARD, IDENTITY_NUMBER, SECRETS } from './canaries-detector.ts';
import { NO_FAULT, type Stage } from './canaries-stage.ts';

const [DIRECT, HOSTED, BACK] = [
  'checkout/initialize-direct',
  'checkout/initialize',
  'checkout/callback',
] as const;

export const directly = (shop: TestTenant, more: Record<string, unknown> = {}) =>
  directBody(shop.plans.basic!, { paymentCard: CARD, identityNumber: IDENTITY_NUMBER, ...more });
export const hosted = (shop: TestTenant, more: Record<string, unknown> = {}) =>
  checkoutBody(shop.plans.basic!, { email: someone(), identityNumber: IDENTITY_NUMBER, ...more });

/** A hosted checkout from beginning to end, paid with the canary card. */
async function payHosted(stage: Stage): Promise<void> {
  const { world, shop, ask } = stage;
  const { status, token } = await ask(HOSTED, { body: hosted(shop) });
  if (status !== 200) return;
  await payForm(world, token, CARD);
  await ask(BACK, { query: { token } });
}

async function wellAndRefused(stage: Stage): Promise<void> {
  const { shop, ask } = stage;
  await ask(DIRECT, { body: directly(shop) });
  await payHosted(stage);
  const decline = directly(shop, {
    paymentCard: { ...CARD, cardNumber: CARDS.noMoney },
    clientReferenceId: 'declined',
  });
  await ask(DIRECT, { body: decline });
  const once = directly(shop, { clientReferenceId: 'once' });
  for (const body of [once, once, { ...once, name: 'Other' }]) await ask(DIRECT, { body });
  const keyed = { headers: { 'idempotency-key': 'kept' }, body: directly(shop) };
  for (const one of [keyed, keyed, { ...keyed, body: directly(shop) }]) await ask(DIRECT, one);
}

async function providerFails(stage: Stage): Promise<void> {
  const { world, shop, ask } = stage;
  for (const how of ['hangNext', 'loseAnswerNext', 'failNext', 'limitNext'] as const) {
    await behave(world, shop, { [how]: 1 });
    const body = directly(shop, { clientReferenceId: how });
    for (const again of [body, body]) await ask(DIRECT, { body: again });
    await behave(world, shop, { [how]: 1 });
    await ask(HOSTED, { body: hosted(shop) });
    await behave(world, shop, { [how]: 0 });
  }
}

async function providerRepeatsWhatItHears(stage: Stage): Promise<void> {
  const { world, shop, ask, parrot } = stage;
  const settings = await world.table.get({ pk: `T#${shop.tenant.id}`, sk: 'TENANT' }, { consistent: true });
  const elsewhere = { ...shop.tenant, pay: { ...shop.tenant.pay!, baseUrl: parrot.url } };
  await world.table.write([{ put: tenantItem(elsewhere) }]);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
  for (let i = 0; i < 3; i++) await ask(DIRECT, { body: directly(shop) });
  for (let i = 0; i < 3; i++) await ask(HOSTED, { body: hosted(shop) });
  await world.table.write([{ put: settings! }]);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
}

async function ourOwnPartsFail(stage: Stage): Promise<void> {
  const { shop, ask, fault, keyService } = stage;
  for (const flow of [
    () => ask(DIRECT, { body: directly(shop), headers: { 'idempotency-key': someone() } }),
    () => payHosted(stage),
  ])
    for (const when of ['before', 'after'] as const)
      for (let at = 0, before = -1; fault.strikes > before && at < 20; at++) {
        before = fault.strikes;
        Object.assign(fault, { at, when });
        await flow();
      }
  fault.at = NO_FAULT;
  keyService.isFailing = true;
  await ask(DIRECT, { body: directly(shop) });
  await ask(HOSTED, { body: hosted(shop) });
  keyService.isFailing = false;
}

async function garbledAnswers(stage: Stage): Promise<void> {
  const { shop, ask } = stage;
  const whole = JSON.stringify(directly(shop));
  const wrong = Object.keys(CARD).map((name) => directly(shop, { paymentCard: { ...CARD, [name]: [CARD] } }));
  const swapped = Object.entries(CARD).map(([name, value]) =>
    directly(shop, { paymentCard: { ...CARD, [name === 'cvc' ? 'cardNumber' : 'cvc']: value } }),
  );
  const misplaced = [
    'name',
    'surname',
    'email',
    'gsmNumber',
    'subscriptionInitialStatus',
    'svc-plan-id',
    'clientReferenceId',
    'billingAddress',
  ].map((name) => directly(shop, { [name]: CARD.cardNumber }));
  const place = { contactName: 'A', country: 'B', city: 'C', address: 'D' };
  const inAddress = Object.keys(place).map((name) =>
    directly(shop, { shippingAddress: { ...place, [name]: `card ${CARD.cardNumber}` } }),
  );
  for (const body of [...wrong, ...swapped, ...misplaced, ...inAddress]) await ask(DIRECT, { body });
  for (const identityNumber of [`${IDENTITY_NUMBER}0`, [IDENTITY_NUMBER], Number(IDENTITY_NUMBER)])
    await ask(HOSTED, { body: hosted(shop, { identityNumber }) });
  const broken = [
    whole.slice(0, -1),
    `${whole}${whole}`,
    `[${whole}]`,
    whole.replace('{', '{"a":"\\ud800",'),
  ];
  for (const name of [DIRECT, HOSTED])
    for (const raw of [...broken, whole.replace('{', `{"a":"${'x'.repeat(70_000)}",`)])
      await ask(name, { raw });
  await ask(DIRECT, { raw: whole, headers: { 'content-type': `text/${CARD.cvc}` } });
  await ask(DIRECT, { body: directly(shop), headers: { 'x-api-secret': `${SECRETS.apiSecret}x` } });
}

export const SCENES = [
  wellAndRefused,
  providerFails,
  providerRepeatsWhatItHears,
  ourOwnPartsFail,
  garbledAnswers,
];
