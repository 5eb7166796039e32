import { describe, expect } from 'vitest';
import { markAccount, payHealth, probePayAccount } from '../../lib/account/pay-health.ts';
import type { App } from '../../lib/app.ts';
import type { PayAnswer } from '../../lib/pay/pay.ts';
import { it } from '../world/fixtures.ts';
import type { World } from '../world/world.ts';

const MINUTE = 60_000;
const REFUSED = { ok: false, is: 'credentials', providerCode: '1001', message: 'no' } as const;
const SILENT = { ok: false, is: 'timeout' } as const;

/** An app whose provider answers a probe like this. */
const answering = (world: World, answer: PayAnswer<never[]>): App => ({
  ...world.app,
  pay: (account) => ({ ...world.app.pay(account), listProducts: () => Promise.resolve(answer) }),
});

/** How often operators were told that an account is so. */
const told = (world: World, state: string) =>
  world.log.filter((line) => line.includes('"PayAccountMarked":') && line.includes(`"state":"${state}"`))
    .length;

describe('a probe of a marked payment account', () => {
  it('that is refused where it was silent tells operators once, since a refusal waits for a person', async ({
    world,
    shop,
  }) => {
    const { id } = shop.tenant;
    await markAccount(world.app, id, 'silent');
    expect([told(world, 'silent'), told(world, 'refused')]).toEqual([1, 0]);
    for (let nth = 0; nth < 3; nth++) await probePayAccount(answering(world, REFUSED), id);
    expect([told(world, 'silent'), told(world, 'refused')]).toEqual([1, 1]);
    expect(await payHealth(world.app, id)).toMatchObject({
      state: 'refused',
      lastProbeAt: world.app.clock(),
    });
  });

  it('that stays without an answer where it was refused changes nothing of that, and is repeated soon', async ({
    world,
    shop,
  }) => {
    const { id } = shop.tenant;
    await markAccount(world.app, id, 'refused');
    const { since } = await payHealth(world.app, id);
    await probePayAccount(answering(world, SILENT), id);
    expect(await payHealth(world.app, id)).toMatchObject({ state: 'refused', since });
    expect(told(world, 'silent')).toBe(0);
    await world.advance(3 * MINUTE); // the world's own provider answers
    expect((await payHealth(world.app, id)).state).toBe('healthy');
  });

  it('that is answered lifts the mark', async ({ world, shop }) => {
    const { id } = shop.tenant;
    for (const trouble of ['silent', 'refused'] as const) {
      await markAccount(world.app, id, trouble);
      await probePayAccount(answering(world, { ok: true, value: [] }), id);
      expect((await payHealth(world.app, id)).state).toBe('healthy');
    }
  });
});
