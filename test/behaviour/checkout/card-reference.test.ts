import { beforeEach, describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { subscribe, type Member } from '../../support/world/shop.ts';
import { openCardForms } from '../recovery/card-forms.ts';

const { world, shop, open } = await openCardForms();
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

  it('gives one form to several requests at once', async () => {
    const body = { 'svc-id': member.svcId, clientReferenceId: 'together' };
    const answers = await Promise.all([open(body), open(body), open(body)]);
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
