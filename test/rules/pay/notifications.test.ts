import { describe, expect, it } from 'vitest';
import { iyzicoNotifications } from '../../../lib/pay/iyzico/notifications.ts';
import { REFUSED_AT_RENEWAL } from '../../../sandbox/pay/cards.ts';
import type { Notification } from '../../../sandbox/pay/notification-records.ts';
import { DAY, got, MINUTE, openProvider, SECOND, START, startWith, type Json } from './provider.ts';
import { openInbox } from './receiver.ts';

async function openNotifiedProvider(statuses: number[] = []) {
  const provider = await openProvider();
  const inbox = await openInbox(provider.clock, statuses);
  provider.sandbox.setNotifications(provider.merchant.apiKey, { url: inbox.url });
  return { ...provider, inbox };
}

describe('a notification', () => {
  it('is sent ten seconds after a charge and has six fields', async () => {
    const provider = await openNotifiedProvider();
    const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
    await provider.clock.advanceTo(START + 10 * SECOND - 1);
    expect(provider.inbox.received).toEqual([]);
    await provider.clock.advanceTo(START + 10 * SECOND);
    const [order] = got(await provider.pay.readSubscription(reference)).orders;
    expect(provider.inbox.received.map((each) => JSON.parse(each.body) as Json)).toEqual([
      {
        orderReferenceCode: order?.reference,
        customerReferenceCode: customerReference,
        subscriptionReferenceCode: reference,
        iyziReferenceCode: expect.any(String) as string,
        iyziEventType: 'subscription.order.success',
        iyziEventTime: START,
      },
    ]);
  });

  it('reports a refused renewal', async () => {
    const provider = await openNotifiedProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY' });
    await startWith(provider, planReference, REFUSED_AT_RENEWAL);
    await provider.clock.advanceTo(START + 2 * DAY);
    const kinds = provider.inbox.received.map((each) => (JSON.parse(each.body) as Json)['iyziEventType']);
    expect(kinds).toEqual(['subscription.order.success', 'subscription.order.failure']);
  });

  it('is not sent for a cancellation, an upgrade or an end', async () => {
    const provider = await openNotifiedProvider();
    const { reference } = got(await startWith(provider, await provider.plan()));
    await provider.pay.cancel(reference);
    await provider.clock.advanceTo(START + DAY);
    expect(provider.inbox.received).toHaveLength(1);
  });

  it('is resent every fifteen minutes, three times, until it is accepted', async () => {
    const provider = await openNotifiedProvider([500, 302, 404, 500]);
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + DAY);
    const first = START + 10 * SECOND;
    expect(provider.inbox.received.map((each) => each.at)).toEqual(
      [0, 15, 30, 45].map((minutes) => first + minutes * MINUTE),
    );
    const [kept] = await provider.control<Notification[]>('GET', '/notifications');
    expect(kept?.attempts.map((attempt) => attempt.status)).toEqual([500, 302, 404, 500]);
  });

  it('is not resent once it is accepted', async () => {
    const provider = await openNotifiedProvider([503, 204]);
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + DAY);
    expect(provider.inbox.received).toHaveLength(2);
  });

  it('is not sent for an account without an address', async () => {
    const provider = await openNotifiedProvider();
    provider.sandbox.setNotifications(provider.merchant.apiKey, { url: null });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + DAY);
    expect(provider.inbox.received).toEqual([]);
  });
});

describe("a notification's signature", () => {
  it.each(['samples', 'prose'])(
    'is accepted by our client in the order of the %s',
    async (signatureOrder) => {
      const provider = await openNotifiedProvider();
      await provider.control('POST', '/behaviour', { signatureOrder });
      await startWith(provider, await provider.plan());
      await provider.clock.advanceTo(START + MINUTE);
      const [received] = provider.inbox.received;
      const account = { baseUrl: provider.sandbox.url, ...provider.merchant };
      expect(received && iyzicoNotifications.isSigned(received, account)).toBe(true);
    },
  );

  it('is absent where the account does not have it, or the sandbox is set to omit it', async () => {
    const provider = await openNotifiedProvider();
    await provider.control('POST', '/behaviour', { signatureOrder: 'none' });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + MINUTE);
    await provider.control('DELETE', '/behaviour');
    await provider.control('POST', `/merchants/${provider.merchant.merchantId}`, { signed: false });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + 2 * MINUTE);
    const signatures = provider.inbox.received.map((each) => each.headers['x-iyz-signature-v3']);
    expect(signatures).toEqual([undefined, undefined]);
  });

  it('of a notification of four fields is still accepted by our client', async () => {
    const provider = await openNotifiedProvider();
    await provider.control('POST', '/behaviour', { reducedNotifications: true });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + MINUTE);
    const [received] = provider.inbox.received;
    expect(Object.keys(JSON.parse(received?.body ?? '{}') as Json)).toHaveLength(4);
    const account = { baseUrl: provider.sandbox.url, ...provider.merchant };
    expect(received && iyzicoNotifications.isSigned(received, account)).toBe(true);
  });
});

describe('misbehaving notifications', () => {
  it('are recorded and never sent when dropped', async () => {
    const provider = await openNotifiedProvider();
    await provider.control('POST', '/behaviour', { dropNotifications: true });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + DAY);
    expect(provider.inbox.received).toEqual([]);
    expect(await provider.control('GET', '/notifications')).toMatchObject([{ dropped: true, attempts: [] }]);
  });

  it('are sent twice with the same id when duplicated', async () => {
    const provider = await openNotifiedProvider();
    await provider.control('POST', '/behaviour', { duplicateNotifications: true });
    await startWith(provider, await provider.plan());
    await provider.clock.advanceTo(START + MINUTE);
    const ids = provider.inbox.received.map((each) => (JSON.parse(each.body) as Json)['iyziReferenceCode']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('are sent with later ones before earlier ones when reordered', async () => {
    const provider = await openNotifiedProvider();
    await provider.control('POST', '/behaviour', { reorderNotifications: true });
    const plan = await provider.plan();
    const started: string[] = [];
    for (let count = 0; count < 6; count++) started.push(got(await startWith(provider, plan)).reference);
    await provider.clock.advanceTo(START + DAY);
    const arrived = provider.inbox.received.map((each) => iyzicoNotifications.referenceIn(each));
    expect(arrived.toSorted()).toEqual(started.toSorted());
    for (const earlier of [0, 2, 4])
      expect(arrived.indexOf(started[earlier + 1])).toBeLessThan(arrived.indexOf(started[earlier]));
  });
});
