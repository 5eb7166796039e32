import type { Webhook } from '../../../lib/table/tenants/tenant.ts';
import { START } from './world.ts';

/** A webhook as a tenant's record holds it; `secret` is a ciphertext. */
export function webhookAt(url: string, secret: string, more: Partial<Webhook> = {}): Webhook {
  return { url, createdAt: START, secret, secretCreatedAt: START, rotation: null, ...more };
}
