import type { Webhook } from '../../../lib/table/tenants/tenants.ts';

/** A webhook as a tenant's record holds it; `secret` is a ciphertext. */
export function webhookAt(url: string, secret: string, more: Partial<Webhook> = {}): Webhook {
  return { url, createdAt: 0, secret, secretCreatedAt: 0, rotation: null, ...more };
}
