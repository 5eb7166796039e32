import { describe, expect, it } from 'vitest';
import { SVC_ID, UUID } from '../../support/world/expecting.ts';
import { MINUTE, read, subscribe } from '../../support/world/shop.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);

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
});

/** A value for each way to name something, and what of a body goes with one of the ways alone. */
const VALUES: Readonly<Record<string, string>> = { from: '2026-01-01', email: 'ada@example.com' };
const WITH_ONE_WAY = ['to', 'states'];

describe('spec: a body that names one of several', () => {
  const needing = Object.entries(OPERATIONS).flatMap(([name, { oneOf, example }]) =>
    oneOf && example?.body ? [[name as RouteName, oneOf, example.body] as const] : [],
  );
  needing.push(['subscribers/cancel', [['pay-subscriber-reference-code'], ['svc-id']], {}]);
  const without = (body: object, names: readonly string[]) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
  const naming = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, VALUES[name] ?? 'x']));

  it.each(needing)(
    'of %s is 400 missing_identifier without any of them, or with half of a pair',
    async (name, oneOf, body) => {
      const rest = without(body, oneOf.flat());
      const halves = oneOf
        .filter(({ length }) => length > 1)
        .flatMap((pair) => pair.map((half) => ({ ...rest, [half]: 'x' })));
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

  it.each(needing)(
    'of %s is 400 with two of them, or with a part of a pair beside another way',
    async (name, oneOf, body) => {
      const rest = without(body, [...oneOf.flat(), ...WITH_ONE_WAY]);
      const refused = oneOf.flatMap((one, at) =>
        oneOf.slice(at + 1).flatMap((other) => {
          const parts = one.flatMap((part) => other.map((beside) => [part, beside]));
          const mixed = one.length + other.length > 2 ? parts : [];
          return [
            { names: [...one, ...other], code: 'mutually_exclusive_parameters' },
            ...mixed.map((names) => ({ names, code: 'mixed_pair' })),
          ];
        }),
      );
      for (const { names, code } of refused) {
        const { status, body: said } = await shop.call(name, { body: { ...rest, ...naming(names) } });
        const fields = (said.details as { field: string }[]).map(({ field }) => field);
        expect([status, said.error, fields]).toEqual([400, code, expect.arrayContaining(names)]);
      }
    },
  );

  it.each(needing)('of %s is no such with each of them', async (name, oneOf, body) => {
    for (const names of oneOf) {
      const sent = { ...without(body, oneOf.flat()), ...naming(names) };
      expect([names, (await shop.call(name, { body: sent })).body.error]).not.toEqual([
        names,
        'missing_identifier',
      ]);
    }
  });
});
