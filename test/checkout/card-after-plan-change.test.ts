import { expect, it } from 'vitest';
import { SECOND_MS } from '../../lib/limits.ts';
import { comeBack } from '../world/shop.ts';
import { payForm } from '../world/tenant.ts';
import { openCardForms } from './card-forms.ts';

const { world, shop, member, open } = await openCardForms();

it('A card is replaced also where a change of plan at the provider is not on record yet', async () => {
  await world.clock.advanceTo(world.clock.now() + SECOND_MS);
  const made = await world.app.pay({ ...shop.credentials, baseUrl: world.pay.url }).upgrade({
    reference: member.reference,
    newPlanReference: shop.plans.plus!.reference,
    period: 'NOW',
    useTrial: false,
    resetRecurrenceCount: true,
  });
  expect(made.ok).toBe(true);
  const { status, body } = await open({ 'svc-id': member.svcId });
  expect([status, body.svcId]).toEqual([200, member.svcId]);
  expect((await payForm(world, String(body.token))).status).toBe(200);
  const { headers } = await comeBack(world, String(body.token));
  expect(new URL(headers.location!).searchParams.get('status')).toBe('success');
});
