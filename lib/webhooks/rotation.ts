import type { Webhook } from '../table/tenants.ts';

/** The webhook as it is at `now` (epoch ms): a rotation whose overlap is over has been carried out. */
export function currentWebhook(webhook: Webhook, now: number): Webhook {
  const { rotation } = webhook;
  return rotation && rotation.endsAt <= now ? finishRotation(webhook) : webhook;
}

/** The webhook once the new secret has taken the old one's place; as it was where no rotation runs. */
export function finishRotation(webhook: Webhook): Webhook {
  const { rotation } = webhook;
  if (!rotation) return webhook;
  return { ...webhook, secret: rotation.secret, secretCreatedAt: rotation.startedAt, rotation: null };
}
