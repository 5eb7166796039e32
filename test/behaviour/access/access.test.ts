import { describe, expect, it } from 'vitest';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import {
  advanceToRenewal,
  CARDS,
  comeBack,
  control,
  DAY,
  directBody,
  HOUR,
  MINUTE,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, payForm, type TestTenant } from '../../support/world/tenant.ts';
import { countingTrips } from '../../support/world/trips.ts';

const { world, shop } = await openShop({
  plans: [{ name: 'basic' }, { name: 'plus', price: '199.90' }, { name: 'trial', trialDays: 14 }],
});
const { basic, plus } = shop.plans;

interface Said {
  readonly access: boolean;
  readonly until: string | null;
  readonly because: string;
  readonly changesAt: string | null;
  readonly validUntil: string;
  readonly plan: { svcId: string; lookup_key: string | null } | null;
  readonly features: Record<string, unknown>;
  readonly subscriptions: readonly Record<string, unknown>[];
}

/** What GET /access says of a person. */
async function access(query: Record<string, string>, of: TestTenant = shop): Promise<Said> {
  const { status, body, text } = await of.call('access', { query });
  expect(status, text).toBe(200);
  return body.data as Said;
}

const read = async (svcId: string) =>
  (await shop.call('subscribers/get', { query: { 'svc-id': svcId } })).body.data as Record<string, string>;
async function payAndReturn(token: string): Promise<void> {
  await payForm(world, token, { cardNumber: CARDS.good });
  await comeBack(world, token);
  await world.settle();
}

const moment = (text: string | null) => Date.parse(text ?? '');

describe('spec: GET /access', () => {
  it('says of who has paid that they are in, open-ended, and until when that may be believed', async () => {
    const { svcId } = await subscribe(world, shop);
    const { currentPeriodEnd } = await read(svcId);
    const plan = { svcId: expect.stringMatching(/^pln_/) as string, lookup_key: null };
    expect(await access({ 'svc-id': svcId })).toEqual({
      access: true,
      until: null,
      because: 'paid',
      changesAt: currentPeriodEnd,
      validUntil: new Date(world.clock.now() + DAY).toISOString(),
      plan,
      features: {},
      subscriptions: [{ svcId, access: true, until: null, because: 'paid', plan }],
    });
  });

  it('is the same by each identifier of the person, in one round trip or, by those that lead to our id, two', async () => {
    const externalId = `user-${someone()}`;
    const { svcId, email, reference } = await subscribe(world, shop, { more: { externalId } });
    const { table, look } = countingTrips(world.table);
    const { call } = instanceOf({ ...world.app, memory: {}, table });
    const ask = (query: Record<string, string>) => call('access', { headers: shop.headers, query });
    const bySvcId = (await ask({ 'svc-id': svcId })).body.data as Said;
    for (const [by, whom, trips] of [
      ['svc-id', svcId, 1],
      ['email', email, 1],
      ['pay-subscriber-code', reference, 2],
      ['external-id', externalId, 2],
    ] as const) {
      look();
      expect([by, (await ask({ [by]: whom })).body.data, look().roundTrips]).toEqual([by, bySvcId, trips]);
    }
  });

  it('says `none` of an address or own id of nobody, and 404 of a subscriber who is not there', async () => {
    for (const [by, whom] of [
      ['email', someone()],
      ['external-id', 'nobody'],
    ] as const)
      expect(await access({ [by]: whom })).toMatchObject({
        access: false,
        because: 'none',
        plan: null,
        subscriptions: [],
      });
    for (const [by, whom] of [
      ['svc-id', 'sub_0'],
      ['pay-subscriber-code', 'nobody'],
    ] as const)
      expect(await shop.call('access', { query: { [by]: whom } })).toMatchObject({
        status: 404,
        body: { error: 'subscriber_not_found' },
      });
  });

  it('takes exactly one identifier, and a feature by its key', async () => {
    const cases = [
      [{}, 'missing_identifier'],
      [{ email: someone(), 'svc-id': 'sub_0' }, 'mutually_exclusive_parameters'],
      [{ 'external-id': 'a', email: someone() }, 'mutually_exclusive_parameters'],
      [{ 'external-id': 'two words' }, 'invalid_request'],
      [{ email: someone(), feature: 'No Key' }, 'invalid_request'],
    ] as const;
    for (const [query, error] of cases)
      expect(await shop.call('access', { query }), JSON.stringify(query)).toMatchObject({
        status: 400,
        body: { error },
      });
  });

  it('may be kept by its caller alone, until `validUntil`', async () => {
    const { svcId } = await subscribe(world, shop);
    const { headers } = await shop.call('access', { query: { 'svc-id': svcId } });
    expect(headers['cache-control']).toBe('private, max-age=86400');
    const nobody = await shop.call('access', { query: { email: someone() } });
    expect(nobody.headers['cache-control']).toBe('private, max-age=60');
  });

  it('lasts to the promised end after a cancellation, exact to the second', async () => {
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    const said = await access({ 'svc-id': member.svcId });
    const { accessUntil } = await read(member.svcId);
    expect(said).toMatchObject({
      access: true,
      because: 'cancelled_still_paid',
      until: accessUntil,
      changesAt: accessUntil,
    });
    await world.clock.advanceTo(moment(said.until) - 1000);
    expect(await access({ 'svc-id': member.svcId })).toMatchObject({ access: true });
    await world.clock.advanceTo(moment(said.until));
    expect(await access({ 'svc-id': member.svcId })).toMatchObject({
      access: false,
      because: 'ended',
      plan: null,
    });
  });

  it('lasts through the days of grace after a failed renewal, and not longer', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, member.reference);
    await world.advance(HOUR);
    const said = await access({ email: member.email });
    const { graceEndsAt } = await read(member.svcId);
    expect(said).toMatchObject({ access: true, because: 'grace', until: graceEndsAt });
    expect(moment(said.changesAt)).toBeLessThanOrEqual(moment(graceEndsAt!));
    await world.clock.advanceTo(moment(graceEndsAt!) + MINUTE);
    expect(await access({ email: member.email })).toMatchObject({
      access: false,
      because: 'not_paid',
      features: {},
    });
  });

  it('says `trial` while nothing was paid, and `waiting` before a purchase is activated', async () => {
    const trial = await subscribe(world, shop, { plan: shop.plans.trial! });
    expect(await access({ 'svc-id': trial.svcId })).toMatchObject({
      access: true,
      because: 'trial',
      until: null,
    });
    const body = directBody(basic!, { subscriptionInitialStatus: 'PENDING' });
    const { body: sold } = await shop.call('checkout/initialize-direct', { body });
    expect(await access({ 'svc-id': String(sold.svcSubscriptionId) })).toMatchObject({
      access: false,
      because: 'waiting',
    });
  });

  it('is the union of a person’s subscriptions, with the most generous of their features', async () => {
    const own = await makeTenant(world);
    const set = (plan: string, features: Record<string, unknown>) =>
      own.call('account/set-plan', { body: { pricingPlanReferenceCode: plan, features } });
    await set(own.plans.basic!.reference, { seats: 3, export: true, support: 'by e-mail', gone: true });
    await set(own.plans.basic!.reference, { gone: null });
    await set(own.plans.plus!.reference, { seats: 10, support: 'by phone', priority: true });
    const email = someone();
    const first = await subscribe(world, own, { email });
    await world.advance(HOUR);
    const second = await subscribe(world, own, { email, plan: own.plans.plus! });
    const features = { export: true, priority: true, seats: 10, support: 'by e-mail' };
    expect(await access({ email }, own)).toMatchObject({ access: true, features });
    expect((await access({ email, feature: 'seats' }, own)).features).toEqual({ seats: 10 });
    expect((await access({ email, feature: 'none' }, own)).features).toEqual({});
    await control(world, `/subscriptions/${second.reference}/cancel`, {});
    await world.advance(HOUR);
    expect((await access({ 'svc-id': first.svcId }, own)).subscriptions).toHaveLength(2);
  });

  it('does not mix two people with one e-mail address', async () => {
    const email = someone();
    const one = await subscribe(world, shop, { email });
    const other = await subscribe(world, shop, { email, more: { gsmNumber: '+905350000001' } });
    const idsOf = async (svcId: string) =>
      (await access({ 'svc-id': svcId })).subscriptions.map((sub) => sub.svcId);
    expect(await idsOf(one.svcId)).toEqual([one.svcId]);
    expect(await idsOf(other.svcId)).toEqual([other.svcId]);
  });
});

describe('spec: externalId', () => {
  it('belongs to a checkout’s success, is shown, and is one customer’s alone', async () => {
    const externalId = `user-${someone()}`;
    const email = someone();
    await shop.call('checkout/initialize', { body: checkoutBody(basic!, { email, externalId }) });
    expect(await access({ 'external-id': externalId })).toMatchObject({ because: 'none' });
    const member = await subscribe(world, shop, { email, more: { externalId } });
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect(body.customer).toMatchObject({ externalId });
    for (const [name, taken] of [
      ['checkout/initialize', checkoutBody(basic!, { email: someone(), externalId })],
      ['checkout/initialize-direct', directBody(basic!, { externalId })],
    ] as const)
      expect(await shop.call(name, { body: taken }), name).toMatchObject({
        status: 409,
        body: { error: 'external_id_taken' },
      });
    expect(await subscribe(world, shop, { email, plan: plus!, more: { externalId } })).toMatchObject({
      email,
    });
  });

  it('that another customer has got while a form was open is left out of what was bought', async () => {
    const externalId = `user-${someone()}`;
    const [first, second] = [someone(), someone()];
    const late = await shop.call('checkout/initialize', {
      body: checkoutBody(basic!, { email: first, externalId }),
    });
    await subscribe(world, shop, { email: second, more: { externalId } });
    await payAndReturn(String(late.body.token));
    expect((await access({ email: first })).access).toBe(true);
    expect((await access({ 'external-id': externalId })).subscriptions).toEqual(
      (await access({ email: second })).subscriptions,
    );
  });

  it.each([
    ['a letter', 'x'],
    ['a letter and its mark', 'e\u0301'],
    ['a letter and its three marks', '\u1f82'.normalize('NFD')],
    ['a sign of two UTF-16 units', '😀'],
    ['a mark that no letter is composed with', '\u0301'],
  ])('has up to 128 characters, each of which counts once: %s', async (_what, one) => {
    const externalId = one.repeat(128);
    const { svcId } = await subscribe(world, shop, { more: { externalId } });
    const customer = await shop.call('subscribers/get-customer', { query: { 'svc-id': svcId } });
    expect(customer.body.data).toMatchObject({ externalId: externalId.normalize('NFC') });
    for (const id of [externalId, externalId.normalize('NFC')])
      expect((await access({ 'external-id': id })).subscriptions).toMatchObject([{ svcId }]);
    const long = { externalId: one.repeat(129), 'external-id': one.repeat(129) };
    const bodies = {
      'checkout/initialize': checkoutBody(basic!, long),
      'checkout/initialize-direct': directBody(basic!, long),
      'subscribers/correct-customer': { 'svc-id': svcId, ...long },
      'portal/create-session': { returnUrl: 'https://shop.example/', ...long },
    };
    const queried = ['access', 'subscribers/check', 'subscribers/list'] as const;
    for (const { status, body } of await Promise.all([
      ...Object.entries(bodies).map(([name, body]) => shop.call(name as keyof typeof bodies, { body })),
      ...queried.map((name) => shop.call(name, { query: { 'external-id': long.externalId } })),
    ]))
      expect([status, body.message]).toEqual([400, expect.stringMatching(/must be at most 128 characters$/)]);
  });

  it('is one visible word', async () => {
    for (const externalId of ['two words', 'a\u200bb', '5528790000000008'])
      expect(
        await shop.call('checkout/initialize', { body: checkoutBody(basic!, { externalId }) }),
        externalId,
      ).toMatchObject({ status: 400, body: { details: [{ field: 'externalId' }] } });
  });
});

describe('spec: a person by the tenant’s own id', () => {
  it('is checked and listed, with every subscription of theirs', async () => {
    const [externalId, email] = [`user-${someone()}`, someone()];
    const first = await subscribe(world, shop, { email });
    await subscribe(world, shop, { email, more: { gsmNumber: '+905350000001' } });
    await world.advance(MINUTE);
    const second = await subscribe(world, shop, { email, plan: plus!, more: { externalId } });
    const query = { 'external-id': externalId };
    expect((await shop.call('subscribers/check', { query })).body).toMatchObject({
      exists: true,
      activeSubscriptions: 2,
      data: { customer: { email } },
    });
    const listed = await shop.call('subscribers/list', { query });
    expect((listed.body.data as { svcId: string }[]).map(({ svcId }) => svcId)).toEqual([
      second.svcId,
      first.svcId,
    ]);
    const page = await shop.call('subscribers/list', {
      query: { ...query, limit: '1', starting_after: second.id },
    });
    expect(page.body).toMatchObject({ has_more: false, data: [{ svcId: first.svcId }] });
    const nobody = { 'external-id': 'nobody' };
    expect((await shop.call('subscribers/check', { query: nobody })).body).toMatchObject({ exists: false });
    expect((await shop.call('subscribers/list', { query: nobody })).body).toMatchObject({ data: [] });
  });

  it('leads on to the same subscriptions from each of them, also where one is known by its phone number alone', async () => {
    const [externalId, email] = [`user-${someone()}`, someone()];
    const phone = { gsmNumber: '+905350000077' };
    const named = await subscribe(world, shop, { email, more: { externalId } });
    const both = await subscribe(world, shop, { email, plan: plus!, more: { externalId, ...phone } });
    const called = await subscribe(world, shop, { email, plan: shop.plans.trial!, more: phone });
    const ids = async (query: Record<string, string>) =>
      (await access(query)).subscriptions.map(({ svcId }) => svcId as string).sort();
    const all = [named, both, called].map(({ svcId }) => svcId).sort();
    for (const { svcId, reference } of [named, both, called])
      expect([await ids({ 'svc-id': svcId }), await ids({ 'pay-subscriber-code': reference })]).toEqual([
        all,
        all,
      ]);
    expect(await ids({ 'external-id': externalId })).toEqual(all);
    for (const { svcId } of [named, called]) {
      const { page } = await visitor(world, shop, svcId);
      for (const one of all) expect(page.text).toContain(one);
    }
    const other = { 'svc-id': called.svcId, externalId: `user-${someone()}` };
    await shop.call('subscribers/correct-customer', { body: other });
    expect(await ids({ 'external-id': other.externalId })).toEqual(all);
    expect(await ids({ 'external-id': externalId })).toEqual([]);
  });

  it('opens the portal of the person, and is found by a search', async () => {
    const externalId = `user-${someone()}`;
    const member = await subscribe(world, shop, { more: { externalId } });
    const returnUrl = 'https://shop.example/account';
    const open = (body: object) => shop.call('portal/create-session', { body: { returnUrl, ...body } });
    expect((await open({ 'external-id': externalId })).status).toBe(200);
    expect(await open({ 'external-id': 'nobody' })).toMatchObject({ status: 404 });
    expect(await open({ 'external-id': externalId, 'svc-id': member.svcId })).toMatchObject({
      status: 400,
      body: { error: 'mutually_exclusive_parameters' },
    });
    expect(await open({})).toMatchObject({ status: 400, body: { error: 'missing_identifier' } });
    await subscribe(world, shop, { more: { externalId: 'Zeynep' } });
    const called = await subscribe(world, shop, { more: { name: 'Zeynep' } });
    await world.settle();
    const found = await shop.call('subscribers/list', { query: { search: 'Zeynep' } });
    expect((found.body.data as { svcId: string }[]).map(({ svcId }) => svcId)).toEqual([called.svcId]);
    const { body } = await shop.call('subscribers/list', { query: { search: externalId } });
    expect((body.data as { svcId: string }[]).map(({ svcId }) => svcId)).toEqual([member.svcId]);
  });

  it('is given, changed and taken away by a correction, for every subscription of the person', async () => {
    const [email, first, second] = [someone(), `user-${someone()}`, `user-${someone()}`];
    const one = await subscribe(world, shop, { email });
    const other = await subscribe(world, shop, { email, plan: plus! });
    const correct = (member: { svcId: string }, externalId: string | null) =>
      shop.call('subscribers/correct-customer', { body: { 'svc-id': member.svcId, externalId } });
    const named = async (externalId: string) =>
      (await access({ 'external-id': externalId })).subscriptions.map(({ svcId }) => svcId).sort();
    const both = [one.svcId, other.svcId].sort();
    expect((await correct(one, first)).body.data).toMatchObject({ externalId: first });
    expect(await named(first)).toEqual(both);
    const stranger = await subscribe(world, shop);
    expect(await correct(stranger, first)).toMatchObject({
      status: 409,
      body: { error: 'external_id_taken' },
    });
    await correct(other, second);
    expect([await named(first), await named(second)]).toEqual([[], both]);
    expect((await correct(stranger, first)).status).toBe(200);
    await correct(one, null);
    expect(await named(second)).toEqual([]);
  });

  it('stands beside the events and in the timeline, and never in the webhook’s body', async () => {
    const externalId = `user-${someone()}`;
    const { svcId } = await subscribe(world, shop, { more: { externalId } });
    const { body: timeline } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
    expect(timeline.subscriber).toMatchObject({ externalId });
    const { body: listed } = await shop.call('events/list', { query: { 'svc-id': svcId } });
    const [event] = listed.data as { eventId: string }[];
    const { body } = await shop.call('events/get', { query: { 'event-id': event!.eventId } });
    expect(body.data).toMatchObject({ subscriber: { svcId, externalId } });
    expect(JSON.stringify((body.data as { payload: unknown }).payload)).not.toContain(externalId);
  });
});
