import { describe, expect, it } from 'vitest';
import { RATE_LIMITS_PER_MINUTE } from '../../../lib/limits.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { visitorAddress } from '../../../lib/http/browser.ts';
import { DOOR_COOKIES, type Door } from '../../../lib/http/doors.ts';
import { openWorld } from '../../support/world/opened.ts';

const DOORS = ROUTES.flatMap((route): [RouteName, Door][] =>
  'door' in route ? [[route.name, route.door]] : [],
);
const { doorSession, doorAddress } = RATE_LIMITS_PER_MINUTE;

const world = await openWorld();
let minutes = 0;
/** Each test begins in a minute of its own. */
const inAMinute = () => world.clock.advanceTo(world.clock.now() + ++minutes * 61_000);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const asked = { path: { page: 'home', screen: 'overview', step: 'nothing' }, raw: '' };
const ask = (route: RouteName, more: object = {}) =>
  world.call(route, { ...asked, headers: { ...form, 'accept-language': 'en' }, ...more });

async function times(count: number, make: () => Promise<{ readonly status: number }>): Promise<void> {
  for (let nth = 0; nth < count; nth++) expect((await make()).status).not.toBe(429);
}

describe('our choice: who asks a door too often', () => {
  it('is told so at every page and form of the portal and the console', () => {
    const open = ROUTES.filter(
      ({ path, caller }) => caller === 'anyone' && /^\/(portal|console)\b/.test(path),
    );
    expect(DOORS.map(([name]) => name)).toEqual(open.map(({ name }) => name));
    expect(DOORS.length).toBe(5);
  });

  it.each(DOORS)('in one session: %s', async (route, door) => {
    await inAMinute();
    const cookies = { [DOOR_COOKIES[door]]: 'A'.repeat(43) };
    await times(doorSession, () => ask(route, { cookies }));
    for (const [lang, said] of [
      ['en', 'Please wait a minute'],
      ['tr', 'Lütfen bir dakika bekleyin'],
    ] as const) {
      const headers = { ...form, 'accept-language': lang };
      const { status, text, headers: told } = await ask(route, { cookies, headers });
      expect([status, told['content-type'], text.includes(said)]).toEqual([
        429,
        'text/html; charset=utf-8',
        true,
      ]);
      expect(Number(told['retry-after'])).toBeGreaterThan(0);
      expect(Number(told['retry-after'])).toBeLessThanOrEqual(60);
    }
    const other = { [DOOR_COOKIES[door]]: 'B'.repeat(43) };
    expect((await ask(route, { cookies: other })).status).not.toBe(429);
    await inAMinute();
    expect((await ask(route, { cookies })).status).not.toBe(429);
  });

  it('from one address, whatever sessions it makes up', async () => {
    await inAMinute();
    let made = 0;
    const cookies = () => ({ [DOOR_COOKIES.console]: `${++made}`.padStart(43, 'C') });
    await times(doorAddress, () => ask('console/show', { cookies: cookies() }));
    expect((await ask('console/show', { cookies: cookies() })).status).toBe(429);
    expect((await ask('portal/show')).status).not.toBe(429);
    expect((await ask('console/show', { from: '192.0.2.77' })).status).not.toBe(429);
  });

  it('is known by the address that the firewall names, whatever is written before it', () => {
    const http = { sourceIp: '192.0.2.1' };
    const of = (isBehindFirewall: boolean, forwarded?: string) =>
      visitorAddress(
        { settings: { publicUrl: '', loopbackAllowed: [], isBehindFirewall } },
        {
          headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
          requestContext: { http },
        },
      );
    expect(of(true, '10.9.9.9, 198.51.100.7, 192.0.2.1')).toBe('198.51.100.7');
    expect(of(true, '192.0.2.1')).toBe('192.0.2.1');
    expect(of(true)).toBe('192.0.2.1');
    expect(of(false, '10.9.9.9, 198.51.100.7, 192.0.2.1')).toBe('192.0.2.1');
  });
});
