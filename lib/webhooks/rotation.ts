import type { Webhook } from '../table/tenants/tenants.ts';

/** The webhook at `now` (epoch ms): a rotation whose overlap is over counts as finished. */
export function currentWebhook(webhook: Webhook, now: number): Webhook {
  const { rotation } = webhook;
  return rotation && rotation.endsAt <= now ? finishRotation(webhook) : webhook;
}

/** The webhook with the new secret in place of the old one; unchanged if no rotation is in progress. */
export function finishRotation(webhook: Webhook): Webhook {
  const { rotation } = webhook;
  if (!rotation) return webhook;
  return { ...webhook, secret: rotation.secret, secretCreatedAt: rotation.startedAt, rotation: null };
}
