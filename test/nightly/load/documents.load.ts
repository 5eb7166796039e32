import { DEFAULTS } from '../../support/world/acct.ts';
import type { Context, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { against, tableOf } from '../../../bench/result.ts';
import { create } from '../../../functions/invoicing/issue.ts';
import { parasut } from '../../../lib/acct/parasut/parasut.ts';
import type { App } from '../../../lib/runtime/app.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { startAcctSandbox, type AcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { invoiced, subscribed } from '../../behaviour/invoices/world.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { DocumentQueue } from './document-queue.ts';

const SHOPS = Number(process.env.SHOPS ?? 200);
const EACH = Number(process.env.DOCUMENTS ?? 10);
/** A tenant whose queue stands before everybody else's, and is far from done when theirs are. */
const GIANT = 500;
/** As the stack's event source works the queue off. */
const WORKERS = 40;
const BATCH = 5;
const WANTED_PER_SECOND = 20;

let world: World;
let acct: AcctSandbox;
beforeAll(async () => {
  world = await startWorld();
  acct = await startAcctSandbox({ clock: new MovableClock({ start: Date.now() }) });
}, 60_000);
afterAll(async () => {
  await acct.stop();
  await world.stop();
});

/** A tenant with an account of its own at the provider and so many paid invoices; answers their messages. */
async function makeShop(documents: number) {
  const { companyId, clientId, clientSecret, username, password, productId } = acct.addCompany();
  const login = { companyId, clientId, clientSecret, username, password, productId };
  const account = { baseUrl: acct.url, ...login, siteUrl: 'https://shop.example', ...DEFAULTS };
  const shop = await makeTenant(world, { plans: [{ name: 'basic', price: '100.00' }] });
  const tenantId = shop.tenant.id;
  const sealed = await world.app.secrets.encrypt(tenantId, 'acct', JSON.stringify(account));
  await world.table.apply({ put: tenantItem({ ...shop.tenant, acct: { sealed } }) });
  const subscription = await subscribed(world, shop);
  const messages = [];
  for (let nth = 1; nth <= documents; nth++) {
    const { id } = await invoiced(world, shop, subscription, nth, { document: 'MAKING', date: Date.now() });
    const body = { tenantId, subscriberId: subscription.id, invoiceId: id };
    messages.push({ body, group: tenantId });
  }
  return { tenantId, messages };
}

it(
  `makes ${WANTED_PER_SECOND} documents a second for ${SHOPS} tenants, regardless of the backlog of one of them`,
  { timeout: 15 * 60_000 },
  async () => {
    const queue = new DocumentQueue();
    let refused = 0;
    const app: App = {
      ...world.app,
      clock: () => Date.now(),
      queues: { ...world.app.queues, invoicing: queue },
      acct: (account, store, run) =>
        parasut(
          account,
          store,
          { now: () => Date.now() },
          run && {
            ...run,
            limited: (forMs) => (refused++, run.limited(forMs)),
          },
        ),
    };
    const giant = await makeShop(GIANT);
    const shops = [];
    for (let one = 0; one < SHOPS; one++) shops.push(await makeShop(EACH));
    await queue.send([...giant.messages, ...shops.flatMap(({ messages }) => messages)]);

    const wanted = SHOPS * EACH;
    const kept = () =>
      [...world.documents.kept.keys()].filter((name) => !name.startsWith(giant.tenantId)).length;
    const began = Date.now();
    let failures = 0;
    const worker = async () => {
      const handler = create({ ...app, memory: {} });
      while (kept() < wanted) {
        const bodies = queue.receive(BATCH);
        if (bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
        const Records = bodies.map((body, at) => ({ messageId: String(at), body: JSON.stringify(body) }));
        const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
        if (bodies.length > 0)
          failures += (await handler({ Records } as SQSEvent, context)).batchItemFailures.length;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    const seconds = (Date.now() - began) / 1000;
    const perSecond = wanted / seconds;
    console.log(
      `documents: ${wanted} of ${SHOPS} tenants in ${seconds.toFixed(1)} s, ${perSecond.toFixed(1)} a second; ` +
        `${world.documents.kept.size - wanted} of the giant's ${GIANT}; ${refused} calls over a limit, ${failures} messages failed`,
    );
    console.log(
      tableOf([
        against('documents', `a second, of ${SHOPS} tenants`, perSecond, { least: WANTED_PER_SECOND }),
        against('documents', "calls over a tenant's limit, by the provider's clock", refused, { most: 0 }),
        against('documents', 'messages that failed', failures, { most: 0 }),
      ]),
    );
    expect(failures).toBe(0);
    expect(refused).toBe(0);
    expect(perSecond).toBeGreaterThanOrEqual(WANTED_PER_SECOND);
    const perOrder = new Map<string, number>();
    for (const { order_no, documents } of acct.invoices())
      perOrder.set(order_no, (perOrder.get(order_no) ?? 0) + documents.length);
    expect(Math.max(...perOrder.values())).toBe(1);
  },
);
