import { describe, expect, it } from 'vitest';
import { readAudit } from '../../lib/table/people/audit.ts';
import { openShop } from '../world/opened.ts';
import { formOf, portalLink, Visitor, wordsIn } from '../world/portal.ts';
import { openDesk } from '../console/desk.ts';
import { MINUTE, read, subscribe, type Member } from '../world/shop.ts';
import { callerAt, DOORS, linkOf, type ActAtDoors, type Door } from './doors.ts';

const { world, shop } = await openShop();

const named = ({ reference }: Member) => ({ 'pay-subscriber-reference-code': reference });
const plus = () => `pln_${shop.plans.plus!.id.replaceAll('-', '')}`;

/** An act, what it leaves in the timeline, and what must have happened before it. */
interface Case {
  readonly verb: string;
  readonly what: string;
  readonly at: ActAtDoors;
  readonly before?: (member: Member) => Promise<unknown>;
  readonly doors?: readonly Door[];
}

const cancelByApi = ({ svcId }: Member) => shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });

const CASES: readonly Case[] = [
  {
    verb: 'cancel',
    what: 'cancelled',
    at: {
      api: (member) => ({ route: 'subscribers/cancel', body: named(member) }),
      portal: { page: 'cancel', act: 'cancel' },
      console: { screen: 'cancel', act: 'cancel', fields: () => ({}) },
    },
  },
  {
    verb: 'undo',
    what: 'undone',
    before: cancelByApi,
    at: {
      api: (member) => ({ route: 'subscribers/undo-cancel', body: named(member) }),
      portal: { page: 'home', act: 'undo' },
      console: { screen: 'undo', act: 'undo', fields: () => ({}) },
    },
  },
  {
    verb: 'change-plan',
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
  {
    verb: 'correct-customer',
    what: 'customer_corrected',
    doors: ['api', 'portal by a key', 'portal by a person'],
    at: {
      api: (member) => ({ route: 'subscribers/correct-customer', body: { ...named(member), name: 'Grace' } }),
      portal: {
        page: 'details',
        act: 'details',
        fields: { name: 'Grace', surname: 'H', gsmNumber: '+905350000001', address: 'A 1', city: 'Ankara' },
      },
    },
  },
];

const ALL = CASES.flatMap((one) =>
  (one.doors ?? DOORS).map((door) => [`${one.verb}, ${door}`, one, door] as const),
);

async function timelineOf({ svcId }: Member) {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId, limit: '100' } });
  return body.data as { what: string; cause: Record<string, unknown> }[];
}

const auditOf = async (name: string) => {
  const { items } = await readAudit(world.app, shop.tenant.id, {
    limit: 100,
    startingAfter: null,
    endingBefore: null,
  });
  return items.filter((one) => one.name === name && one.act !== 'portal-link');
};

describe('our choice: a rule belongs to the verb, whatever the door', () => {
  it.for(ALL)('%s', async ([, { verb, what, at, before }, door]) => {
    const member = await subscribe(world, shop);
    await before?.(member);
    await world.clock.advanceTo(world.clock.now() + MINUTE);
    const caller = await callerAt(world, shop, door);
    const asked = await caller.ask(at, member);
    expect(asked.first.status).toBe(200);
    const [last] = await timelineOf(member);
    expect(last).toMatchObject({ what, cause: caller.cause });
    if (caller.audited) {
      const [entry] = await auditOf(caller.audited.name);
      expect(entry).toMatchObject({ ...caller.audited, act: verb, code: null });
    }
    const state = [await timelineOf(member), await read(shop, member)];
    expect(await asked.again()).toEqual(asked.first);
    expect([await timelineOf(member), await read(shop, member)]).toEqual(state);
  });
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
    await browser.enter(await portalLink(shop, member.svcId));
    const asked = await browser.open(`/portal/cancel?subscription=${member.svcId}`);
    expect((await browser.press(asked, 'cancel')).address).toContain('/portal/done');
  });
});
