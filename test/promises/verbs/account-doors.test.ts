import { describe, expect, it } from 'vitest';
import { createKey } from '../../../lib/account/keys.ts';
import { setRoles } from '../../../lib/console/people.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { readAudit } from '../../../lib/table/people/audit.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { openDesk, type Desk } from '../../behaviour/console/desk.ts';
import { heldBy } from '../../support/world/copy.ts';
import { pngOf } from '../../support/world/logo.ts';
import { openWorld } from '../../support/world/opened.ts';
import { MINUTE, subscribe } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { OF_ACCOUNTS } from './all.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

type Fields = Record<string, string>;

/** How an act of the account is asked for at each door, about what its `before` has made. */
interface Row {
  readonly body: (made: string, shop: TestTenant) => Record<string, unknown>;
  readonly screen: string;
  /** Its name in the console, where it has another one there. */
  readonly act?: string;
  readonly fields: (made: string, shop: TestTenant) => Fields;
  readonly before?: (shop: TestTenant) => Promise<string>;
  readonly atTheDoor?: true;
}

const nothing = () => ({});
const reference = (shop: TestTenant) => shop.plans.basic!.reference;
const spare = async ({ tenant }: TestTenant) =>
  (await createKey(forTenant(world.app, tenant.id), { label: 'spare', rights: RIGHTS }, RIGHTS)).key.apiKey;
const rotating = async (shop: TestTenant) => {
  await shop.call('account/rotate-webhook-secret', { body: {} });
  return '';
};
const delivered = async (shop: TestTenant) => {
  await subscribe(world, shop);
  await world.advance(MINUTE);
  const { body } = await shop.call('events/list');
  return (body.data as [{ eventId: string }])[0].eventId;
};
/** A task about the official document of an invoice whose money was given back. */
const task = async (shop: TestTenant) => {
  const { svcId } = await subscribe(world, shop);
  await world.advance(5 * MINUTE);
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  const [invoice] = body.data as [{ svcId: string }];
  await shop.call('invoices/refund', { body: { 'invoice-id': invoice.svcId } });
  await world.advance(5 * MINUTE);
  return ((await shop.call('reports/tasks')).body.data as [{ id: string }])[0].id;
};
/** Where messages to whoever is signed in go. */
const ADDRESS = 'ada@shop.example';
const logo = pngOf(8, 8).toString('base64');
const url = 'https://hooks.shop.example/other';

/** A verb without a row does not compile. */
const ROWS: Readonly<Record<keyof typeof OF_ACCOUNTS, Row>> = {
  setWebhook: { body: () => ({ url }), screen: 'webhooks', fields: () => ({ url }) },
  clearWebhook: { body: nothing, screen: 'webhooks', fields: nothing },
  testWebhook: {
    body: () => ({ notificationType: 'EXPIRED' }),
    screen: 'webhooks',
    fields: () => ({ type: 'EXPIRED' }),
  },
  rotateSecret: {
    body: () => ({ overlapHours: 24 }),
    screen: 'rotate-secret',
    fields: () => ({ overlapHours: '24' }),
  },
  finishRotation: { body: nothing, screen: 'webhooks', fields: nothing, before: rotating },
  replayEvent: {
    body: (eventId) => ({ eventId }),
    screen: 'event',
    fields: (id) => ({ id }),
    before: delivered,
  },
  replayRange: {
    body: () => ({ from: '2026-01-01T00:00:00.000Z' }),
    screen: 'events',
    fields: () => ({ from: '2026-01-01' }),
    before: delivered,
  },
  createKey: {
    body: () => ({ label: 'till', rights: ['money'] }),
    screen: 'webhooks',
    fields: () => ({ label: 'till', 'right-money': 'on' }),
  },
  rotateKey: {
    body: (apiKey) => ({ apiKey }),
    screen: 'rotate-key',
    fields: (key) => ({ key, overlapHours: '24' }),
    before: spare,
  },
  revokeKey: {
    body: (apiKey) => ({ apiKey }),
    screen: 'revoke-key',
    fields: (key) => ({ key }),
    before: spare,
  },
  connectPay: {
    body: (_, shop) => ({ ...shop.credentials, baseUrl: undefined }),
    screen: 'pay-account',
    fields: (_, shop) => ({ ...shop.credentials }),
  },
  connectAcct: {
    body: () => ({ carrier: { title: 'Kargo A.Ş.', taxNumber: '1234567890' } }),
    screen: 'acct-account',
    fields: () => ({ 'carrier.title': 'Kargo A.Ş.', 'carrier.taxNumber': '1234567890' }),
    atTheDoor: true,
  },
  syncPlans: { body: nothing, screen: 'plans', fields: nothing },
  setPlan: {
    body: (_, shop) => ({ pricingPlanReferenceCode: reference(shop), gracePeriodDays: 3 }),
    screen: 'plan',
    act: 'set-grace',
    fields: (_, shop) => ({ id: reference(shop), graceDays: '3' }),
  },
  finishTask: {
    body: (id) => ({ id, note: 'done' }),
    screen: 'task',
    fields: (id) => ({ id, note: 'done' }),
    before: task,
  },
  setRecovery: {
    body: () => ({ retryDays: [1, 3], then: 'keep' }),
    screen: 'recovery',
    fields: () => ({ retryDays: '1, 3', then: 'keep' }),
  },
  setPortal: {
    body: () => ({ enabled: true, actions: ['card'], plans: 'same-product' }),
    screen: 'portal',
    fields: () => ({ enabled: 'on', 'action-card': 'on' }),
  },
  setBrand: { body: () => ({ logo }), screen: 'brand', fields: () => ({ logo }), atTheDoor: true },
  setBrandTexts: {
    body: () => ({ displayName: 'Shop' }),
    screen: 'brand',
    fields: () => ({ displayName: 'Shop' }),
  },
  setMessages: {
    body: () => ({ language: 'en' }),
    screen: 'messages',
    fields: () => ({ language: 'en' }),
  },
  testMessage: {
    body: () => ({ kind: 'undone', to: ADDRESS }),
    screen: 'messages',
    fields: () => ({ kind: 'undone' }),
  },
};

/** What is on record, but for who asked how often and when. */
async function onRecord(): Promise<string> {
  await world.settle();
  const kept = (await heldBy(world)).filter(({ pk }) => !/#(AUDIT|SENT|Y|PEOPLE)(#|$)/.test(pk));
  return JSON.stringify(kept.toSorted((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1)));
}

/** How much is left of the allowance, by a request that spends one of it and changes nothing that the verb is about. */
async function leftBefore(shop: TestTenant, name: keyof typeof OF_ACCOUNTS): Promise<number> {
  const asked =
    name === 'setMessages'
      ? shop.call('account/set-recovery', { body: { retryDays: [], then: 'keep' } })
      : shop.call('account/set-messages', { body: {} });
  return Number((await asked).headers['ratelimit-remaining']);
}

const actedAt = async ({ tenant }: TestTenant) => {
  const page = { limit: 100, startingAfter: null, endingBefore: null };
  return (await readAudit(forTenant(world.app, tenant.id), page)).items.filter(
    ({ what }) => what === 'acted',
  );
};

/** Sends the same once and again: by its key, or as Back, a double click or an old tab sends a form. */
type Sender = () => Promise<number>;

async function byConsole(desk: Desk, row: Row, act: string, fields: Fields): Promise<Sender> {
  const { text } = await desk.get(row.screen, { id: fields.id ?? '', key: fields.key ?? '' });
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? 'no form';
  return async () => {
    const send = row.atTheDoor ? desk.enter : desk.act;
    const { status, headers } = await send(act, { csrf, ...fields });
    return headers.location?.includes('refused=') ? 400 : status === 303 ? 200 : status;
  };
}

const EACH = Object.entries(OF_ACCOUNTS).flatMap(([name, rules]) =>
  (['api', 'console'] as const).map((door) => [name as keyof typeof OF_ACCOUNTS, door, rules] as const),
);

describe('our choice: a rule of the account belongs to the verb, whatever the door', () => {
  it.for(EACH)('%s, %s', async ([name, door, rules]) => {
    const row = ROWS[name];
    const { act = rules.name } = row;
    const shop = await makeTenant(world, { invoicing: true });
    const made = (await row.before?.(shop)) ?? '';
    const desk = await openDesk(world, shop, 'owner');
    const own = { personId: desk.personId, roles: ['owner'], email: ADDRESS } as const;
    await setRoles(shop.app, own, { by: 'operator' });
    const headers = { 'idempotency-key': `door-${name}` };
    const ask = { body: row.body(made, shop), headers };
    const send: Sender =
      door === 'api'
        ? async () => (await shop.call(rules.route as RouteName, ask)).status
        : await byConsole(desk, row, act, row.fields(made, shop));
    const before = await leftBefore(shop, name);
    expect(await send()).toBe(200);
    expect(before - (await leftBefore(shop, name))).toBe(2);
    const state = await onRecord();
    expect(await send()).toBe(200);
    expect(await onRecord()).toBe(state);
    const entries = await actedAt(shop);
    expect(entries).toMatchObject(
      door === 'api' ? [] : [{ act, code: null, name: desk.name, personId: desk.personId }],
    );
  });
});
