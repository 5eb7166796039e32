import { control } from '../../support/world/shop.ts';
import { checkoutBody, payForm } from '../../support/world/tenant.ts';
import type { Answer } from '../../support/world/world.ts';
import { MINUTE, type Stage } from './stage.ts';

/** How long somebody who is turned away goes on asking after the outage. */
const INSISTS_MS = 40 * MINUTE;

/** Asks, and asks again some minutes later, until it is answered as wished for. */
export function insist(stage: Stage, at: number, ask: () => Promise<boolean>): void {
  stage.at(at, async () => {
    if ((await ask()) || stage.now > stage.ends + INSISTS_MS) return;
    insist(stage, stage.now + 1_000 * stage.dice.between(150, 400), ask);
  });
}

/** The customer subscribes in calm weather; answers the provider's reference. */
export async function join(stage: Stage, who: string): Promise<string> {
  const token = await open(stage, who);
  await payForm(stage.world, token);
  const { location = '' } = (await back(stage, who, token)).headers;
  return new URL(location).searchParams.get('subscriptionReference') ?? '';
}

export async function open(stage: Stage, who: string): Promise<string> {
  const body = checkoutBody(stage.shop.plans.basic!, { email: who });
  const answer = await stage.ask(who, 'checkout/initialize', { body });
  return answer.status === 200 ? String(answer.body.token) : '';
}

export function back(stage: Stage, who: string, token: string): Promise<Answer> {
  const raw = new URLSearchParams({ token }).toString();
  return stage.ask(who, 'checkout/callback', { method: 'POST', raw }, false);
}

export async function cancel(stage: Stage, who: string, reference: string, local = false): Promise<boolean> {
  if (!local)
    return settledBy(
      await stage.ask(who, 'subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } }),
      'already_ended',
    );
  const query = { 'pay-subscriber-code': reference };
  const found = await stage.ask(who, 'subscribers/get', { query });
  if (found.status !== 200) return false;
  const { svcId } = found.body.data as { svcId: string };
  return settledBy(await stage.ask(who, 'subscribers/cancel', { body: { 'svc-id': svcId } }));
}

/** Whether it was done, or found to have been done. */
export function settledBy({ status, body }: Answer, alreadyDone?: string): boolean {
  return status === 200 || (status === 409 && body.error === alreadyDone);
}

export async function swapCard(stage: Stage, reference: string, cardNumber: string): Promise<void> {
  await control(stage.world, `/subscriptions/${reference}/card`, { cardNumber });
}
