import { afterEach, describe, expect } from 'vitest';
import { like } from '../../support/world/expecting.ts';
import { it } from '../../support/world/fixtures.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { locationOf } from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const throttled = () => Promise.reject(Object.assign(new Error(), { name: 'ThrottlingException' }));
const broken = () => Promise.reject(new TypeError('a mistake'));

/** From now on no function reads or writes the table. */
function withoutTable(world: World, fails: () => Promise<never>): void {
  const table = { ...world.app.table, get: fails, getMany: fails, apply: fails };
  world.serve(instanceOf({ ...world.app, table }));
}

const FAILURES = [
  [503, throttled],
  [500, broken],
] as const;

describe('spec: a browser that meets a failure of ours', () => {
  afterEach<{ world: World }>(({ world }) => world.serve());

  it.for(FAILURES)(
    'our choice: on its way back from the form it asks again by itself (%i)',
    async ([status, fails], { world, shop }) => {
      const { token } = await startCheckout(shop);
      await payForm(world, token);
      withoutTable(world, fails);
      const waiting = await world.call('checkout/callback', {
        method: 'POST',
        raw: `token=${token}`,
        headers: { 'accept-language': 'en' },
      });
      expect(waiting).toMatchObject({
        status,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          refresh: `5; url=?token=${token}&again=1&failures=1`,
          'x-request-id': expect.any(String) as string,
        },
      });
      expect(waiting.text).toContain('We are checking what you sent');
      expect(world.log.filter((line) => line.includes('request failed'))).toHaveLength(1);
      world.serve();
      const back = await world.call('checkout/callback', { query: { token, again: '1' } });
      expect(locationOf(back).searchParams.get('status')).toBe('success');
    },
  );

  it.for(['checkout/callback', 'checkout/page'] as const)(
    'our choice: loads itself again ever more seldom, and after five minutes no longer: %s',
    async (route, { world, shop }) => {
      const { token } = await startCheckout(shop);
      withoutTable(world, throttled);
      const pauses: number[] = [];
      let query: Record<string, string> = { token, lang: 'en' };
      let shown = await world.call(route, { query });
      for (; shown.headers.refresh !== undefined; shown = await world.call(route, { query })) {
        const [seconds = '', address = ''] = shown.headers.refresh.split('; url=');
        pauses.push(Number(seconds));
        query = { ...Object.fromEntries(new URLSearchParams(address)), lang: 'en' };
      }
      expect(pauses).toEqual([5, 10, 20, 40, 60, 60, 60, 60]);
      expect(shown).toMatchObject({ status: 503, text: like(/nothing is lost.*Go back to the shop/) });
      const [, address = ''] = /href="(\?token=[^"]*)"/.exec(shown.text) ?? [];
      expect(address).not.toContain('failures');
    },
  );
});
