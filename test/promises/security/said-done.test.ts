import { expect, it } from 'vitest';
import { DONE_WORDS } from '../../../lib/console/words.ts';
import { inLanguage } from '../../../lib/pages/say.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { openShop } from '../../support/world/opened.ts';
import { visitor } from '../../support/world/portal.ts';
import { subscribe } from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const member = await subscribe(world, shop);

it('the console says what was done to the session that did it alone, whatever a link says', async () => {
  const desk = await openDesk(world, shop, 'owner');
  const colleague = await openDesk(world, shop, 'owner');
  const { headers } = await desk.act('set-portal', {
    enabled: 'on',
    'action-cancel': 'on',
    offer: 'same-product',
  });
  const [, screen = '', done = ''] =
    /^\/console\/([a-z]+)\?done=([\w.-]+)$/.exec(headers.location ?? '') ?? [];
  const isSaid = (text: string) => text.includes('class="notice good"');
  expect(isSaid((await desk.get(screen, { done })).text)).toBe(true);
  expect(isSaid((await colleague.get(screen, { done })).text)).toBe(false);
  const [what = '', mark = ''] = done.split('.');
  for (const name of Object.keys(inLanguage('en', DONE_WORDS)))
    for (const made of [
      name,
      `${name}.`,
      `${name}.${'0'.repeat(22)}`,
      ...(name === what ? [] : [`${name}.${mark}`]),
    ])
      expect([made, isSaid((await desk.get(screen, { done: made })).text)]).toEqual([made, false]);
});

it('so does the portal, which says of a card alone what is so without having been used', async () => {
  const { visitor: customer, page } = await visitor(world, shop, member.svcId);
  const at = (what: string) => `/portal/done?what=${what}&subscription=${member.svcId}`;
  const statusOf = async (what: string) => (await customer.open(at(what))).status;
  const form = await customer.open(`/portal/cancel?subscription=${member.svcId}`);
  const { address } = await customer.press(form, 'cancel');
  const mark = /what=cancelled\.(\w+)/.exec(address)?.[1] ?? 'none';
  expect(await statusOf(`cancelled.${mark}`)).toBe(200);
  for (const name of ['cancelled', 'undone', 'plan', 'retry', 'details'])
    for (const made of [
      name,
      `${name}.${'0'.repeat(22)}`,
      ...(name === 'cancelled' ? [] : [`${name}.${mark}`]),
    ])
      expect([made, await statusOf(made)]).toEqual([made, 409]);
  const { visitor: again } = await visitor(world, shop, member.svcId);
  expect((await again.open(at(`cancelled.${mark}`))).status).toBe(409);
  expect((await again.open(at('card'))).text).toContain('If you entered a new card');
  expect(page.status).toBe(200);
});
