import { expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { key } from '../../../lib/table/schema.ts';
import { Redacted } from '../../../lib/text/redacted.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  eventNamesOf,
  HOUR,
  MINUTE,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { makeTenant } from '../../support/world/tenant.ts';

const { world } = await openShop();

const failing = (error: object) => () => Promise.reject(Object.assign(new Error('no'), error));

/** Why neither account can be opened, and how long after its end what waited for it may take. */
const CLOSED: readonly [string, App['secrets']['decrypt'], number][] = [
  ['the key service is out', failing({ code: 'ECONNREFUSED' }), 3 * MINUTE],
  ['the key refuses us', failing({ name: 'AccessDeniedException' }), 40 * MINUTE],
  ['what was stored is unreadable', async () => new Redacted('{}'), 40 * MINUTE],
];

it.each(CLOSED)(
  'background work waits while %s, without a dead letter, and goes on after',
  async (_, decrypt, later) => {
    const shop = await makeTenant(world, { invoicing: true });
    world.acct.behave({ rateLimit: false });
    const invoices = async ({ svcId }: Member) =>
      (await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } })).body.data as {
        id: string;
        pdfStatus: string;
      }[];
    const refund = async (member: Member) =>
      shop.call('invoices/refund', { body: { 'invoice-id': (await invoices(member))[0]!.id } });
    const [early, refunded, renewing] = [
      await subscribe(world, shop),
      await subscribe(world, shop),
      await subscribe(world, shop),
    ];
    await world.advance(5 * MINUTE);
    await refund(early); // with an open task
    await world.advance(5 * MINUTE);
    await behave(world, shop, { dropNotifications: true });
    await advanceToRenewal(world, renewing.reference);
    await refund(refunded); // whose document is to be seen to
    const late = await subscribe(world, shop); // whose document is to be made
    await startCheckout(shop);
    const tokens = key.acctTokens(shop.tenant.id);
    await world.table.apply({ update: tokens, set: { dueAt: world.clock.now() } });
    await world.clock.advanceTo(world.clock.now() + 3 * HOUR); // the renewal is overdue

    world.serve(instanceOf({ ...world.app, secrets: { ...world.app.secrets, decrypt } }));
    await world.advance(25 * MINUTE); // longer than a message is received again
    expect(world.queues.dead).toEqual([]);
    world.serve();
    await world.advance(later + MINUTE);

    expect(eventNamesOf(world, shop, renewing)).toContain('DID_RENEW/BILLING_RECOVERY');
    expect((await invoices(late)).map(({ pdfStatus }) => pdfStatus)).toEqual(['ready']);
    const { body } = await shop.call('reports/tasks', {});
    expect((body.data as unknown[]).length).toBe(2);
    expect(Number((await world.table.get(tokens, { consistent: true }))?.dueAt)).toBeGreaterThan(
      world.clock.now() + HOUR,
    );
    expect(world.queues.dead).toEqual([]);
  },
);
