import type { Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { create } from '../../../functions/account/get-messages.ts';
import { MESSAGE_KINDS, NO_MESSAGES } from '../../../lib/messages/kinds.ts';
import { addressHash, keepFromMessages } from '../../../lib/table/messages/suppressed.ts';
import { storeMessage } from './stored.ts';
import { DAY, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { eventFor, startWorld, type World } from '../../support/world/world.ts';

let world: World;
let shop: TestTenant;
let member: Member;

beforeAll(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
  member = await subscribe(world, shop);
});

const off = Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, { on: false }]));
const put = (body: object, of = shop) => of.call('account/set-messages', { body: { ...body } });

describe('spec: GET and PUT /account/messages', () => {
  it('shows that nothing is sent until a tenant switches a kind on', async () => {
    const { status, body } = await shop.call('account/get-messages');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        senderDomain: 'mail.billing.example',
        senderName: null,
        replyTo: null,
        language: 'customer',
        kinds: off,
      },
    });
  });

  it('changes what is sent and leaves the rest as it is; null takes away', async () => {
    const first = await put({
      senderName: ' Kumru Kahve ',
      replyTo: 'Help@Shop.Example',
      language: 'tr',
      kinds: { payment_failed: { on: true }, undone: { on: true } },
    });
    expect(first.body.data).toMatchObject({
      senderName: 'Kumru Kahve',
      language: 'tr',
      kinds: { ...off, payment_failed: { on: true }, undone: { on: true } },
    });
    expect(first.body.data).toMatchObject({
      replyTo: expect.stringMatching(/^help@shop\.example$/i) as string,
    });
    const second = await put({ replyTo: null, kinds: { undone: { on: false } } });
    expect(second.body.data).toMatchObject({
      senderName: 'Kumru Kahve',
      replyTo: null,
      kinds: { ...off, payment_failed: { on: true } },
    });
    expect((await shop.call('account/get-messages')).body.data).toEqual(second.body.data);
    expect((await put({})).body.data).toEqual(second.body.data);
  });

  it.each([
    [{ senderName: 'Shop\r\nBcc: all@example.com\u0000' }, 'senderName'],
    [{ senderName: '' }, 'senderName'],
    [{ replyTo: 'nobody' }, 'replyTo'],
    [{ replyTo: 'a,b@example.com' }, 'replyTo'],
    [{ replyTo: 'a(b)@example.com' }, 'replyTo'],
    [{ replyTo: 'ş@example.com' }, 'replyTo'],
    [{ replyTo: 'a@example.com>\nBcc: b@example.com' }, 'replyTo'],
    [{ kinds: { newsletter: { on: true } } }, 'kinds.newsletter'],
    [{ kinds: { payment_failed: true } }, 'kinds.payment_failed'],
    [{ kinds: [] }, 'kinds'],
  ])('refuses %j', async (body, field) => {
    const before = (await shop.call('account/get-messages')).body.data;
    const { status, body: answer } = await put(body);
    expect(status).toBe(400);
    expect((answer.details as { field: string }[])[0]!.field).toBe(field);
    expect((await shop.call('account/get-messages')).body.data).toEqual(before);
  });

  it('keeps a sender’s name of several lines in one', async () => {
    const { body } = await put({ senderName: 'Kumru\r\nBcc: all@example.com' });
    expect(body.data).toMatchObject({ senderName: 'Kumru Bcc: all@example.com' });
  });

  it('says so where the stage sends no messages', async () => {
    const settings = { ...world.app.settings, senderDomain: undefined };
    const quiet = create({ ...world.app, settings, memory: {} });
    const answer = await quiet(eventFor('account/get-messages', { headers: shop.headers }), {} as Context);
    expect(JSON.parse(String(answer.body))).toMatchObject({
      message: 'This stage has no sender domain: nothing is sent, whatever is switched on.',
      data: { senderDomain: null },
    });
  });
});

describe('spec: POST /account/messages/test', () => {
  const test = (body: object, of = shop) => of.call('account/test-message', { body: { ...body } });

  it('sends one message to be looked at, in the tenant’s name, which is not kept', async () => {
    const other = await makeTenant(world, {
      messages: { ...NO_MESSAGES, senderName: 'Kumru', replyTo: 'help@shop.example', language: 'en' },
    });
    world.mails.sent.length = 0;
    const { status, body } = await test({ kind: 'payment_failed', to: 'me@shop.example' }, other);
    expect({ status, data: body.data }).toEqual({ status: 200, data: { sent: true, error: null } });
    expect(world.mails.sent).toEqual([
      expect.objectContaining({
        fromName: 'Kumru',
        from: 'no-reply@mail.billing.example',
        replyTo: 'help@shop.example',
        to: 'me@shop.example',
        subject: '[Test] Your payment failed: Standart',
      }),
    ]);
    expect((await other.call('messages/list')).body.data).toEqual([]);
  });

  it('our choice: is in the language that is set; in each customer’s it is Turkish, as long as none is on record', async () => {
    for (const [language, subject] of [
      ['tr', '[Deneme] Ödemeniz alınamadı: Standart'],
      ['en', '[Test] Your payment failed: Standart'],
      ['customer', '[Deneme] Ödemeniz alınamadı: Standart'],
    ] as const) {
      const one = await makeTenant(world, { messages: { ...NO_MESSAGES, language } });
      await test({ kind: 'payment_failed', to: 'me@shop.example' }, one);
      expect(world.mails.sent.at(-1)).toMatchObject({ subject });
    }
  });

  it('says what was not taken', async () => {
    world.mails.truths = ['refuses'];
    const { body } = await test({ kind: 'undone', to: 'me@shop.example' });
    expect(body.data).toEqual({ sent: false, error: 'MessageRejected' });
  });

  it('sends nothing to an address that bounced for good or complained, and refuses what is none', async () => {
    const gone = addressHash(shop.tenant, 'gone@shop.example');
    await keepFromMessages(shop.app, gone, 'bounced');
    world.mails.sent.length = 0;
    for (const [body, field] of [
      [{ kind: 'undone', to: 'gone@shop.example' }, 'to'],
      [{ kind: 'undone', to: 'a@shop.example, b@shop.example' }, 'to'],
      [{ kind: 'undone', to: 'a,b@shop.example' }, 'to'],
      [{ kind: 'newsletter', to: 'a@shop.example' }, 'kind'],
      [{ kind: 'undone' }, 'to'],
    ] as const) {
      const { status, body: answer } = await test(body);
      expect(status).toBe(400);
      expect((answer.details as { field: string }[])[0]!.field).toBe(field);
    }
    expect(world.mails.sent).toEqual([]);
  });

  it('our choice: floods no address: it takes ten a day from a tenant, and none once its owner complained', async () => {
    const eager = await makeTenant(world);
    const sent = async (to: string) => (await test({ kind: 'undone', to }, eager)).status;
    const ten = Array.from({ length: 10 }, () => 200);
    const tries = [...ten, 0, 0].map((_, at) => (at % 2 === 0 ? 'a@shop.example' : 'A@SHOP.example'));
    const answers = [];
    for (const to of tries) answers.push(await sent(to));
    expect(answers).toEqual([...ten, 429, 429]);
    expect(await sent('b@shop.example')).toBe(200);
    await world.advance(DAY);
    expect(await sent('a@shop.example')).toBe(200);
    await world.mails.tell(world.mails.sent.at(-1)!, 'Complaint');
    await world.advance(MINUTE);
    expect(await sent('a@shop.example')).toBe(400);
  });

  it('our choice: counts against the tenant’s messages, so that it floods nobody', async () => {
    const eager = await makeTenant(world);
    const answers = [];
    for (let i = 0; i < 105; i++)
      answers.push(await test({ kind: 'undone', to: `a${i}@shop.example` }, eager));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(100);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  });
});

describe('spec: GET /messages/list', () => {
  const listed = async (query: Record<string, string> = {}, of = shop) => {
    const { status, body } = await of.call('messages/list', { query });
    expect(status).toBe(200);
    return body as { data: { id: string; kind: string; state: string }[]; has_more: boolean };
  };
  let ids: string[];
  let other: Member;

  beforeAll(async () => {
    other = await subscribe(world, shop);
    const at = world.clock.now();
    ids = [
      await storeMessage(world, shop, member.id, {
        kind: 'payment_failed',
        at: at - 3 * DAY,
        to: 'ayse@example.com',
      }),
      await storeMessage(world, shop, member.id, { kind: 'last_attempt', at: at - 2 * DAY, because: 'paid' }),
      await storeMessage(world, shop, other.id, { kind: 'undone', at: at - DAY, state: 'BOUNCED' }),
      await storeMessage(world, shop, member.id, { kind: 'payment_recovered', at, state: 'SENT' }),
    ].toReversed();
  });

  it('shows what was sent and why something was not, newest first', async () => {
    const { data } = await listed();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data[2]).toMatchObject({
      kind: 'last_attempt',
      state: 'DROPPED',
      because: 'paid',
      to: null,
      sentAt: null,
    });
    expect(data[3]).toMatchObject({
      kind: 'payment_failed',
      to: 'ayse@example.com',
      state: 'DELIVERED',
      subscriber: { id: member.id, svcId: member.svcId },
      event: null,
    });
  });

  it('filters by kind, by state and by subscriber, and by all of them', async () => {
    const idsOf = async (query: Record<string, string>) => (await listed(query)).data.map(({ id }) => id);
    expect(await idsOf({ kind: 'undone' })).toEqual([ids[1]]);
    expect(await idsOf({ state: 'DROPPED' })).toEqual([ids[2]]);
    expect(await idsOf({ 'svc-id': member.svcId })).toEqual([ids[0], ids[2], ids[3]]);
    expect(await idsOf({ 'svc-id': member.svcId, state: 'SENT', kind: 'payment_recovered' })).toEqual([
      ids[0],
    ]);
    expect(await idsOf({ 'svc-id': other.svcId, state: 'SENT' })).toEqual([]);
    expect(await idsOf({ 'svc-id': 'nobody' })).toEqual([]);
  });

  it('pages in both directions, also through filters', async () => {
    const first = await listed({ limit: '2' });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const second = await listed({ limit: '2', starting_after: ids[1]! });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
    const back = await listed({ limit: '1', ending_before: ids[2]! });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([[ids[1]], true]);
    const filtered = await listed({ limit: '1', 'svc-id': member.svcId, starting_after: ids[0]! });
    expect([filtered.data.map(({ id }) => id), filtered.has_more]).toEqual([[ids[2]], true]);
  });

  it('masks addresses for a key that only reads', async () => {
    const { body } = await shop.call('account/create-key', { body: { scope: 'read' } });
    const { apiKey, apiSecret } = body.data as { apiKey: string; apiSecret: string };
    const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
    const { body: seen } = await world.call('messages/list', { headers, query: { kind: 'payment_failed' } });
    expect((seen.data as { to: string }[])[0]!.to).toBe('a•••@example.com');
  });
});
