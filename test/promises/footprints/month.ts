import { RIGHTS } from '../../../lib/billing/rights.ts';
import { MESSAGE_KINDS } from '../../../lib/messages/kinds.ts';
import { createKey } from '../../../lib/account/keys.ts';
import { updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { LOGO } from '../../support/world/logo.ts';
import { pngOf } from '../../support/world/logo.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { former } from '../../support/world/former.ts';
import { copyOf } from '../../support/world/copy.ts';
import type { Instance } from '../../support/world/instance.ts';
import {
  advanceToRenewal,
  behave,
  DAY,
  directBody,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
  byPay,
} from '../../support/world/shop.ts';
import { Visitor, visitor } from '../../support/world/portal.ts';
import { checkoutBody, GOOD_CARD, makeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { handOver } from '../../support/world/queues.ts';
import type { World } from '../../support/world/world.ts';

/** All messages are switched on, to customers and to the tenant's people. */
export async function messages(shop: TestTenant): Promise<void> {
  const kinds = Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, { on: true }]));
  await shop.call('account/set-messages', { body: { kinds } });
}

/** A tenant changes the merchant at its provider, and its logo. */
export async function settings(world: World): Promise<void> {
  const shop = await makeTenant(world, { webhook: null });
  await shop.call('account/set-payment', { body: { ...shop.credentials, merchantId: '1' } });
  await shop.call('account/set-payment', { body: shop.credentials });
  const { body } = await shop.call('account/set-brand', { body: { logo: LOGO } });
  const { url } = (body.data as { logo: { url: string } }).logo;
  await world.call('brand/logo', { path: { logo: url.slice(url.lastIndexOf('/') + 1) } });
}

/** No document is in our bucket any more, as far as the invoices say. */
async function forgetDocuments(world: World): Promise<void> {
  for (const item of await copyOf(world))
    if (item.documentKeptAt !== undefined)
      await world.table.apply({ update: { pk: item.pk, sk: item.sk }, remove: ['documentKeptAt'] });
}

/** A customer in the portal asks for a card form; another one, by a link of the console, corrects their details. */
export async function portalVisits(world: World, shop: TestTenant): Promise<void> {
  const member = await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  const { visitor: one, page } = await visitor(world, shop, member.svcId);
  const about = `subscription=${member.svcId}`;
  await forgetDocuments(world);
  await one.press(page, 'card');
  const details = { address: 'Kordon 5', city: 'İzmir' };
  const desk = await openDesk(world, shop, 'support');
  const asked = { id: member.svcId, returnUrl: 'https://shop.example/', flow: 'overview' };
  const [link = ''] =
    /https?:[^<]*\/portal\/enter\?link=[\w-]+/.exec((await desk.act('portal-link', asked)).text) ?? [];
  const other = new Visitor(world);
  await other.enter(link);
  await other.press(await other.open(`/portal/details?${about}`), 'details', { ...details, city: 'Bursa' });
  await renewedInSilence(world, shop);
}

/** Somebody who asks what another plan costs right after a renewal that nobody has told us of, and then takes it. */
async function renewedInSilence(world: World, shop: TestTenant): Promise<void> {
  const member = await subscribe(world, shop);
  await behave(world, shop, { dropNotifications: true });
  await advanceToRenewal(world, member.reference);
  await world.clock.advanceTo(world.clock.now() + MINUTE);
  const { visitor: one } = await visitor(world, shop, member.svcId);
  const plan = `plan=pln_${shop.plans.plus!.id.replaceAll('-', '')}`;
  const preview = await one.open(`/portal/preview?subscription=${member.svcId}&${plan}&when=NOW`);
  await one.press(await one.press(preview, 'preview'), 'plan');
  await behave(world, shop, { dropNotifications: false });
}

/** What is bought, and what is shown of it, also where its document is not in our bucket. */
export async function purchases(world: World, shop: TestTenant): Promise<void> {
  const { svcId } = await subscribe(world, shop);
  const { body: begun } = await shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!) });
  await payForm(world, String(begun.token));
  await world.clock.advanceTo(world.clock.now() + MINUTE / 2);
  await world.call('checkout/page', { query: { token: String(begun.token) } });
  await world.advance(5 * MINUTE);
  await forgetDocuments(world);
  await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  await shop.call('subscribers/list', { query: { plan: shop.plans.basic!.reference } });
  for (const search of ['a', '0535 000']) await shop.call('subscribers/list', { query: { search } });
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  const invoice = { 'invoice-id': (body.data as { id: string }[])[0]!.id };
  await shop.call('invoices/get', { query: invoice });
  await behave(world, shop, { loseAnswerNext: 1, path: '/payment/refund' });
  await shop.call('invoices/refund', { body: { ...invoice, amount: '1.00' } });
  await world.advance(MINUTE);
  await shop.call('invoices/refund', { body: { ...invoice, amount: '2.00' } });
}

/** A card that is replaced after a renewal it did not pay: the return has the order charged. */
export async function cardReplaced(world: World, shop: TestTenant): Promise<void> {
  const member = await subscribe(world, shop);
  await behave(world, shop, { declineNext: 1 });
  await advanceToRenewal(world, member.reference);
  await world.advance(HOUR);
  const body = { callbackUrl: `${world.receiver.url}/back`, 'svc-id': member.svcId };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  await payForm(world, token, { cardNumber: GOOD_CARD.cardNumber });
  await world.call('checkout/callback', { query: { token } });
  await world.advance(HOUR);
}

/** Changes that find a renewal which nobody has told us of. */
export async function silentRenewals(world: World, shop: TestTenant): Promise<void> {
  const upgrade = { 'pay-plan-reference-code': shop.plans.plus!.reference };
  const changes: ((member: Member) => Promise<unknown>)[] = [
    (member) => shop.call('subscribers/preview-change', { body: { ...byPay(member), ...upgrade } }),
    (member) => shop.call('subscribers/change-plan', { body: { ...byPay(member), ...upgrade } }),
    (member) => shop.call('subscribers/cancel', { body: byPay(member) }),
    ({ svcId }) => shop.call('subscribers/undo-cancel', { body: { 'svc-id': svcId } }),
    (member) => shop.call('subscribers/retry-payment', { body: byPay(member) }),
  ];
  for (const [at, change] of changes.entries()) {
    const member = await subscribe(world, shop);
    if (at === 3) await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await behave(world, shop, { dropNotifications: true });
    await advanceToRenewal(world, member.reference);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    await change(member);
    await behave(world, shop, { dropNotifications: false });
    world.queues.lose('invoicing');
    await world.settle();
  }
  const staying = await subscribe(world, shop);
  await shop.call('subscribers/correct-customer', { body: { ...byPay(staying), name: 'Ada' } });
  await shop.call('subscribers/cancel', { body: byPay(staying) });
  await shop.call('subscribers/undo-cancel', { body: byPay(staying) });
  await shop.call('subscribers/erase', { body: { 'svc-id': (await former(world, shop)).svcId } });
}

/** What people of a tenant see in the console, and do there. */
export async function desks(world: World): Promise<void> {
  const shop = await makeTenant(world, { webhook: null, invoicing: true, notificationsSigned: false });
  const member = await subscribe(world, shop);
  await world.advance(HOUR);
  const desk = await openDesk(world, shop, 'owner');
  await desk.get('subscriber', { id: member.svcId });
  await forgetDocuments(world);
  const about = { id: member.svcId };
  await desk.get('overview');
  for (const search of ['a', '0535 000']) await desk.get('subscribers', { search });
  await desk.get('subscribers', { plan: shop.plans.basic!.reference });
  await desk.get('subscriber', about);
  await desk.get('tasks');
  await desk.get('events');
  await desk.get('person');
  await desk.get('people');
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  const [invoice] = body.data as { svcId: string }[];
  await desk.act('refund', { id: invoice!.svcId, amount: '1.00', reason: 'OTHER', once: 'a' });
  await desk.act('set-webhook', { url: `${world.receiver.url}/desk` });
  await desk.act('test-webhook', { type: 'EXPIRED' });
  await desk.act('rotate-secret', { overlapHours: '24' });
  await desk.enter('connect-acct', { 'carrier.title': 'Kargo', 'carrier.taxNumber': '1234567890' });
  await desk.enter('set-logo', { logo: pngOf(8, 8).toString('base64') });
  await desk.act('connect-pay', { ...shop.credentials, merchantId: 'another' });
  const { key: leaked } = await createKey(shop.app, { label: '', rights: ['read'] }, RIGHTS);
  await desk.act('revoke-key', { key: leaked.apiKey });
  await desk.act('invite', { name: 'Ada', 'role-read': 'on' });
  await desk.act('change-plan', { ...about, plan: shop.plans.plus!.reference, when: 'NOW' });
  await desk.act('cancel', about);
  await world.settle();
  const { data } = (await shop.call('events/list')).body as { data: { eventId: string }[] };
  await desk.act('replay-event', { id: data[0]!.eventId });
  await desk.act('replay-range', { from: '2020-01-01' });
  await world.call('console/show', { path: { screen: 'sign-in' } });
  await world.call('console/enter', {
    path: { step: 'sign-in' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: 'answer=x',
  });
  await world.call('console/enter', {
    path: { step: 'add-passkey' },
    cookies: desk.cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: `csrf=${desk.csrf}&answer=x`,
  });
}

/** Events that are refused, delayed, lost on the way, listed and replayed. */
export async function events(world: World, shop: TestTenant): Promise<void> {
  world.receiver.answer(shop.hook, 500);
  await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  await updateEndpoint(shop.app, 'webhook', { slowSince: world.clock.now() });
  world.receiver.answer(shop.hook, 500);
  await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
  world.queues.lose('deliveries');
  await world.advance(5 * MINUTE);
  await shop.call('events/list', { query: { state: 'EXHAUSTED' } });
  const from = new Date(world.clock.now() - DAY).toISOString();
  await shop.call('events/replay', { body: { from, states: ['DELIVERED', 'EXHAUSTED'] } });
  world.queues.lose('slow-deliveries');
}

/** A sweep that has no time for what is due goes on in a message of its own. */
export async function shortSweep(world: World, instance: Instance): Promise<void> {
  const startedAt = world.clock.now();
  const message = { kind: 'reconciliation', shard: 0, startedAt, requestId: 'r' };
  await handOver(instance.consumers.sweeps, [message], () => 0);
}
