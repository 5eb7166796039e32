import { expect, it } from 'vitest';
import type { ScreenName } from '../../../lib/console/screens.ts';
import { REFUSED_LATER, subscriber } from '../cloud/checkout-calls.ts';
import { joined } from './console-people.ts';
import { expectFineLooks } from './looks.ts';
import { openBrowser } from './opened.ts';

const { cloud, browser } = await openBrowser();
const demo = cloud.tenant('demo');

const dataOf = async <Data>(path: string, method = 'GET', body?: unknown): Promise<Data> =>
  (await cloud.api(method, path, body)).body.data as Data;

/** Something of every kind that a screen can show: a failed payment, a difference, a task, an event that did not arrive. */
async function eventfulDays() {
  const failed = await subscriber(cloud, 'failed@example.com', { card: REFUSED_LATER });
  await cloud.advance('P1M2DT6H');
  const svcId = await subscriber(
    cloud,
    'long.name.of.somebody.with.a.very.long.address@subdomain.example.com',
  );
  const cancelled = await subscriber(cloud, 'cancelled@example.com');
  await cloud.api('DELETE', '/subscribers', { 'svc-id': cancelled });
  await cloud.json('POST', `${cloud.stack.inboxUrl}/behaviour`, {
    path: '/hooks/demo',
    status: 500,
    times: 99,
  });
  const unknown = `${cloud.stack.payUrl}/sandbox/merchants/${demo.pay.merchantId}/subscriptions`;
  await cloud.json('POST', unknown, { pricingPlanReferenceCode: demo.plans[0]!.referenceCode, count: 1 });
  await cloud.advance('PT10M');
  const [invoice] = await dataOf<[{ svcId: string }]>(`/subscribers/invoices?svc-id=${svcId}`);
  await cloud.api('POST', '/invoices/refund', { 'invoice-id': invoice.svcId, amount: '10.00' });
  await cloud.advance('P1DT2H');
  const [difference] = await dataOf<[{ id: string }]>('/reports/differences?state=open&kind=unknown_here');
  const [task] = await dataOf<[{ id: string }]>('/reports/tasks?state=open');
  const [event] = await dataOf<[{ eventId: string }]>('/events/list?state=EXHAUSTED');
  const [key] = await dataOf<[{ apiKey: string }]>('/account/keys');
  const replay = await dataOf<{ replayId: string }>('/events/replay', 'POST', {
    from: '2026-01-01T00:00:00Z',
  });
  return { failed, svcId, cancelled, invoice, difference, task, event, key, replay };
}

it('has nothing that axe finds on any screen of its table, wide and narrow, light and dark', async () => {
  const days = await eventfulDays();
  const [subject, money, key] = [{ id: days.svcId }, { id: days.invoice.svcId }, { key: days.key.apiKey }];
  const queries: Record<ScreenName, Record<string, string>> = {
    overview: {},
    subscribers: {},
    invoices: {},
    refunds: {},
    subscriber: { id: days.failed },
    cancel: subject,
    'cancel-here': subject,
    undo: { id: days.cancelled },
    reconcile: subject,
    retry: { id: days.failed },
    'portal-link': subject,
    'change-plan': subject,
    invoice: money,
    refund: money,
    differences: {},
    difference: { id: days.difference.id },
    import: { id: days.difference.id },
    tasks: {},
    task: { id: days.task.id },
    events: {},
    event: { id: days.event.eventId },
    replay: { id: days.replay.replayId },
    webhooks: {},
    'rotate-secret': {},
    'rotate-key': key,
    'revoke-key': key,
    providers: {},
    'pay-account': {},
    'acct-account': {},
    settings: {},
    recovery: {},
    messages: {},
    'sent-messages': {},
    portal: {},
    brand: { preview: 'yes', displayName: 'Kumru', accentColor: '#c2562d' },
    plans: {},
    plan: { id: demo.plans[0]!.referenceCode },
    people: {},
    person: {},
    export: { list: 'subscribers' },
  };
  const { page, wrong } = await joined(cloud, browser, 'Selin Aydın', 'owner');
  const show = (screen: string, query: Record<string, string> = {}) =>
    page.goto(new URL(`/console/${screen}?${new URLSearchParams(query).toString()}`, page.url()).href);
  for (const [screen, query] of Object.entries(queries)) {
    const shown = await show(screen, query);
    expect(shown?.status(), screen).toBe(200);
    await expectFineLooks(page, 'tenant-console', screen);
  }
  expect(wrong).toEqual([]);
  await show('subscribers', { search: 'nobody' });
  await expectFineLooks(page, 'tenant-console', 'nobody');
  await show('nowhere');
  await expectFineLooks(page, 'tenant-console', 'missing');
  await show('subscriber', { id: 'sub_x' });
  await expectFineLooks(page, 'tenant-console', 'unknown');
  await page.context().clearCookies();
  await show('sign-in');
  await expectFineLooks(page, 'tenant-console', 'sign-in');
  await show('invitation');
  await expectFineLooks(page, 'tenant-console', 'invitation-unknown');
  await page.close();
});
