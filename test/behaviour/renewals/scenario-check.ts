import { expect } from 'vitest';
import { nameOf } from '../../support/world/shop.ts';
import { EXPECTED_EVENTS, PAID, REFUSED, walk } from './scenario.ts';
import type { Cloud } from './scenario-cloud.ts';

interface Listed {
  readonly status: string;
  readonly amount: string;
  readonly date: string;
}

/** Walks the scenario and holds all that is left of it against what was written down by hand. */
export async function checkScenario(cloud: Cloud): Promise<void> {
  const { first, second } = await walk(cloud);
  const receivedEvents = await cloud.receivedEvents();
  const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  expect(receivedEvents.map((one) => `${dayOf(one.at)} ${nameOf(one)}`)).toEqual(EXPECTED_EVENTS);
  expect(new Set(receivedEvents.map(({ eventId }) => eventId)).size).toBe(EXPECTED_EVENTS.length);

  const ledger = await cloud.ledger();
  const paid = ledger.filter(({ status }) => status === 'SUCCESS');
  expect(paid.map(({ amount }) => amount)).toEqual(PAID);
  expect(ledger).toHaveLength(PAID.length + REFUSED);

  const invoices = [...(await invoicesOf(cloud, second)), ...(await invoicesOf(cloud, first))].reverse();
  expect(invoices.map(({ amount, status }) => `${status} ${amount}`)).toEqual(
    PAID.map((amount) => `PAID ${amount}`),
  );
  expect(invoices.map(({ date }) => Date.parse(date))).toEqual(paid.map(({ time }) => time));
  const cents = (amounts: readonly string[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
  expect(cents(invoices.map(({ amount }) => amount))).toBe(cents(paid.map(({ amount }) => amount)));

  expect(await statusOf(cloud, first)).toBe('CANCELLED');
  expect(await statusOf(cloud, second)).toBe('ACTIVE');
  const { body } = await cloud.call('subscribers/check', { query: { email: 'scenario@example.com' } });
  expect(body).toMatchObject({ hasActiveSubscription: true, data: { subscription: { svcId: second } } });
}

async function statusOf(cloud: Cloud, svcId: string): Promise<unknown> {
  const { body } = await cloud.call('subscribers/get', { query: { 'svc-id': svcId } });
  return (body.data as { subscriptionStatus: string }).subscriptionStatus;
}

async function invoicesOf(cloud: Cloud, svcId: string): Promise<Listed[]> {
  const { body } = await cloud.call('subscribers/invoices', { query: { 'svc-id': svcId, limit: '100' } });
  return body.data as Listed[];
}
