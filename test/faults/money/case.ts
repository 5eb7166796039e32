import type { App, Queue } from '../../../lib/runtime/app.ts';
import { ledger, receivedEvents } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets, type World } from '../../support/world/world.ts';
import { Client, type Manner } from './client.ts';
import { violations, type Facts, type OnRecord } from './checker.ts';
import { PLANS, type Flow, type Stage } from './flows.ts';
import { FaultyService, misbehaving, patience, type Plan } from './service.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { panelOf } from '../panel.ts';
import type { PortCall } from '../ports.ts';

const START = Date.UTC(2026, 0, 15, 9);

/** What one case did and what is wrong with it. */
export interface Outcome {
  readonly calls: readonly PortCall[];
  readonly effects: number;
  readonly struck: number;
  readonly kills: number;
  readonly charges: number;
  readonly posts: number;
  readonly violations: readonly string[];
}

/** Plays one flow with faults, lets everything come to rest, and judges. */
export async function play(flow: Flow, manner: Manner, plan: Plan): Promise<Outcome> {
  const deadlineMs = patience();
  const world = await startWorldWithoutSockets(START, deadlineMs);
  try {
    const shop = await makeTenant(world, { plans: [...PLANS] });
    const stage: Stage = { world, shop, client: new Client(world, manner) };
    const act = await flow.prepare(stage);
    const { app, early } = watchingOrder(world);
    const service = new FaultyService(app, plan, misbehaving(world, shop, deadlineMs));
    world.serve(service);
    await act();
    await world.advance(flow.settlesMs);
    world.serve(instanceOf(world.app));
    const facts = await factsOf(stage);
    return {
      calls: service.made,
      effects: service.effects,
      struck: service.struck,
      kills: service.kills,
      charges: facts.taken.length,
      posts: facts.received.length,
      violations: [...violations(facts), ...early],
    };
  } finally {
    await world.stop();
  }
}

/** The App whose deliveries are watched: none may be announced before its event is written. */
function watchingOrder({ app, written }: World): { app: App; early: string[] } {
  const early: string[] = [];
  const { deliveries } = app.queues;
  const send: Queue['send'] = (messages) => {
    for (const { body } of messages) {
      const { eventId } = body as { eventId: string };
      if (!written.some((change) => change.includes(eventId)))
        early.push('an event announced before it was written');
    }
    return deliveries.send(messages);
  };
  return { app: { ...app, queues: { ...app.queues, deliveries: { send } } }, early };
}

async function factsOf({ world, shop, client }: Stage): Promise<Facts> {
  const provider = await panelOf(world, shop);
  const record = new Map<string, OnRecord>();
  for (const { referenceCode } of provider) {
    const { status, body } = await shop.call('subscribers/get', {
      query: { 'pay-subscriber-code': referenceCode },
    });
    const { body: list } = await shop.call('subscribers/invoices', {
      query: { 'subscriber-id': referenceCode, limit: '100' },
    });
    const invoices = (list.data ?? []) as { status: string }[];
    const paidInvoices = invoices.filter((one) => one.status === 'PAID').length;
    record.set(referenceCode, { status, data: (body.data ?? {}) as OnRecord['data'], paidInvoices });
  }
  const { body } = await shop.call('subscribers/check', { query: { email: 'ada@example.com' } });
  return {
    provider,
    taken: await ledger(world, shop),
    received: receivedEvents(world, shop),
    secret: shop.webhookSecret,
    answers: client.answers,
    record,
    exists: body.exists === true,
    deadLetters: world.queues.dead.length,
  };
}
