import { afterAll, expect, it } from 'vitest';
import { limitProvider } from '../../support/world/limited-provider.ts';
import { comeBack, MINUTE, someone } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant, payForm } from '../../support/world/tenant.ts';
import { startWorldWithoutSockets } from '../../support/world/world.ts';

const FORMS = 95;
const BROWSERS = 5;

async function openForms() {
  const world = await startWorldWithoutSockets();
  afterAll(() => world.stop());
  const shop = await makeTenant(world);
  const tokens: string[] = [];
  for (let nth = 0; nth < FORMS; nth++) {
    const body = checkoutBody(shop.plans.basic!, { email: someone() });
    tokens.push(String((await shop.call('checkout/initialize', { body })).body.token));
  }
  return { world, tokens };
}

it('the polls of many abandoned forms leave capacity for returning browsers', async () => {
  const { world, tokens } = await openForms();
  const refused = limitProvider(world, 80);
  await world.advance(2 * MINUTE);
  for (const token of tokens.slice(0, BROWSERS)) {
    await payForm(world, token);
    const { headers } = await comeBack(world, token);
    expect(new URL(headers.location!).searchParams.get('status')).toBe('success');
  }
  expect(refused()).toBe(0);
});

it('every paid form without a browser’s return is polled in its turn', async () => {
  const { world, tokens } = await openForms();
  for (const token of tokens) await payForm(world, token);
  await world.advance(5 * MINUTE);
  const ends = await Promise.all(
    tokens.map(async (token) => new URL((await comeBack(world, token)).headers.location!)),
  );
  expect(ends.map(({ searchParams }) => searchParams.get('status'))).toEqual(tokens.map(() => 'success'));
  expect(world.receiver.arrivals).toHaveLength(FORMS);
});

it('a browser that meets the provider’s rate limit is told to come back a moment later', async () => {
  const { world, tokens } = await openForms();
  await payForm(world, tokens[0]!);
  limitProvider(world, 0);
  const raw = new URLSearchParams({ token: tokens[0]! }).toString();
  const { status, headers } = await world.call('checkout/callback', { method: 'POST', raw });
  expect(status).toBe(202);
  expect(headers.refresh).toBeDefined();
  limitProvider(world, 100);
  await world.clock.advanceTo(world.clock.now() + 3_000);
  const again = await comeBack(world, tokens[0]!);
  expect(new URL(again.headers.location!).searchParams.get('status')).toBe('success');
});
