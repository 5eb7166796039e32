import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { listDocuments, retryDocument } from '../../../lib/invoicing/retry-document.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Change } from '../../../lib/table/table.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { idFrom } from '../../../lib/billing/identifiers.ts';
import { isWrite, mortal, type PortCall } from '../../faults/ports.ts';
import { end, former } from '../../support/world/former.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  behave,
  check,
  control,
  DAY,
  directBody,
  MINUTE,
  someone,
  subscribe,
  comeBack,
  HOUR,
  locationOf,
} from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, payForm } from '../../support/world/tenant.ts';
import { keyed } from '../../promises/requests/keyed-requests.ts';

const { world, shop } = await openShop();
const PERSONAL = /@example\.com|Ayşe|Yılmaz/;
const erase = (email: string) => eraseCustomer(shop.app, { email });

/** A customer whose subscription has ended at the provider; the first delivery failed, and all were answered by an echo. */
async function told() {
  world.receiver.echo(shop.hook);
  world.receiver.answer(shop.hook, 500);
  const { email, ...member } = await subscribe(world, shop);
  await world.advance(2 * MINUTE);
  await end(world, shop, { email, ...member });
  const query = { 'svc-id': member.svcId };
  const { body } = await shop.call('events/list', { query });
  const events = (body.data as { eventId: string }[]).map(({ eventId }) => eventId);
  const { body: one } = await shop.call('subscribers/get', { query });
  return { email, events, svcId: member.svcId, customerId: (one.customer as { id: string }).id };
}

const shownOf = async (id: string) =>
  JSON.stringify((await shop.call('events/get', { query: { 'event-id': id } })).body);

/** The App with something done just before the first single change that is of a kind. */
function before(app: App, isOfKind: (change: Change) => boolean, first: () => Promise<unknown>): App {
  let isDone = false;
  const apply: App['table']['apply'] = async (change) => {
    if (!isDone && isOfKind(change)) {
      isDone = true;
      await first();
    }
    return app.table.apply(change);
  };
  return { ...app, table: { ...app.table, apply }, memory: {} };
}

const deletesCustomer = (change: Change) => 'delete' in change && change.delete.sk.startsWith('CUSTOMER#');

describe('erasing a customer', () => {
  it('removes personal data from every event, and from the receivers’ answers to each attempt', async () => {
    const { email, events, customerId } = await told();
    expect(events).toHaveLength(2);
    for (const id of events) expect(await shownOf(id)).toMatch(PERSONAL);
    const erased = await erase(email);
    expect(erased).toEqual({ customerId, subscriptions: 1, events: 2, atProvider: 'deleted' });
    for (const id of events) expect(await shownOf(id)).not.toMatch(PERSONAL);
  });

  it('takes out what was corrected of it, too, there and here', async () => {
    const member = await subscribe(world, shop, { email: someone() });
    const who = { 'pay-subscriber-reference-code': member.reference };
    const company = { title: 'Nurdan Ltd. Şti.', taxNumber: '1234567890', taxOffice: 'Konak' };
    await shop.call('subscribers/correct-customer', { body: { ...who, name: 'Nurdan', company } });
    await shop.call('subscribers/cancel', { body: { ...who, comment: 'Nurdan Hanım taşınıyor' } });
    await end(world, shop, member);
    await world.advance(31 * DAY); // the end of access that the cancellation was answered with
    const id = { query: { 'svc-id': member.svcId } };
    const seen = async () => JSON.stringify(await shop.call('subscribers/get-customer', id));
    expect(await seen()).toContain('Nurdan Ltd');
    await erase(member.email);
    const shown = await Promise.all([
      seen(),
      shop.call('subscribers/get', id),
      shop.call('subscribers/timeline', id),
      shop.call('events/list', id),
      control(world, '/subscriptions'),
    ]);
    expect(JSON.stringify(shown)).not.toContain('Nurdan');
  });

  it.each(['its address', 'our id'])(
    'ends with nothing personal wherever it is killed, once it is begun again by %s',
    async (by) => {
      let kills = 0;
      for (let nth = 0; kills === nth; nth++) {
        const { email, events, svcId } = await told();
        const killed = mortal(world.app, { at: nth, when: 'before', counts: isWrite });
        const erasing = eraseCustomer(forTenant(killed.app, shop.tenant.id), { email });
        const named = by === 'our id' ? { 'svc-id': svcId } : { email };
        await erasing.catch(() => shop.call('subscribers/erase', { body: named }));
        if (killed.died()) kills++;
        for (const id of events) expect(await shownOf(id)).not.toMatch(PERSONAL);
        const { body } = await shop.call('subscribers/check', { query: { email } });
        expect(body).toMatchObject({ exists: false });
      }
      expect(kills).toBeGreaterThanOrEqual(5);
    },
  );

  it('waits for a delivery under way, whose answer is yet to be recorded, but not for one that a crash ended', async () => {
    const { email, events } = await told();
    const [last = ''] = events;
    const lease = world.app.clock() + MINUTE;
    const set = { state: 'TRYING', lease };
    await world.table.apply({ update: key.event(shop.tenant.id, { id: last }), set });
    const erasing = erase(email);
    await expect(erasing).rejects.toThrow('is being delivered; erase it again in a minute');
    expect(await shownOf(last)).toMatch(PERSONAL);
    await world.table.apply({ update: key.event(shop.tenant.id, { id: last }), set: { lease: 0 } });
    expect(await erase(email)).toMatchObject({ events: 2 });
  });

  it('leaves no form of a checkout, be it open, paid or for a card', async () => {
    const member = await subscribe(world, shop);
    const card = await shop.call('checkout/update-card', {
      body: { callbackUrl: 'https://shop.example/done', 'svc-id': member.svcId },
    });
    const other = await subscribe(world, shop);
    const others = await shop.call('checkout/update-card', {
      body: { callbackUrl: 'https://shop.example/done', 'svc-id': other.svcId },
    });
    const body = checkoutBody(shop.plans.basic!, { email: member.email });
    const open = await shop.call('checkout/initialize', { body });
    await end(world, shop, member);
    const tokens = [member.token, String(card.body.token), String(open.body.token)];
    const forms = () => world.table.getMany(tokens.map(key.form), { consistent: true });
    expect((await forms()).every((form) => form !== undefined)).toBe(true);
    await erase(member.email);
    expect(await forms()).toEqual([undefined, undefined, undefined]);
    const form = key.form(String(others.body.token));
    expect(await world.table.get(form, { consistent: true })).toBeDefined();
  });

  it('takes nothing of whoever has a former address of the customer by now', async () => {
    const member = await subscribe(world, shop);
    const formOf = async (): Promise<string> => {
      const body = checkoutBody(shop.plans.basic!, { email: member.email });
      return String((await shop.call('checkout/initialize', { body })).body.token);
    };
    const own = await formOf();
    const corrected = { 'pay-subscriber-reference-code': member.reference, email: someone() };
    expect((await shop.call('subscribers/correct-customer', { body: corrected })).status).toBe(200);
    const others = await formOf();
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    const direct = directBody(shop.plans.basic!, { email: member.email });
    expect((await shop.call('checkout/initialize-direct', { body: direct })).status).toBe(504);
    await end(world, shop, member);
    await erase(corrected.email);
    const forms = await world.table.getMany([own, others].map(key.form), { consistent: true });
    expect(forms.map((form) => form !== undefined)).toEqual([false, true]);
    await payForm(world, others);
    await comeBack(world, others);
    expect(await check(shop, member.email)).toMatchObject({ hasActiveSubscription: true });
  });

  it('leaves the customer where a purchase begins meanwhile', async () => {
    const { email } = await former(world, shop);
    const buys = () =>
      shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!, { email }) });
    const beside = before(world.app, deletesCustomer, buys);
    await expect(eraseCustomer(forTenant(beside, shop.tenant.id), { email })).rejects.toThrow(
      'begun to buy again',
    );
    expect(await check(shop, email)).toMatchObject({ exists: true, hasActiveSubscription: true });
  });

  it('makes one a customer again who begins to buy at that moment', async () => {
    const { email } = await former(world, shop);
    const erases = () => erase(email);
    const renames = (change: Change) => 'update' in change && change.update.sk.startsWith('CUSTOMER#');
    world.serve(instanceOf(before(world.app, renames, erases)));
    const body = checkoutBody(shop.plans.basic!, { email });
    expect((await shop.call('checkout/initialize', { body })).status).toBe(200);
    world.serve();
    expect(await check(shop, email)).toMatchObject({ exists: true, hasActiveSubscription: false });
  });
});

describe('erasing a customer of whose invoices a document is not made', async () => {
  const issuing = await makeTenant(world, { invoicing: true });
  const { id: tenantId } = issuing.tenant;
  const invoicesMade = () => world.acct.invoices().length;
  /** A customer whose subscription has ended while the document of its invoice is being made. */
  async function ended(): Promise<string> {
    const { email, reference, id } = await subscribe(world, issuing);
    await control(world, `/subscriptions/${reference}/expire`, {});
    await reconcileSubscriber(forTenant(world.app, tenantId), id, { by: 'operator', id: null });
    return email;
  }

  it('waits for one that is being made, since it must name the customer', async () => {
    const email = await ended();
    await expect(eraseCustomer(forTenant(world.app, tenantId), { email })).rejects.toThrow(
      'erase it once it is there',
    );
    const gone = eraseCustomer(forTenant(world.app, tenantId), { email }, { givesUpDocuments: true });
    await expect(gone).rejects.toThrow('erase it once it is there');
    await world.advance(5 * MINUTE);
    expect(invoicesMade()).toBe(1);
    expect(await eraseCustomer(forTenant(world.app, tenantId), { email })).toMatchObject({
      subscriptions: 1,
    });
  });

  it('gives up a failed document only if requested, and that document is never made afterwards', async () => {
    world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
    const email = await ended();
    await world.advance(5 * MINUTE);
    world.acct.resetBehaviour();
    const [failed] = await listDocuments(forTenant(world.app, tenantId), 'FAILED');
    await expect(eraseCustomer(forTenant(world.app, tenantId), { email })).rejects.toThrow(
      'could not be made',
    );
    const before = invoicesMade();
    await eraseCustomer(forTenant(world.app, tenantId), { email }, { givesUpDocuments: true });
    expect(await retryDocument(forTenant(world.app, tenantId), failed!.invoiceId)).toBe('queued');
    await world.advance(5 * MINUTE);
    expect(invoicesMade()).toBe(before);
    expect(await listDocuments(forTenant(world.app, tenantId))).toMatchObject([
      { invoiceId: failed!.invoiceId, problem: expect.stringContaining('was erased') as string },
    ]);
  });
});

const { id: tenantId } = shop.tenant;

/** Single changes of the table. */
const counts = ({ method }: PortCall) => method === 'apply';

const isKept = async (idempotencyKey: string) =>
  (await world.table.get(key.idempotency(tenantId, idempotencyKey), { consistent: true })) !== undefined;

/** Opens a form under an Idempotency-Key; the token of the form. */
async function openForm(
  route: 'checkout/initialize' | 'checkout/update-card',
  idempotencyKey: string,
  body: Record<string, unknown>,
): Promise<string> {
  const { body: answer } = await shop.call(route, { headers: keyed(idempotencyKey), body });
  return String(answer.token);
}

describe('erasing a customer whose forms were opened under an Idempotency-Key', () => {
  it('takes the stored answers along, which have a copy of the form: paid, left open, or for another card', async () => {
    const email = someone();
    const body = checkoutBody(shop.plans.basic!, { email });
    const token = await openForm('checkout/initialize', 'paid', body);
    await payForm(world, token);
    const { searchParams } = locationOf(await comeBack(world, token));
    const svcId = searchParams.get('svcSubscriptionId')!;
    await comeBack(
      world,
      await openForm('checkout/update-card', 'card', { callbackUrl: body.callbackUrl, 'svc-id': svcId }),
    );
    await world.settle();
    await openForm('checkout/initialize', 'open', body);
    await openForm(
      'checkout/initialize',
      'another-customers',
      checkoutBody(shop.plans.basic!, { email: someone() }),
    );
    await control(world, `/subscriptions/${searchParams.get('subscriptionReference')}/expire`, {});
    const subscriberId = idFrom('subscription', svcId)!;
    await reconcileSubscriber(forTenant(world.app, tenantId), subscriberId, { by: 'operator', id: null });
    await world.advance(2 * MINUTE);
    await eraseCustomer(forTenant(world.app, tenantId), { email });
    const names = ['paid', 'card', 'open', 'another-customers'];
    expect(await Promise.all(names.map(isKept))).toEqual([false, false, false, true]);
  });

  it('takes along the answer of a second request that got the same card form', async () => {
    const email = someone();
    const { callbackUrl, ...body } = checkoutBody(shop.plans.basic!, { email });
    await payForm(world, await openForm('checkout/initialize', 'bought', { ...body, callbackUrl }));
    await world.advance(10 * MINUTE);
    const { data } = (await shop.call('subscribers/check', { query: { email } })).body;
    const { id, svcId, payReference } = (data as { subscription: Record<string, string> }).subscription;
    const again = { callbackUrl, 'svc-id': svcId, clientReferenceId: 'the same form' };
    const token = await openForm('checkout/update-card', 'first', again);
    expect(await openForm('checkout/update-card', 'second', again)).toBe(token);
    await control(world, `/subscriptions/${payReference}/expire`, {});
    const cause = { by: 'operator', id: null } as const;
    await reconcileSubscriber(forTenant(world.app, tenantId), id!, cause);
    await world.advance(2 * MINUTE);
    await eraseCustomer(forTenant(world.app, tenantId), { email });
    expect(await Promise.all(['first', 'second'].map(isKept))).toEqual([false, false]);
  });

  it.each([
    ['before its subscription had ended', 'before', 40 * MINUTE, 0],
    ['after that', 'after', 0, 40 * MINUTE],
    ['nearly a day ago', 'long-ago', 23 * HOUR + 55 * MINUTE, 0],
  ])(
    'takes along the answer of a card form that expired without a return %s',
    async (_, when, before, after) => {
      const email = someone();
      const { callbackUrl, ...body } = checkoutBody(shop.plans.basic!, { email });
      await payForm(world, await openForm('checkout/initialize', `bought-${when}`, { ...body, callbackUrl }));
      await world.advance(10 * MINUTE);
      const { data } = (await shop.call('subscribers/check', { query: { email } })).body;
      const { id, svcId, payReference } = (data as { subscription: Record<string, string> }).subscription;
      const again = { callbackUrl, 'svc-id': svcId, clientReferenceId: `the same form ${when}` };
      const token = await openForm('checkout/update-card', `first-${when}`, again);
      await world.advance(25 * MINUTE);
      expect(await openForm('checkout/update-card', `second-${when}`, again)).toBe(token);
      await world.advance(before);
      await control(world, `/subscriptions/${payReference}/expire`, {});
      await reconcileSubscriber(forTenant(world.app, tenantId), id!, { by: 'operator', id: null });
      await world.advance(after + 2 * MINUTE);
      await eraseCustomer(forTenant(world.app, tenantId), { email });
      expect(await Promise.all([`first-${when}`, `second-${when}`].map(isKept))).toEqual([false, false]);
    },
  );

  it('leaves the record of another request that has the key by now', async () => {
    const email = someone();
    await openForm('checkout/initialize', 'reused', checkoutBody(shop.plans.basic!, { email }));
    const startedAt = world.clock.now() + DAY;
    await world.table.apply({ update: key.idempotency(tenantId, 'reused'), set: { startedAt } });
    await eraseCustomer(forTenant(world.app, tenantId), { email });
    expect(await isKept('reused')).toBe(true);
  });

  it.each([1, 2, 3])(
    'is finished by a repetition if it ended before change %i of an open form',
    async (nth) => {
      const email = someone();
      const token = await openForm(
        'checkout/initialize',
        `open-${nth}`,
        checkoutBody(shop.plans.basic!, { email }),
      );
      const killed = mortal(world.app, { at: nth - 1, when: 'before', counts, forGood: true });
      await expect(eraseCustomer(forTenant(killed.app, tenantId), { email })).rejects.toThrow('killed');
      await eraseCustomer(forTenant(world.app, tenantId), { email });
      expect(await isKept(`open-${nth}`)).toBe(false);
      const [form, checkout] = await world.table.getMany([key.form(token), key.checkout(token)], {
        consistent: true,
      });
      expect([form, checkout?.customer]).toEqual([undefined, undefined]);
    },
  );
});
