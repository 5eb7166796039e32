import { storeMessage } from '../../behaviour/messages/stored.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { taskOpened } from '../../../lib/table/documents/document-tasks.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { directBody, someone, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import type { Belongings } from './isolation-cases.ts';

/** Has a person something to do about the document of a refund. */
async function openTask(world: World, shop: TestTenant, subscriberId: string): Promise<string> {
  const at = world.clock.now();
  const [id, invoiceId, refundId] = [world.app.newId(), world.app.newId(), world.app.newId()];
  const amounts = { gross: '1.00', net: '0.83', vat: '0.17', currency: 'TRY' };
  const open = { documentNumber: null, reportId: null, hostReference: null, doneAt: null, doneBy: null };
  const about = { id, subscriberId, invoiceId, refundId, invoiceNumber: 'INV-2026-0000001', note: null };
  const task = {
    ...about,
    kind: 'expense_note',
    createdAt: at,
    deadline: at,
    refundedAt: at,
    documentDate: null,
    documentAmount: '1.00',
    ...{ facts: null, isOurs: true, newAmount: null, cancelledAt: null, instead: null },
    ...amounts,
    ...open,
  } as const;
  await world.table.apply(taskOpened(shop.tenant.id, task, undefined));
  return id;
}

/** Makes a tenant use every route that puts something on record, and says what it has then. */
export async function settleIn(world: World, shop: TestTenant, name: string): Promise<Belongings> {
  const member = await subscribe(world, shop, { plan: shop.plans.basic! });
  const said = await shop.call('subscribers/change-plan', {
    body: { 'svc-subscriber-id': member.id, 'svc-plan-id': shop.plans.plus!.id },
  });
  await world.settle();
  const idempotencyKeys: Record<string, string> = {};
  for (const [index, route] of ROUTES.entries()) {
    const key = (idempotencyKeys[route.name] = `${name}-key-${index}`);
    await shop.call('subscribers/undo-cancel', {
      body: { 'svc-id': member.id },
      headers: { 'idempotency-key': key },
    });
  }
  const directReference = `${name}-direct-4711`;
  const externalId = `${name}-user-4711`;
  const directEmail = someone();
  const direct = await shop.call('checkout/initialize-direct', {
    body: directBody(shop.plans.basic!, {
      email: directEmail,
      clientReferenceId: directReference,
      externalId,
    }),
  });
  const cardReference = `${name}-card-4711`;
  const card = await shop.call('checkout/update-card', {
    body: {
      'svc-id': member.id,
      callbackUrl: 'https://shop.example/card',
      clientReferenceId: cardReference,
    },
  });
  await world.settle();
  const listed = await shop.call('subscribers/invoices', { query: { 'svc-id': member.id } });
  const [invoice] = listed.body.data as { id: string }[];
  const refundReference = `${name}-refund-4711`;
  const refunded = await shop.call('invoices/refund', {
    body: { 'invoice-id': invoice?.id, amount: '1.00', clientReferenceId: refundReference },
  });
  const events = await shop.call('events/list');
  const [event] = events.body.data as { eventId: string }[];
  const begun = await shop.call('events/replay', { body: { from: '2020-01-01' } });
  const { replayId } = begun.body.data as { replayId: string };
  await world.settle();
  if (
    [said, direct, card, listed, refunded, events, begun].some(({ status }) => status !== 200) ||
    !invoice ||
    !event
  )
    throw new Error(`${name} could not settle in`);
  return {
    shop,
    member,
    apiKey: shop.headers['x-api-key']!,
    subscriber: member.id,
    reference: (said.body.data as { payReference: string }).payReference,
    oldReference: member.reference,
    customerReference: member.customerReference,
    invoice: invoice.id,
    refund: (refunded.body.data as { id: string }).id,
    refundReference,
    task: await openTask(world, shop, member.id),
    event: event.eventId,
    message: await storeMessage(world, shop, member.id),
    replay: replayId,
    email: member.email,
    checkoutToken: member.token,
    cardToken: String(card.body.token),
    directReference,
    externalId,
    cardReference,
    directEmail,
    desk: await openDesk(world, shop, 'owner'),
    idempotencyKeys,
  };
}
