import { describe, expect, it } from 'vitest';
import { amountCell, csvLine, momentCell, type Cell } from '../../../lib/console/csv.ts';
import { DOWNLOADS } from '../../../lib/console/downloads.ts';
import { differencePut } from '../../../lib/table/differences/differences.ts';
import { key } from '../../../lib/table/schema.ts';
import { openShop } from '../../support/world/opened.ts';
import { subscribe } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { openDesk, type Desk } from './desk.ts';
import { itemsOf } from './large-tenant.ts';

const { world, shop } = await openShop();

describe('a downloaded list', () => {
  it.each<[Cell, string, string]>([
    ['=1+1', `"'=1+1"`, `"'=1+1"`],
    ['-2+3', `"'-2+3"`, `"'-2+3"`],
    ['＝1+1', `"'＝1+1"`, `"'＝1+1"`],
    ['＋A1', `"'＋A1"`, `"'＋A1"`],
    ['a;=1+1', `"a;'=1+1"`, `"a;'=1+1"`],
    ['a\t@x', `"a\t'@x"`, `"a\t'@x"`],
    ['+90 535', `"'+90 535"`, `"'+90 535"`],
    ['a-b = c', '"a-b = c"', '"a-b = c"'],
    ['0123456789', `"'0123456789"`, `"'0123456789"`],
    ['12345678901234567', `"'12345678901234567"`, `"'12345678901234567"`],
    ['12E3', `"'12E3"`, `"'12E3"`],
    ['1.5', `"'1.5"`, `"'1.5"`],
    ['42', '"42"', '"42"'],
    ['a,"b"', '"a,""b"""', '"a,""b"""'],
    ['two\nlines', '"two\nlines"', '"two\nlines"'],
    [null, '""', '""'],
    [7, '"7"', '"7"'],
    [amountCell('1250.50'), '"1250.50"', '"1250,50"'],
    [amountCell('-12.50'), '"-12.50"', '"-12,50"'],
    [momentCell(Date.UTC(2026, 10, 30, 21, 30, 5)), '"2026-12-01 00:30:05"', '"01.12.2026 00:30:05"'],
    [momentCell('2026-01-15T09:00:00.000Z'), '"2026-01-15 12:00:00"', '"15.01.2026 12:00:00"'],
    [momentCell(null), '""', '""'],
  ])('has %j as the cell %s in English and %s in Turkish, which no spreadsheet computes', (value, en, tr) => {
    expect(csvLine('en', [value, 'x'])).toBe(`${en},"x"\r\n`);
    expect(csvLine('tr', [value, 'x'])).toBe(`${tr};"x"\r\n`);
  });

  it('begins with what spreadsheets know UTF-8 by, and has everybody that a search finds once', async () => {
    const large = {
      ...{ tenant: shop.tenant, plans: Object.values(shop.plans), subscribers: 120 },
      now: world.clock.now(),
    };
    for (const put of itemsOf(large, 0, 120)) await world.table.apply({ put });
    const desk = await openDesk(world, shop, 'read');
    const { text, headers } = await desk.get('export-file', { list: 'subscribers', search: 'ada' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFF"subscriber","name",')).toBe(true);
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });

  it('has the one whom a filter leaves of hundreds that a search finds', async () => {
    const own = await makeTenant(world);
    const plans = [own.plans.basic!];
    const large = { tenant: own.tenant, plans, subscribers: 320, now: world.clock.now() };
    for (const put of itemsOf(large, 0, 320)) await world.table.apply({ put });
    const more = { name: 'Adam', surname: 'Zweig' };
    const { svcId } = await subscribe(world, own, { plan: own.plans.plus!, more });
    const desk = await openDesk(world, own, 'read');
    const query = { list: 'subscribers', search: 'ada', plan: own.plans.plus!.reference };
    const [, ...rows] = (await desk.get('export-file', query)).text.trimEnd().split('\r\n');
    expect(rows.map((line) => line.split(',')[0])).toEqual([`"${svcId}"`]);
    // On its screen a search that has found nothing yet goes on the way it came.
    for (const [asked, way] of [
      [{}, 'starting_after'],
      [{ ending_before: svcId }, 'ending_before'],
    ] as const) {
      const { text } = await desk.get('subscribers', { ...query, ...asked });
      const [pager = ''] = /<nav class="pager".*?<\/nav>/.exec(text) ?? [];
      expect(pager.match(/starting_after|ending_before/g)).toEqual([way]);
      expect(pager).not.toContain(svcId);
    }
  });

  it('is made one at a time for each person, and again once it is there', async () => {
    const [desk, other] = [await openDesk(world, shop, 'read'), await openDesk(world, shop, 'read')];
    const file = (of: Desk) => of.get('export-file', { list: 'subscribers' });
    const atOnce = await Promise.all([file(desk), file(desk), file(desk), file(other)]);
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const refused = atOnce.find(({ status }) => status === 409);
    expect(refused?.text).toContain('Another file of yours is being made');
    expect((await file(desk)).status).toBe(200);
    const held = key.exportUse(shop.tenant.id, desk.personId);
    await world.table.apply({ update: held, set: { until: world.clock.now() + 60_000, writer: 'gone' } });
    expect((await file(desk)).status).toBe(409);
    await world.clock.advanceTo(world.clock.now() + 61_000);
    expect((await file(desk)).status).toBe(200);
  });

  /** How each list may be narrowed, so that nothing of it is left. */
  const NARROWED: Record<string, Record<string, string>> = {
    subscribers: { search: 'nobody', status: 'ACTIVE' },
    events: { 'svc-id': `sub_${'0'.repeat(32)}`, type: 'SUBSCRIBED', from: '2020-01-01', to: '2020-01-02' },
    differences: { state: 'closed', kind: 'unknown_here' },
    tasks: { state: 'done' },
    invoices: { id: `sub_${'0'.repeat(32)}` },
    'all-invoices': { month: '2020-01', status: 'PAID' },
    refunds: { month: '2020-01', status: 'FAILED' },
    plans: {},
    audit: {},
  };

  it.each(Object.entries(DOWNLOADS))(
    'named %s is offered by its list, under its entry of the menu, with all that narrows it, and leads back to that',
    async (list, { place, screen }) => {
      const desk = await openDesk(world, shop, 'read');
      const given = new URLSearchParams(NARROWED[list]).toString().replaceAll('&', '&amp;');
      const shown = await desk.get(screen, NARROWED[list]);
      if (screen !== 'subscriber')
        expect(shown.text).toContain(
          `/console/export?list=${list}${given === '' ? '' : `&amp;${given}`}">Download`,
        );
      const { text } = await desk.get('export', { ...NARROWED[list], list, lang: 'en' });
      expect(text).toContain(`href="/console/${place}" aria-current="page"`);
      expect(text).toContain(`href="/console/${screen}${given === '' ? '' : `?${given}`}"><span`);
      expect(text).toContain(
        `/console/export-file?list=${list}${given === '' ? '' : `&amp;${given}`}&amp;part=1"`,
      );
    },
  );

  it.each([
    ['subscribers', { status: 'ACTIVE' }, 'status'],
    ['events', { type: 'SUBSCRIBED' }, 'type'],
    ['invoices', { status: 'PAID' }, 'status'],
    ['refunds', { month: '2020-01' }, 'status'],
    ['sent-messages', { kind: 'payment_failed' }, 'kind'],
  ])(
    'of %s leads to all where it is narrowed to nothing, and says at its field what cannot be a filter',
    async (screen, narrowed, name) => {
      const desk = await openDesk(world, await makeTenant(world), 'read');
      const all = `<a href="/console/${screen}">Show `;
      expect((await desk.get(screen)).text).not.toContain(all);
      expect((await desk.get(screen, narrowed)).text).toContain(all);
      const wrong = await desk.get(screen, { [name]: 'x' });
      expect(wrong.status).toBe(400);
      expect(wrong.text).toContain(`<a href="#${screen}-${name}">Must be one of`);
    },
  );
});

describe('the list of differences', () => {
  it('names plans on the screen, and has their references in its file; narrowed to nothing it says so', async () => {
    const other = await makeTenant(world);
    const desk = await openDesk(world, other, 'read');
    const { reference, name } = Object.values(other.plans)[0]!;
    const since = world.clock.now();
    const difference = {
      kind: 'plan_differs',
      about: 'p',
      subscriberId: null,
      reference: 'r',
      since,
    } as const;
    const sides = { ours: reference, theirs: `ACTIVE, plan ${reference}` };
    await world.table.write(differencePut(other.tenant.id, { ...difference, ...sides }, since));
    const { text: screen } = await desk.get('differences');
    expect([screen.includes(`<dd>${name}</dd>`), screen.includes(reference)]).toEqual([true, false]);
    const { text: file } = await desk.get('export-file', { list: 'differences' });
    expect(file).toContain(`"${reference}","active, plan ${reference}"`);
    const { text: none } = await desk.get('differences', { kind: 'unknown_here' });
    expect(none).toContain('There is no difference of this kind here.');
    expect(none).toContain('<a href="/console/differences?state=open">Show all</a>');
    expect(none).not.toContain('No difference is open.');
  });
});

describe('a filter of a list that cannot be one', () => {
  it.each<[screen: string, right: Record<string, string>, wrong: Record<string, string>]>([
    ['subscribers', { status: 'EXPIRED', search: 'ada' }, { 'external-id': 'a b' }],
    ['subscribers', { search: 'ada' }, { status: 'x', from: 'x' }],
    ['subscribers', { status: 'EXPIRED' }, { from: 'x' }],
    ['events', { from: '2026-01-15T09:00:00Z', state: 'SKIPPED' }, { type: 'x' }],
    ['events', { state: 'SKIPPED' }, { type: 'x', from: '2026-02-30' }],
    ['events', { 'svc-id': `sub_${'0'.repeat(32)}` }, { state: 'x' }],
    ['invoices', { status: 'PAID' }, { month: '2026-13' }],
    ['refunds', { month: '2020-01' }, { status: 'x' }],
  ])('of %s leaves the list and its file narrowed by %j beside %j', async (screen, right, wrong) => {
    const desk = await openDesk(world, shop, 'read');
    const { status, text } = await desk.get(screen, { ...right, ...wrong });
    expect(status).toBe(400);
    const [, form = ''] = /<form class="filters"[^>]*>(.*?)<\/form>/s.exec(text) ?? [];
    for (const [name, value] of Object.entries({ ...right, ...wrong })) {
      const types = name in wrong ? 'text|search' : 'text|search|month';
      if (form.includes(`name="${name}" type="`))
        expect(form).toMatch(new RegExp(`name="${name}" type="(?:${types})" value="${value}"`));
    }
    for (const name of Object.keys(wrong)) expect(text).toContain(`<a href="#${screen}-${name}">`);
    const [, file] = /\/console\/export\?([^"]*)"/.exec(text) ?? [];
    const { list, ...asked } = Object.fromEntries(new URLSearchParams(file?.replaceAll('&amp;', '&')));
    expect(list).toBeDefined();
    expect(asked).toEqual(right);
  });

  it('is refused with the others, and nothing that was typed is lost in the other language either', async () => {
    const desk = await openDesk(world, shop, 'read');
    const asked = { search: 'a\u0007', status: 'x', 'external-id': 'own' };
    const { status, text } = await desk.get('subscribers', asked);
    expect(status).toBe(400);
    for (const part of ['#subscribers-search">Must not hold', '#subscribers-status">Must be one'])
      expect(text).toContain(part);
    expect(text).toContain('list=subscribers&amp;external-id=own">Download');
    expect(text).toContain('?search=a%07&amp;status=x&amp;external-id=own&amp;lang=tr"');
  });

  it.each([['subscribers', { starting_after: 'x' }]])(
    'and has no field on %s is said to be of the address: %j',
    async (screen, query) => {
      const desk = await openDesk(world, shop, 'read');
      const { status, text } = await desk.get(screen, query);
      expect(status).toBeGreaterThanOrEqual(400);
      const [, notice = ''] = /<(?:p|div) class="notice bad"[^>]*>(.*?)<\/(?:p|div)>/s.exec(text) ?? [];
      expect(notice).toBe('The address of this page is incomplete or wrong.');
    },
  );
});

describe('the list of all invoices and refunds', () => {
  it('has those of a month and a status, and its file has the same', async () => {
    const other = await makeTenant(world);
    const desk = await openDesk(world, other, 'read', 'finance');
    const [kept, given] = [await subscribe(world, other), await subscribe(world, other)];
    const numberOf = async ({ svcId }: { svcId: string }) => {
      const { body } = await other.call('subscribers/invoices', { query: { 'svc-id': svcId } });
      return (body.data as [{ id: string; invoiceNumber: string }])[0];
    };
    const [one, back] = [await numberOf(kept), await numberOf(given)];
    await other.call('invoices/refund', { body: { 'invoice-id': back.id } });
    await world.settle();
    const month = new Date(world.clock.now()).toISOString().slice(0, 7);
    const shown = async (screen: string, query: Record<string, string>) => {
      const [{ text }, file] = [
        await desk.get(screen, query),
        await desk.get('export-file', { list: screen === 'invoices' ? 'all-invoices' : screen, ...query }),
      ];
      const both = [one, back].map(({ invoiceNumber }) =>
        [text, file.text].map((in_) => in_.includes(invoiceNumber)),
      );
      return both.map(([onScreen, inFile]) => (onScreen === inFile ? onScreen : 'differs'));
    };
    expect(await shown('invoices', {})).toEqual([true, true]);
    expect(await shown('invoices', { month })).toEqual([true, true]);
    expect(await shown('invoices', { month: '2020-01' })).toEqual([false, false]);
    expect(await shown('invoices', { month, status: 'REFUNDED' })).toEqual([false, true]);
    expect(await shown('refunds', { month })).toEqual([false, true]);
    expect(await shown('refunds', { month: '2020-01' })).toEqual([false, false]);
    expect((await desk.get('invoices', { month: '2026-13' })).text).toMatch(
      /<title>Error: Invoices[\s\S]*must be a month such as 2026-11/i,
    );
  });

  it('is searched from every screen by one field, which the access key / leads to', async () => {
    const desk = await openDesk(world, shop, 'read');
    for (const screen of ['overview', 'invoices', 'events', 'subscribers']) {
      const { text } = await desk.get(screen);
      expect(text.match(/<input[^>]*type="search"[^>]*>/g), screen).toHaveLength(1);
      expect(text).toMatch(/<input[^>]*name="search"[^>]*accesskey="\/"/);
    }
  });
});
