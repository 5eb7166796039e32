import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { setChat } from '../../../lib/account/chat.ts';
import { createTenant, showTenant } from '../../../lib/account/tenants.ts';
import {
  clearWebhook,
  finishWebhookRotation,
  rotateWebhookSecret,
  setWebhook,
} from '../../../lib/account/webhook.ts';
import { readEndpoint, updateEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import type { Webhook } from '../../../lib/table/tenants/tenants.ts';
import { INBOX, openOperator, START } from './operator.ts';

const HOOK = 'https://shop.example/hooks';

async function opened(app: App, id: string, { secret, rotation }: Webhook) {
  const open = async (ciphertext: string) => (await app.secrets.decrypt(id, 'webhook', ciphertext)).reveal();
  return { secret: await open(secret), next: rotation && (await open(rotation.secret)) };
}

/** An office with one tenant that has no webhook yet. */
async function withShop() {
  const operator = await openOperator();
  const { id } = await createTenant(operator.app, 'shop');
  return {
    ...operator,
    id,
    pass: (ms: number) => operator.pass(ms),
    stored: async () => (await showTenant(operator.app, id)).webhook,
  };
}

describe('setting a webhook', () => {
  it('issues a secret of 256 random bits the first time, encrypted for the tenant', async () => {
    const { app, id, written, stored } = await withShop();
    const { webhook, secret = '' } = await setWebhook(app, id, HOOK);
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64url')).toHaveLength(32);
    expect(webhook).toMatchObject({
      url: HOOK,
      createdAt: START,
      secretCreatedAt: START,
      rotation: null,
    });
    expect(await stored()).toEqual(webhook);
    expect(await opened(app, id, webhook)).toEqual({ secret, next: null });
    expect(written()).not.toContain(secret);
  });

  it('keeps the secret and a rotation when the address changes', async () => {
    const { app, id } = await withShop();
    const first = await setWebhook(app, id, HOOK);
    const { secret: next } = await rotateWebhookSecret(app, id, 1);
    const changed = await setWebhook(app, id, `${HOOK}/2`);
    expect(changed.secret).toBeUndefined();
    expect(changed.webhook.url).toBe(`${HOOK}/2`);
    expect(await opened(app, id, changed.webhook)).toEqual({ secret: first.secret, next });
  });

  it('forgets how another address answered, and remembers how the same one did', async () => {
    const { app, id } = await withShop();
    await setWebhook(app, id, HOOK);
    await updateEndpoint(app, { tenant: id, channel: 'webhook' }, { timeouts: { add: 3 }, slowSince: START });
    await setWebhook(app, id, HOOK);
    expect(await readEndpoint(app, id, 'webhook')).toMatchObject({ timeouts: 3, slowSince: START });
    await setWebhook(app, id, `${HOOK}/2`);
    expect(await readEndpoint(app, id, 'webhook')).toMatchObject({ timeouts: 0, slowSince: null });
  });

  it('accepts a loopback address only if it is allowed', async () => {
    const { app, id } = await withShop();
    const { webhook } = await setWebhook(app, id, `http://${INBOX}/hooks`);
    expect(webhook.url).toBe(`http://${INBOX}/hooks`);
    await expect(setWebhook(app, id, 'http://127.0.0.1:10/hooks')).rejects.toThrow();
  });

  it('sets and clears where chat messages go, of a tenant there is', async () => {
    const { app, id } = await withShop();
    await setChat(app, id, HOOK);
    expect(await showTenant(app, id)).toMatchObject({ chatUrl: HOOK });
    await setChat(app, id, null);
    expect(await showTenant(app, id)).toMatchObject({ chatUrl: null });
    await expect(setChat(app, 'nobody', HOOK)).rejects.toMatchObject({ code: 'not_found' });
    await expect(setWebhook(app, 'nobody', HOOK)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('rotating the webhook secret', () => {
  it('makes secrets of 256 random bits in standard base64', async () => {
    const { app, id } = await withShop();
    const { secret = '' } = await setWebhook(app, id, HOOK);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });

  it('with no overlap puts the new secret in the place of the old one at once', async () => {
    const { app, id } = await withShop();
    await setWebhook(app, id, HOOK);
    const { webhook, secret } = await rotateWebhookSecret(app, id, 0);
    expect(webhook.rotation).toBeNull();
    expect(await opened(app, id, webhook)).toEqual({ secret, next: null });
  });

  it('is finished at once, as often as one likes', async () => {
    const { app, id, stored } = await withShop();
    await setWebhook(app, id, HOOK);
    const { secret } = await rotateWebhookSecret(app, id, 24);
    for (let time = 0; time < 2; time++) {
      const webhook = await finishWebhookRotation(app, id);
      expect(webhook).toEqual(await stored());
      expect(await opened(app, id, webhook)).toEqual({ secret, next: null });
    }
    expect(await showTenant(app, id)).toMatchObject({ webhookRevision: 3 });
  });

  it('does not lose a secret when two rotate at once', async () => {
    const { app, id, stored } = await withShop();
    const first = await setWebhook(app, id, HOOK);
    const both = await Promise.allSettled([
      rotateWebhookSecret(app, id, 24),
      rotateWebhookSecret(app, id, 24),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const won = both.find((one) => one.status === 'fulfilled')?.value;
    const kept = await stored();
    expect(await opened(app, id, kept!)).toEqual({ secret: first.secret, next: won?.secret });
  });

  it('shows one of two that rotate without an overlap at once no secret that is dead', async () => {
    const { app, id, stored } = await withShop();
    await setWebhook(app, id, HOOK);
    const both = await Promise.allSettled([rotateWebhookSecret(app, id, 0), rotateWebhookSecret(app, id, 0)]);
    const [won, ...others] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(others).toEqual([]);
    expect(await opened(app, id, (await stored())!)).toEqual({ secret: won?.secret, next: null });
  });

  it('like setting and clearing it, answers identical requests at the same moment alike', async () => {
    const { app, id, stored } = await withShop();
    const set = await Promise.all([1, 2, 3].map(() => setWebhook(app, id, HOOK)));
    expect(set.filter(({ secret }) => secret !== undefined)).toHaveLength(1);
    await rotateWebhookSecret(app, id, 24);
    const finished = await Promise.all([1, 2, 3].map(() => finishWebhookRotation(app, id)));
    expect(finished).toEqual([1, 2, 3].map(() => finished[0]));
    await Promise.all([1, 2, 3].map(() => clearWebhook(app, id)));
    expect(await stored()).toBeNull();
  });
});
