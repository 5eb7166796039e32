import type { EventType } from '../../../lib/billing/events.ts';
import { svcIdOf } from '../../../lib/billing/identifiers.ts';
import { reconcileSubscriber } from '../../../lib/reconciliation/reconcile.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { differencePut } from '../../../lib/table/differences/differences.ts';
import { PERSON, SAMPLE } from '../../../lib/wire/samples.ts';
import { OPERATIONS } from '../../../openapi/operations.ts';
import { storeMessage } from '../../behaviour/messages/stored.ts';
import type { Ask } from '../../support/world/ask.ts';
import { listEvents } from '../../support/world/events.ts';
import {
  advanceToRenewal,
  behave,
  control,
  DAY,
  MINUTE,
  moveToPlan,
  receivedEvents,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** A tenant with everything set and a subscriber of the examples' e-mail, made for one example. */
export interface ExampleStage {
  readonly world: World;
  readonly shop: TestTenant;
  readonly member: Member;
}

/** What has to be so before an example's request can be accepted; its answer's ids, where it makes some. */
const ARRANGED: Partial<
  Record<RouteName, (stage: ExampleStage) => Promise<Record<string, string> | undefined>>
> = {
  'subscribers/get': documented,
  'subscribers/list': documented,
  'subscribers/invoices': documented,
  'subscribers/undo-cancel': cancel,
  'subscribers/retry-payment': async ({ world, shop, member }) => {
    await behave(world, shop, { declineNext: 1 });
    await advanceToRenewal(world, member.reference);
    await world.advance(DAY + MINUTE);
    return undefined;
  },
  'subscribers/erase': async ({ world, shop, member }) => {
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    const named = { tenantId: shop.tenant.id, subscriberId: member.id };
    await reconcileSubscriber(forTenant(world.app, named.tenantId), named.subscriberId, {
      by: 'operator',
      id: null,
    });
    await world.advance(2 * MINUTE);
    return undefined;
  },
  'invoices/get': async (stage) => {
    await documented(stage);
    return withInvoice(stage);
  },
  'invoices/refund': withInvoice,
  'reports/tasks': withTask,
  'reports/finish-task': withTask,
  'invoices/refunds': async (stage) => {
    const real = await withInvoice(stage);
    await stage.shop.call('invoices/refund', { body: { 'invoice-id': real[SAMPLE.invoiceSvcId] } });
    return real;
  },
  'account/get': async ({ shop, world }) => {
    await shop.call('account/set-chat', { body: { url: `${world.receiver.url}/chat` } });
    return undefined;
  },
  'account/set-webhook': async ({ shop }) => {
    await shop.call('account/clear-webhook');
    return undefined;
  },
  'account/set-payment': async ({ shop: { credentials } }) => real(SAMPLE.payment, credentials),
  'account/set-invoicing': async ({ world }) => {
    const { moneyAccounts, ...login } = world.acct.addCompany();
    return { ...real(SAMPLE.invoicing, login), [SAMPLE.moneyAccount]: moneyAccounts.TRY };
  },
  'account/rotate-key': withKey,
  'account/revoke-key': withKey,
  'events/feed': documented,
  'events/replay-progress': async ({ shop }) => {
    const { body } = await shop.call('events/replay', {
      body: { from: SAMPLE.start, states: ['DELIVERED'] },
    });
    return { [SAMPLE.replayId]: (body.data as { replayId: string }).replayId };
  },
  'messages/list': async ({ world, shop, member }) => {
    const eventId = (await listEvents(shop)).data[0]!.eventId;
    await storeMessage(world, shop, member.id, { to: PERSON.email, eventId });
    return undefined;
  },
  'reports/differences': async ({ world, shop, member }) => {
    const found = { kind: 'status_differs', about: 's', ours: 'ACTIVE', theirs: 'CANCELLED' } as const;
    const now = world.clock.now();
    const difference = { ...found, since: now, subscriberId: member.id, reference: member.reference };
    await world.table.write(differencePut(shop.tenant.id, difference, now));
    return undefined;
  },
};

/** Time enough for the document of the first invoice and for the feed. */
async function documented({ world }: ExampleStage): Promise<undefined> {
  await world.advance(5 * MINUTE);
}

async function withInvoice({ shop, member }: ExampleStage): Promise<Record<string, string>> {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
  return { [SAMPLE.invoiceSvcId]: (body.data as { svcId: string }[])[0]!.svcId };
}

/** An invoice whose document is official was given back: its document is a person's task. */
async function withTask(stage: ExampleStage): Promise<Record<string, string>> {
  await documented(stage);
  const real = await withInvoice(stage);
  await stage.shop.call('invoices/refund', { body: { 'invoice-id': real[SAMPLE.invoiceSvcId] } });
  await stage.world.settle();
  const { body } = await stage.shop.call('reports/tasks', {});
  return { ...real, [SAMPLE.taskId]: (body.data as { id: string }[])[0]!.id };
}

async function withKey({ shop }: ExampleStage): Promise<Record<string, string>> {
  const { body } = await shop.call('account/create-key', { body: { label: 'reports', rights: ['money'] } });
  return { [SAMPLE.apiKey]: (body.data as { apiKey: string }).apiKey };
}

/** What the sample values of some members are on the stage. */
function real<Sample extends Readonly<Record<string, string>>>(
  sample: Sample,
  actual: Readonly<Record<keyof Sample, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [value, actual[name as keyof Sample]]),
  );
}

/** What the sample ids are of a tenant and a subscriber of its. */
function sampledBy({ world, shop, member }: ExampleStage): Record<string, string> {
  const { basic, plus } = shop.plans;
  return {
    [SAMPLE.subscriberSvcId]: member.svcId,
    [SAMPLE.reference]: member.reference,
    [SAMPLE.planReference]: basic!.reference,
    [SAMPLE.largerPlanSvcId]: svcIdOf('plan', plus!.id),
    [SAMPLE.largerPlanReference]: plus!.reference,
    [SAMPLE.webhookUrl]: `${world.receiver.url}${shop.hook}`,
    [SAMPLE.chatUrl]: `${world.receiver.url}/chat`,
  };
}

/** A route's example on its stage: its tenant, its request as it is made there, and what the sample ids are there. */
interface Staged {
  readonly shop: TestTenant;
  readonly ask: Ask;
  readonly ids: Readonly<Record<string, string>>;
}

async function openStage(world: World): Promise<ExampleStage> {
  const shop = await makeTenant(world, { invoicing: true });
  const member = await subscribe(world, shop, {
    email: PERSON.email,
    more: { externalId: 'user-42', billingAddress: undefined },
  });
  return { world, shop, member };
}

/** Makes a stage for a route's example. */
export async function stageFor(world: World, name: RouteName): Promise<Staged> {
  const stage = await openStage(world);
  const { shop } = stage;
  const [event] = (await listEvents(shop)).data;
  const arranged = await ARRANGED[name]?.(stage);
  const ids = { ...sampledBy(stage), [SAMPLE.eventId]: event!.eventId, ...arranged };
  return { shop, ask: askOf(name, ids), ids };
}

/** What brings an event about, where the purchase does not. */
const BROUGHT_ABOUT: Readonly<Partial<Record<EventType, (stage: ExampleStage) => Promise<unknown>>>> = {
  DID_RENEW: renew,
  DID_FAIL_TO_RENEW: async (stage) => {
    await behave(stage.world, stage.shop, { declineNext: 1 });
    await renew(stage);
  },
  DID_CHANGE_RENEWAL_STATUS: cancel,
  DID_CHANGE_RENEWAL_PREF: ({ shop, member }) => moveToPlan(shop, member, 'plus'),
  EXPIRED: async (stage) => {
    await cancel(stage);
    await stage.world.advance(40 * DAY);
  },
};

async function renew({ world, member }: ExampleStage): Promise<void> {
  await advanceToRenewal(world, member.reference);
  await world.advance(DAY);
}

async function cancel({ shop, member }: ExampleStage): Promise<undefined> {
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
}

/** The body that is sent of an event of this type, and what the sample ids are in it. Throws where none is sent. */
export async function sentFor(
  world: World,
  type: EventType,
): Promise<{ readonly body: object; readonly ids: Readonly<Record<string, string>> }> {
  const stage = await openStage(world);
  await BROUGHT_ABOUT[type]?.(stage);
  await world.advance(MINUTE);
  const sent = receivedEvents(world, stage.shop).find((one) => one.type === type);
  if (!sent) throw new Error(`${type} is not sent`);
  return { body: sent.payload, ids: { [SAMPLE.subscriberId]: stage.member.id, ...sampledBy(stage) } };
}

/** The request of a route's example, as far as it finds what it names without anything having been arranged for it. */
export function exampleFor(name: RouteName, stage: ExampleStage): Ask {
  const { credentials, headers } = stage.shop;
  const ids = { ...sampledBy(stage), ...real(SAMPLE.payment, credentials) };
  return askOf(name, { ...ids, [SAMPLE.apiKey]: headers['x-api-key']! });
}

function askOf(name: RouteName, ids: Readonly<Record<string, string>>): Ask {
  const { query, body } = OPERATIONS[name]?.example ?? {};
  return { ...(query && { query: translated(query, ids) }), ...(body && { body: translated(body, ids) }) };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a request, sample ids replaced. */
const translated = <T extends object>(given: T, ids: Readonly<Record<string, string>>): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      isObject(value) ? translated(value, ids) : (ids[String(value)] ?? value),
    ]),
  ) as T;
