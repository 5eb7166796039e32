import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { SVC_ID, UUID } from '../../support/world/expecting.ts';
import { MINUTE, read, someone, subscribe, type Member } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { Answer } from '../../support/world/world.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
let other: TestTenant;
let member: Member;
beforeAll(async () => {
  other = await makeTenant(world);
  member = await subscribe(world, shop);
});

const callbackUrl = 'https://shop.example/card';

/** Every way to name a subscriber or a plan: what is sent, with the tenant's own things or somebody else's. */
const NAMED_BY: readonly [
  string,
  (
    who: TestTenant,
    it: { svc: string; pay: string; cus: string; plan: string; planRef: string },
  ) => Promise<Answer>,
][] = [
  ['GET /subscribers svc-id', (who, { svc }) => who.call('subscribers/get', { query: { 'svc-id': svc } })],
  [
    'GET /subscribers pay-subscriber-code',
    (who, { pay }) => who.call('subscribers/get', { query: { 'pay-subscriber-code': pay } }),
  ],
  [
    'GET /subscribers/invoices svc-id',
    (who, { svc }) => who.call('subscribers/invoices', { query: { 'svc-id': svc } }),
  ],
  [
    'GET /subscribers/invoices subscriber-id',
    (who, { pay }) => who.call('subscribers/invoices', { query: { 'subscriber-id': pay } }),
  ],
  [
    'DELETE /subscribers svc-id',
    (who, { svc }) => who.call('subscribers/cancel', { body: { 'svc-id': svc } }),
  ],
  [
    'DELETE /subscribers pay',
    (who, { pay }) => who.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': pay } }),
  ],
  ['undo svc-id', (who, { svc }) => who.call('subscribers/undo-cancel', { body: { 'svc-id': svc } })],
  [
    'undo pay',
    (who, { pay }) => who.call('subscribers/undo-cancel', { body: { 'pay-subscriber-reference-code': pay } }),
  ],
  [
    'PUT svc-subscriber-id',
    (who, { svc }) =>
      who.call('subscribers/change-plan', {
        body: { 'svc-subscriber-id': svc, 'svc-plan-id': who.plans.plus!.id },
      }),
  ],
  [
    'PUT pay-subscriber-reference-code',
    (who, { pay }) =>
      who.call('subscribers/change-plan', {
        body: { 'pay-subscriber-reference-code': pay, 'pay-plan-reference-code': who.plans.plus!.reference },
      }),
  ],
  [
    'update-card svc-id',
    (who, { svc }) => who.call('checkout/update-card', { body: { callbackUrl, 'svc-id': svc } }),
  ],
  [
    'update-card pair',
    (who, { pay, cus }) =>
      who.call('checkout/update-card', {
        body: { callbackUrl, subscriptionReferenceCode: pay, customerReferenceCode: cus },
      }),
  ],
  [
    'initialize svc-plan-id',
    (who, { plan }) =>
      who.call('checkout/initialize', {
        body: checkoutBody(who.plans.basic!, {
          email: someone(),
          pricingPlanReferenceCode: undefined,
          'svc-plan-id': plan,
        }),
      }),
  ],
  [
    'initialize pricingPlanReferenceCode',
    (who, { planRef }) =>
      who.call('checkout/initialize', {
        body: checkoutBody(who.plans.basic!, { email: someone(), pricingPlanReferenceCode: planRef }),
      }),
  ],
];

const mine = () => ({
  svc: member.svcId,
  pay: member.reference,
  cus: member.customerReference,
  plan: shop.plans.basic!.id,
  planRef: shop.plans.basic!.reference,
});

describe('spec: Identifiers', () => {
  it('every subscription, customer, plan and invoice has an id and a svcId', async () => {
    const got = await read(shop, member);
    const { data } = (await shop.call('plans/list')).body;
    expect(got).toMatchObject({
      data: { id: UUID, svcId: SVC_ID.subscription },
      customer: { id: UUID },
      latestInvoice: { id: UUID, svcId: SVC_ID.invoice },
    });
    expect(data).toMatchObject([{ id: UUID, svcId: SVC_ID.plan }, {}]);
  });

  it('our choice: svcId is the same UUID without dashes behind a typed prefix', async () => {
    const { id, svcId } = (await read(shop, member)).data as { id: string; svcId: string };
    expect(svcId).toBe(`sub_${id.replaceAll('-', '')}`);
  });

  it('our choice: ids are UUIDv7 and sort by time', async () => {
    const first = await subscribe(world, shop);
    await world.advance(MINUTE);
    const second = await subscribe(world, shop);
    expect(first.id < second.id).toBe(true);
  });

  it('a legacy UUID is also accepted as svc-id, with or without dashes, in either case', async () => {
    const bare = member.id.replaceAll('-', '');
    const forms = [
      member.svcId,
      member.svcId.toUpperCase(),
      member.id,
      member.id.toUpperCase(),
      bare,
      bare.toUpperCase(),
      ` ${bare} `,
    ];
    for (const form of forms) {
      const { body } = await shop.call('subscribers/get', { query: { 'svc-id': form } });
      expect(body, form).toMatchObject({ data: { id: member.id } });
    }
  });

  it.each(['', 'x', 'sub_', 'sub_123', 'pln_', 'cus_'])(
    'our choice: what cannot be an id is unknown: %j',
    async (start) => {
      const value = start.length === 4 && start !== 'sub_' ? start + member.id.replaceAll('-', '') : start;
      const { status } = await shop.call('subscribers/get', { query: { 'svc-id': value } });
      expect(status).toBe(value === '' ? 400 : 404);
    },
  );

  it.each(NAMED_BY)(
    'our choice: another tenant’s value is answered exactly like an unknown one: %s',
    async (_, ask) => {
      const unknown = {
        svc: randomUUID(),
        pay: randomUUID(),
        cus: randomUUID(),
        plan: randomUUID(),
        planRef: randomUUID(),
      };
      const [theirs, nobodys] = [await ask(other, mine()), await ask(other, unknown)];
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(nobodys.text);
      const own = await ask(shop, mine());
      expect([200, 409]).toContain(own.status);
      expect(own.body.error).not.toBe(theirs.body.error);
    },
  );
});

describe('spec: a body that names one of several', () => {
  const needing = Object.entries(OPERATIONS).flatMap(([name, { oneOf, example }]) =>
    oneOf && example?.body ? [[name as RouteName, oneOf, example.body] as const] : [],
  );
  const without = (body: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

  it.each(needing)(
    'of %s is 400 missing_identifier without any of them, or with half of a pair',
    async (name, oneOf, body) => {
      const rest = without(body, oneOf.flat());
      const halves = oneOf
        .filter(({ length }) => length > 1)
        .map(([first = '']) => ({ ...rest, [first]: 'x' }));
      const { details, message } = (await shop.call(name, { body: rest })).body as {
        details: { field: string }[];
        message: string;
      };
      expect(details.map(({ field }) => field).sort()).toEqual(oneOf.flat().sort());
      for (const way of oneOf) expect(message).toContain(way.join(' with '));
      for (const sent of [rest, ...halves]) {
        const { status, body: said } = await shop.call(name, { body: sent });
        expect([sent, status, said.error]).toEqual([sent, 400, 'missing_identifier']);
      }
    },
  );

  it.each(needing)('of %s is no such with each of them', async (name, oneOf, body) => {
    for (const names of oneOf) {
      const one = Object.fromEntries(
        names.map((given) => [given, ['from'].includes(given) ? '2026-01-01' : randomUUID()]),
      );
      const { body: said } = await shop.call(name, { body: { ...without(body, oneOf.flat()), ...one } });
      expect([one, said.error]).not.toEqual([one, 'missing_identifier']);
    }
  });
});
