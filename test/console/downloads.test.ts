import { describe, expect, it } from 'vitest';
import { cellOf, DOWNLOADS } from '../../lib/console/downloads.ts';
import { openShop } from '../world/opened.ts';
import { openDesk } from './desk.ts';
import { itemsOf } from './large-tenant.ts';

const { world, shop } = await openShop();

describe('a downloaded list', () => {
  it.each([
    ['=1+1', `'=1+1`],
    [' @SUM(A1)', `' @SUM(A1)`],
    ['-2+3', `'-2+3`],
    ['+90 535', `'+90 535`],
    ['-12.50', '-12.50'],
    ['a,"b"', '"a,""b"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
    [7, '7'],
  ])('has %j as the cell %j, which no spreadsheet computes', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
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
    expect(text.startsWith('\uFEFFsubscriber,name,')).toBe(true);
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });

  it('is offered under the entry of the menu that it belongs to, and leads back to what was filtered', async () => {
    const desk = await openDesk(world, shop, 'read');
    for (const [list, { place }] of Object.entries(DOWNLOADS)) {
      const { text } = await desk.get('export', { list });
      expect(text, list).toContain(`href="/console/${place}" aria-current="page"`);
    }
    const searched = await desk.get('export', { list: 'subscribers', search: 'ada' });
    expect(searched.text).toContain('href="/console/subscribers?search=ada"');
    const ofOne = await desk.get('export', { list: 'invoices', id: 'sub_1' });
    expect(ofOne.text).toContain('href="/console/subscriber?id=sub_1"');
  });
});
