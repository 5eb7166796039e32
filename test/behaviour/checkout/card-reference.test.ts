import { beforeEach, describe, expect, it } from 'vitest';
import { create } from '../../../functions/checkout/update-card.ts';
import { key } from '../../../lib/table/schema.ts';
import { subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { askOf } from '../invoices/world.ts';
import { callbackUrl, openCardForms, pair } from '../recovery/card-forms.ts';

const { world, shop, open, refused } = await openCardForms();
let member: Member;
beforeEach(async () => {
  member = await subscribe(world, shop);
});

describe('clientReferenceId', () => {
  it('gets the same form again for the same request, with the seconds that remain', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'again' };
    const first = await open(body);
    await world.clock.advanceTo(world.clock.now() + 60_000);
    const remaining = Number(first.body.tokenExpireTime) - 60;
    expect((await open(body)).body).toEqual({ ...first.body, tokenExpireTime: remaining });
  });

  it('is refused for another request', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'other' };
    expect((await open(body)).status).toBe(200);
    const reused = [422, 'reference_reused'];
    expect(await refused({ ...body, callbackUrl: 'https://shop.example/else' })).toEqual(reused);
    expect(await refused({ ...pair(member), clientReferenceId: 'other' })).toEqual(reused);
  });

  it('opens another form once the first has expired', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'expired' };
    const first = await open(body);
    await world.clock.advanceTo(world.clock.now() + 1_800_000);
    const second = await open(body);
    expect(second.status).toBe(200);
    expect(second.body.token).not.toBe(first.body.token);
    expect((await open(body)).body).toEqual(second.body);
  });

  it('opens another form where the first was erased with its customer', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'erased' };
    const first = await open(body);
    await world.table.apply({ delete: key.form(String(first.body.token)) });
    const second = await open(body);
    expect(second.status).toBe(200);
    expect(second.body.token).not.toBe(first.body.token);
  });

  it('belongs to one tenant', async () => {
    const stranger = await makeTenant(world);
    await open({ 'svc-id': member.svcId, clientReferenceId: 'mine' });
    expect(await refused({ 'svc-id': member.svcId, clientReferenceId: 'mine' }, stranger)).toEqual([
      404,
      'subscriber_not_found',
    ]);
  });

  it('gives one form to several requests at once', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'together' };
    const answers = await Promise.all([open(body), open(body), open(body)]);
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('leaves nothing behind where the form was not recorded, and opens one the next time', async () => {
    const ask = {
      body: { callbackUrl, 'svc-id': member.svcId, clientReferenceId: 'lost' },
      headers: shop.headers,
    };
    const failing = { ...world.table, write: () => Promise.reject(new Error('throttled')) };
    const answer = await askOf(
      create,
      { ...world.app, memory: {}, table: failing },
      'checkout/update-card',
      ask,
    );
    expect(answer.status).toBe(500);
    expect((await open(ask.body)).status).toBe(200);
  });
});
