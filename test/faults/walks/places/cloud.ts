import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTarget } from '../../../../cli/open.ts';
import type { Target } from '../../../../cli/io.ts';
import { setAcctAccount } from '../../../../lib/account/provider-accounts.ts';
import { startLocalCloud, type LocalCloud } from '../../../../local/local-cloud.ts';
import type { DemoPlan } from '../../../../local/demo/seed-plans.ts';
import { makeCompany } from '../../../../local/demo/seed-providers.ts';
import { callRoute } from '../../../flows/cloud/call-route.ts';
import { makeShopIn } from '../../../flows/cloud/own-shop.ts';
import { deviation } from '../../../support/world/contract.ts';
import { control } from '../../../support/world/shop.ts';
import type { Dice } from '../../dice.ts';
import { newShop } from '../new-shop.ts';
import type { Shop } from '../records.ts';
import { panelOf } from '../../panel.ts';
import { misbehaviour, Trouble } from '../trouble.ts';
import { forget } from './forget.ts';
import type { OpenPlace, Place } from './place.ts';
import { drawnOffer, type Offer } from './plans.ts';
import { startProviderLine, type ProviderLine } from './provider-line.ts';
import { startReceivers, type Receivers } from './receivers.ts';
import { forTenant } from '../../../../lib/runtime/for-tenant.ts';

/** A minute in which anything is due takes a second here, and each night has two: so time goes by in small pieces. */
const LONGEST_MS = 36 * 60 * 60_000;
const INTERVALS = ['DAILY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** The synthesised stack on this machine, on which walks are taken one after another. */
export interface WalkCloud {
  readonly open: OpenPlace;
  stop(): Promise<void>;
}

interface Parts {
  readonly local: LocalCloud;
  readonly operator: Target;
  readonly receivers: Receivers;
}

/** A tenant of a walk with what has to be ended afterwards. */
interface Opened {
  readonly shop: Shop;
  readonly line: ProviderLine;
}

/** Starts the stack. Its clock is shared by all that is on it, so only one walk may be under way at a time. */
export async function startWalkCloud(): Promise<WalkCloud> {
  let now = () => Date.now();
  const receivers = await startReceivers(() => now());
  const local = await startLocalCloud({ allow: [receivers.host] });
  now = () => local.clock.now();
  const folder = mkdtempSync(join(tmpdir(), 'walks-'));
  const file = join(folder, 'stack.json');
  writeFileSync(file, JSON.stringify(local.stack));
  const parts = { local, receivers, operator: await openTarget({ local: file }) };
  return {
    open: (dice) => openPlace(parts, dice),
    stop: async () => {
      await local.stop();
      await receivers.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPlace(parts: Parts, _: Dice): Promise<{ place: Place; close(): Promise<void> }> {
  const { local, operator } = parts;
  const { stack, clock } = local;
  const opened: Opened[] = [];
  const given = await givenUp(operator);
  const settle = async () => void (await local.control('POST', '/settle'));
  const advanceTo = (time: number) => (time <= clock.now() ? settle() : local.cloud.moveTo(time));
  const pay = { url: stack.payUrl };
  const place: Place = {
    app: operator.app,
    clock: { now: () => clock.now(), advanceTo },
    pay,
    acct: { url: stack.acctUrl },
    mails: undefined,
    hurriedCall: undefined,
    longestMs: LONGEST_MS,
    fetch: (...asked) => fetch(...asked),
    call: async (route, ask = {}) => {
      const answer = await callRoute(stack.baseUrl, route, ask);
      const deviates = deviation(route, ask, answer);
      if (deviates !== undefined) throw new Error(deviates);
      return answer;
    },
    atPanel: ({ tenant }) => operator.app.pay({ ...tenant.credentials, baseUrl: pay.url }),
    settle,
    advance: (ms) => advanceTo(clock.now() + ms),
    standStill: (ms) => local.cloud.standStill(clock.now() + ms),
    openShop: async (number, dice) => {
      const one = await openShop(parts, number, drawnOffer(dice, INTERVALS));
      opened.push(one);
      return one.shop;
    },
    deadLetters: async () => (await givenUp(operator)) - given,
  };
  return { place, close: () => leave(parts, opened) };
}

async function givenUp({ deadLetters }: Target): Promise<number> {
  const counts = await Promise.all(Object.values(deadLetters ?? {}).map((queue) => queue.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

let made = 0;

async function openShop(
  { local, operator, receivers }: Parts,
  number: number,
  offer: Offer,
): Promise<Opened> {
  const { stack, clock } = local;
  const hook = `/hooks/${++made}`;
  const trouble = new Trouble();
  let line: ProviderLine | undefined;
  const own = await makeShopIn(operator.app, stack, {
    name: `walk ${made}`,
    webhookUrl: `http://${receivers.host}${hook}`,
    plans: offer.plans.map(demoPlan),
    providerUrl: async (merchant) => {
      const misbehave = misbehaviour({ fetch, pay: { url: stack.payUrl } }, merchant);
      line = await startProviderLine(stack.payUrl, trouble, clock, misbehave);
      return line.url;
    },
  });
  const { tenantId, apiKey, apiSecret, webhookSecret, merchant: credentials } = own;
  if (offer.invoicing)
    await setAcctAccount(forTenant(operator.app, tenantId), await makeCompany(stack.acctUrl));
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
  const known = { tenantId, headers, webhookSecret, hook, credentials, invoicing: offer.invoicing };
  const plans = offer.plans.map(({ name }) => own.plans[name]!);
  const shop = { ...newShop(number, known, plans), trouble };
  receivers.serve(hook, shop);
  return { shop, line: line! };
}

const demoPlan = ({
  name,
  price,
  interval,
  count,
  currency,
  trialDays = 0,
  graceDays,
}: Offer['plans'][number]): DemoPlan => ({
  product: 'main',
  name,
  price: Number(price),
  ...(currency === 'USD' && { currencyCode: currency }),
  paymentInterval: interval ?? 'MONTHLY',
  paymentIntervalCount: count ?? 1,
  trialPeriodDays: trialDays,
  ...(graceDays === null ? {} : { graceDays: graceDays ?? 7 }),
});

/** The tenants of a walk are left alone for good: nothing of theirs is charged, told of or looked for again. */
async function leave({ local }: Parts, opened: readonly Opened[]): Promise<void> {
  const { stack } = local;
  const provider = { fetch, pay: { url: stack.payUrl } };
  for (const { shop, line } of opened) {
    const { merchantId } = shop.tenant.credentials;
    await control(provider, `/merchants/${merchantId}`, { notificationUrl: null });
    for (const { referenceCode, subscriptionStatus } of await panelOf(provider, shop.tenant))
      if (['ACTIVE', 'UNPAID', 'PENDING'].includes(subscriptionStatus))
        await control(provider, `/subscriptions/${referenceCode}/cancel`, {});
    await line.stop();
  }
  await local.control('POST', '/settle');
  await forget(
    stack.dynamodbEndpoint,
    stack.tableName,
    opened.map(({ shop }) => shop.tenant.tenantId),
  );
}
