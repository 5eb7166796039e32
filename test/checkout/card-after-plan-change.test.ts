import { expect, it } from 'vitest';
import { SECOND_MS } from '../../lib/limits.ts';
import { comeBack } from '../world/shop.ts';
import { payForm } from '../world/tenant.ts';
import { upgradeInPanel } from '../world/panel.ts';
import { openCardForms } from './card-forms.ts';

const { world, shop, member, open } = await openCardForms();

it('A card is replaced also where a change of plan at the provider is not on record yet', async () => {
  await world.clock.advanceTo(world.clock.now() + SECOND_MS);
  await upgradeInPanel(world, shop, member);
  const { status, body } = await open({ 'svc-id': member.svcId });
  expect([status, body.svcId]).toEqual([200, member.svcId]);
  expect((await payForm(world, String(body.token))).status).toBe(200);
  const { headers } = await comeBack(world, String(body.token));
  expect(new URL(headers.location!).searchParams.get('status')).toBe('success');
});
