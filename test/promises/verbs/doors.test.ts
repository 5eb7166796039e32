import { describe, expect, it } from 'vitest';
import { readAudit } from '../../../lib/table/people/audit.ts';
import { openWorld } from '../../support/world/opened.ts';
import { listedTenant } from '../../behaviour/reconciliation/comparison.ts';
import { formOf, portalLink as linkByKey, Visitor, wordsIn } from '../../support/world/portal.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import {
  advanceToRenewal,
  CARDS,
  control,
  HOUR,
  MINUTE,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import { takeShare } from '../../../lib/table/tenants/shares.ts';
import { setCallbackHosts } from '../../../lib/account/tenants.ts';
import { ACTS } from '../../../lib/console/acts.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { ACTS as PORTAL_ACTS } from '../../../lib/portal/acts.ts';
import type { VerbRules } from '../../../lib/verbs/verb.ts';
import { OF_SUBSCRIPTIONS } from './all.ts';
import { callerAt, DOORS, linkOf, type ActAtDoors, type Door } from './doors.ts';

const world = await openWorld();
const shop = await listedTenant(world);

const named = ({ reference }: Member) => ({ 'pay-subscriber-reference-code': reference });
const plus = () => `pln_${shop.plans.plus!.id.replaceAll('-', '')}`;

/** An act, what it leaves in the timeline, and what must have happened before it. */
interface Case {
  /** What it leaves in the timeline; null for nothing. */
  readonly what: string | null;
  readonly at: ActAtDoors;
  readonly before?: (member: Member) => Promise<unknown>;
  /** Its renewal has failed. */
  readonly owes?: true;
}

const cancelByApi = ({ svcId }: Member) => shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });

/** A verb without a case does not compile. */
const CASES: Readonly<Record<keyof typeof OF_SUBSCRIPTIONS, Case>> = {
  cancel: {
    what: 'cancelled',
    at: {
      api: (member) => ({ route: 'subscribers/cancel', body: named(member) }),
      portal: { page: 'cancel', act: 'cancel' },
      console: { screen: 'cancel', act: 'cancel', fields: () => ({}) },
    },
  },
  undo: {
    what: 'undone',
    before: cancelByApi,
    at: {
      api: (member) => ({ route: 'subscribers/undo-cancel', body: named(member) }),
      portal: { page: 'home', act: 'undo' },
      console: { screen: 'undo', act: 'undo', fields: () => ({}) },
    },
  },
  changePlan: {
    what: 'plan_changed',
    at: {
      api: (member) => ({
        route: 'subscribers/change-plan',
        body: { ...named(member), 'pay-plan-reference-code': shop.plans.plus!.reference },
      }),
      portal: { page: 'preview', query: () => `&plan=${plus()}&when=NOW`, act: 'plan' },
      console: {
        screen: 'change-plan',
        act: 'change-plan',
        fields: () => ({ plan: shop.plans.plus!.reference, when: 'NOW' }),
      },
    },
  },
  previewChange: {
    what: null,
    at: {
      api: (member) => ({
        route: 'subscribers/preview-change',
        body: { ...named(member), 'pay-plan-reference-code': shop.plans.plus!.reference },
      }),
      portal: { page: 'preview', query: () => `&plan=${plus()}&when=NOW`, form: 'plan', act: 'preview' },
      console: {
        screen: 'change-plan',
        act: 'preview-change',
        fields: () => ({ plan: shop.plans.plus!.reference, when: 'NOW' }),
      },
    },
  },
  correctCustomer: {
    what: 'customer_corrected',
    at: {
      api: (member) => ({ route: 'subscribers/correct-customer', body: { ...named(member), name: 'Grace' } }),
      portal: {
        page: 'details',
        act: 'details',
        fields: { name: 'Grace', surname: 'H', gsmNumber: '+905350000001', address: 'A 1', city: 'Ankara' },
      },
    },
  },
  retry: {
    what: 'payment_retried',
    owes: true,
    at: {
      api: (member) => ({ route: 'subscribers/retry-payment', body: named(member) }),
      portal: { page: 'home', act: 'retry' },
      console: { screen: 'retry', act: 'retry', fields: () => ({}) },
    },
  },
  updateCard: {
    what: null,
    at: {
      api: ({ svcId }) => ({
        route: 'checkout/update-card',
        body: { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' },
      }),
      portal: { page: 'card', act: 'card' },
    },
  },
  refund: {
    what: 'refunded',
    at: {
      api: (_, invoice) => ({ route: 'invoices/refund', body: { 'invoice-id': invoice } }),
      console: {
        screen: 'invoice',
        act: 'refund',
        fields: (_, id) => ({ id, amount: '100.00', reason: 'OTHER', note: '' }),
      },
    },
  },
  portalLink: {
    what: null,
    at: {
      api: ({ svcId }) => ({
        route: 'portal/create-session',
        body: { 'svc-id': svcId, returnUrl: 'https://shop.example/' },
      }),
      console: {
        screen: 'portal-link',
        act: 'portal-link',
        fields: () => ({ returnUrl: 'https://shop.example/', flow: 'overview' }),
      },
    },
  },
};

/** The doors that a case is asked for at. */
const doorsOf = ({ at }: Case): readonly Door[] =>
  DOORS.filter((door) => door === 'api' || (door === 'console' ? at.console : at.portal) !== undefined);

const ALL = Object.entries(CASES).flatMap(([name, one]) =>
  doorsOf(one).map((door) => [name as keyof typeof CASES, door, one] as const),
);

async function timelineOf({ svcId }: Member) {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId, limit: '100' } });
  return body.data as { what: string; cause: Record<string, unknown> }[];
}

const remaining = async (asked: ReturnType<typeof shop.call>) =>
  Number((await asked).headers['ratelimit-remaining']);

/** How much is left of an allowance, by a request that itself spends one of it. */
const leftOf = {
  reads: () => remaining(shop.call('account/get')),
  writes: () => remaining(shop.call('account/set-recovery', { body: { retryDays: [], then: 'keep' } })),
  hostedCheckouts: () =>
    remaining(shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!) })),
  directCheckouts: () => Promise.reject(new Error('no verb spends it')),
};

async function failRenewal({ reference }: Member): Promise<void> {
  await leftOf.writes(); // nothing is tried again by itself
  await control(world, `/subscriptions/${reference}/card`, { cardNumber: CARDS.noMoney });
  await advanceToRenewal(world, reference);
  await world.advance(MINUTE);
  await control(world, `/subscriptions/${reference}/card`, { cardNumber: CARDS.good });
  await world.advance(25 * HOUR);
}

const invoiceOf = async ({ svcId }: Member): Promise<string> => {
  const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': svcId } });
  return (body.data as { id: string }[])[0]!.id;
};

const auditOf = async (name: string) => {
  const { items } = await readAudit(shop.app, { limit: 100, startingAfter: null, endingBefore: null });
  return items.filter((one) => one.name === name);
};

describe('our choice: a rule belongs to the verb, whatever the door', () => {
  it.for(ALL)('%s, %s', async ([name, door, { what, at, before, owes }]) => {
    const rules: VerbRules = OF_SUBSCRIPTIONS[name];
    const member = await subscribe(world, shop);
    if (owes) await failRenewal(member);
    await before?.(member);
    await world.advance(MINUTE);
    const caller = await callerAt(world, shop, door);
    const asked = await caller.ask(at, member, leftOf[rules.spends], await invoiceOf(member));
    expect(asked).toMatchObject({ first: { status: 200 }, spent: 1 });
    await world.settle();
    if (what !== null)
      expect(await timelineOf(member)).toContainEqual(
        expect.objectContaining({ what, cause: expect.objectContaining(caller.cause) as unknown }),
      );
    // What a customer is only shown is no act.
    if (caller.audited && !(rules.onlyShows && door !== 'console')) {
      const [entry] = (await auditOf(caller.audited.name)).filter(({ act }) => act === rules.name);
      expect(entry).toMatchObject({ ...caller.audited, code: null });
    }
    const state = [await timelineOf(member), await read(shop, member)];
    const again = await asked.again();
    if (name !== 'portalLink') expect(again).toEqual(asked.first);
    expect([await timelineOf(member), await read(shop, member)]).toEqual(state);
  });

  it('at exactly the doors that have it', () => {
    const consoles = new Set(
      Object.values({ ...ACTS, ...DOOR_ACTS }).flatMap(({ verb }) => ('route' in verb ? [verb.name] : [])),
    );
    const portals = new Set(Object.values(PORTAL_ACTS).map(({ verb }) => verb.name));
    for (const [key, { at }] of Object.entries(CASES)) {
      const { name } = OF_SUBSCRIPTIONS[key as keyof typeof CASES];
      const has = [at.console !== undefined, at.portal !== undefined];
      expect([name, ...has]).toEqual([name, consoles.has(name), portals.has(name)]);
    }
  });
});

describe('our choice: what the customers of one subscription do', () => {
  const OF_CUSTOMERS = Object.entries(CASES).flatMap(([key, one]) => {
    const name = key as keyof typeof CASES;
    const { share } = OF_SUBSCRIPTIONS[name];
    return share?.counts === 'customers' ? [[name, share, one] as const] : [];
  });

  it('has a share that every verb of theirs declares', () => {
    const theirs = Object.values(OF_SUBSCRIPTIONS).filter(({ customers }) => customers !== 'never');
    expect(theirs.filter(({ share }) => share === undefined)).toEqual([]);
    expect(OF_CUSTOMERS.length).toBe(theirs.length - 1); // card forms count whoever opens them
  });

  it.for(OF_CUSTOMERS)('keeps to its share: %s', async ([name, share, { at, before, owes, what }]) => {
    const rules: VerbRules = OF_SUBSCRIPTIONS[name];
    const member = await subscribe(world, shop);
    if (owes) await failRenewal(member);
    await before?.(member);
    await world.advance(MINUTE);
    const own = shop.app;
    const whose = { subscriberId: member.id, verb: rules.name };
    for (let nth = 0; nth < share.hour.max; nth++) await takeShare(own, whose, share);
    const ask = async (door: Door) =>
      (await callerAt(world, shop, door)).ask(at, member, leftOf[rules.spends], '');
    const acts = async () => (await timelineOf(member)).filter((one) => one.what === what).length;
    const done = await acts();
    expect(await ask('portal by a key')).toMatchObject({ first: { status: 429 }, spent: 0 });
    expect(await acts()).toBe(done);
    await world.clock.advanceTo(world.clock.now() + HOUR);
    expect(await ask('portal by a key')).toMatchObject({ first: { status: 200 }, spent: 1 });
  });
});

describe('our choice: the hosts that the tenant has named', () => {
  const FIELDS = {
    'portal/create-session': 'returnUrl',
    'checkout/update-card': 'callbackUrl',
    'checkout/initialize': 'callbackUrl',
  } as const;
  const evil = 'https://evil.example/';

  it('are those that each door leads to, for whatever takes an address', async () => {
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'owner');
    const byApi = async (route: keyof typeof FIELDS, to: string) => {
      const own =
        route === 'checkout/initialize' ? checkoutBody(shop.plans.basic!) : { 'svc-id': member.svcId };
      const body = { ...own, [FIELDS[route]]: to };
      const answer = await shop.call(route, { body });
      return answer.status === 200 || JSON.stringify(answer.body.details);
    };
    const byConsole = async (to: string) => {
      const { status, headers } = await desk.act('portal-link', {
        id: member.id,
        returnUrl: to,
        flow: 'overview',
      });
      return status === 200 || String(headers.location?.includes('refused='));
    };
    const all = (to: string) =>
      Promise.all([
        byApi('checkout/update-card', to),
        byApi('checkout/initialize', to),
        byApi('portal/create-session', to),
        byConsole(to),
      ]);
    const named = async (...hosts: string[]) => {
      await setCallbackHosts(shop.app, hosts);
      await world.clock.advanceTo(world.clock.now() + MINUTE);
    };
    const open = [true, true, true, true];
    expect(await all(evil)).toEqual(open);
    await named('Shop.example', ' www.shop.example');
    expect(await all('https://shop.example/')).toEqual(open);
    const [card, form, link, made] = await all(evil);
    for (const refusal of [card, form]) expect(refusal).toContain('"field":"callbackUrl"');
    expect(link).toContain('"field":"returnUrl"');
    expect(made).toBe('true');
    for (const to of ['https://SHOP.example:8443/', 'https://www.shop.example'])
      expect([to, await byApi('checkout/initialize', to)]).toEqual([to, true]);
    for (const to of ['https://shop.example.evil.example/', 'https://a.shop.example/'])
      expect([to, await byApi('checkout/initialize', to)]).toEqual([to, form]);
    const browser = new Visitor(world);
    await browser.enter(await linkByKey(shop, member.svcId));
    const page = await browser.open(`/portal/card?subscription=${member.svcId}`);
    expect((await browser.send('card', formOf(page, 'card'))).address).toContain('/checkout/page');
    await named('');
    expect(await byApi('checkout/initialize', evil)).toBe(true);
  });

  it.each(['shop.example/done', 'https://shop.example', 'shop example', 'shop.example:443'])(
    'are host names: %s is none',
    async (host) => {
      await expect(async () => setCallbackHosts(shop.app, [host])).rejects.toThrow('is no host');
    },
  );
});

describe('our choice: one of the tenant’s people who has made a link', () => {
  const acts = ['card', 'plan', 'cancel', 'undo', 'retry', 'details'] as const;
  const setUp = async () => {
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'support');
    const browser = new Visitor(world);
    const link = await linkOf(desk, member.id);
    return { member, desk, browser, link };
  };
  const refused = async (browser: Visitor, { svcId }: Member) => {
    const page = await browser.open(`/portal/home?subscription=${svcId}&lang=en`);
    const fields = { ...formOf(page, 'close'), subscription: svcId, plan: plus(), when: 'NOW' };
    const all = await Promise.all(acts.map((act) => browser.send(act, fields)));
    return all.map((one) => [one.status, wordsIn(one).includes('you can look, and do nothing')]);
  };
  const none = acts.map(() => [403, true]);

  it('sees with it and does nothing where they are signed in, nor after signing out', async () => {
    const { member, desk, browser, link } = await setUp();
    const before = [await timelineOf(member), await read(shop, member)];
    Object.assign(browser.cookies, desk.cookies);
    const home = await browser.enter(link);
    expect([home.status, wordsIn(home).includes(shop.plans.basic!.name)]).toEqual([200, true]);
    const seen = await browser.open(`/portal/plan?subscription=${member.svcId}&lang=tr`);
    expect(seen.status).toBe(200);
    const preview = { ...formOf(home, 'close'), subscription: member.svcId, plan: plus(), when: 'NOW' };
    expect((await browser.send('preview', preview)).status).toBe(200);
    expect(await refused(browser, member)).toEqual(none);
    delete browser.cookies['__Host-console'];
    expect(await refused(browser, member)).toEqual(none);
    expect([await timelineOf(member), await read(shop, member)]).toEqual(before);
    const cancel = formOf(
      await browser.open(`/portal/cancel?subscription=${member.svcId}&lang=tr`),
      'cancel',
    );
    const inTurkish = await browser.send('cancel', cancel);
    expect(wordsIn(inTurkish)).toContain('Bu bağlantıyla yalnızca bakabilirsiniz');
  });

  it('does nothing with it either where they sign in later', async () => {
    const { member, desk, browser, link } = await setUp();
    await browser.enter(link);
    Object.assign(browser.cookies, desk.cookies);
    expect(await refused(browser, member)).toEqual(none);
  });

  it('may be the customer of another account, and of their own one by its own link', async () => {
    const { member, desk, browser } = await setUp();
    Object.assign(browser.cookies, desk.cookies);
    await browser.enter(await linkByKey(shop, member.svcId));
    const asked = await browser.open(`/portal/cancel?subscription=${member.svcId}`);
    expect((await browser.press(asked, 'cancel')).address).toContain('/portal/done');
  });
});
