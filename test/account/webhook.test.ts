import { describe, expect, it } from 'vitest';
import type { App } from '../../lib/app.ts';
import { createTenant, showTenant } from '../../lib/account/tenants.ts';
import { rotateWebhookSecret, setChat, setWebhook } from '../../lib/account/webhook.ts';
import type { Tenant } from '../../lib/table/tenants.ts';
import { DAY, INBOX, openOffice, START } from './office.ts';

const HOOK = 'https://shop.example/hooks';

async function openedSecrets(app: App, { id, webhookSecret, previousWebhookSecret }: Tenant) {
  const open = async (sealed: string) => (await app.secrets.decrypt(id, 'webhook', sealed)).reveal();
  return {
    current: webhookSecret && (await open(webhookSecret)),
    previous: previousWebhookSecret && (await open(previousWebhookSecret.sealed)),
  };
}

describe('setting a webhook', () => {
  it('issues a secret of 256 random bits the first time, sealed for the tenant', async () => {
    const { app, written } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    const { tenant, secret = '' } = await setWebhook(app, id, HOOK);
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64url')).toHaveLength(32);
    expect(tenant).toMatchObject({ webhookUrl: HOOK, previousWebhookSecret: null });
    expect(await openedSecrets(app, tenant)).toEqual({ current: secret, previous: null });
    expect(written()).not.toContain(secret);
  });

  it('keeps the secret when the address changes or goes away', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    const { secret } = await setWebhook(app, id, HOOK);
    for (const url of [`${HOOK}/2`, null, HOOK]) {
      const changed = await setWebhook(app, id, url);
      expect(changed.secret).toBeUndefined();
      expect(changed.tenant.webhookUrl).toBe(url);
      expect(await openedSecrets(app, changed.tenant)).toMatchObject({ current: secret });
    }
  });

  it('issues no secret for a webhook that is nowhere', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    expect(await setWebhook(app, id, null)).toMatchObject({ tenant: { webhookSecret: null } });
  });

  it.each([
    ['http://shop.example/hooks', 'https://'],
    ['https://127.0.0.1/hooks', 'not a public one'],
    ['https://169.254.169.254/latest', 'not a public one'],
    ['https://[::1]/hooks', 'not a public one'],
    ['https://shop.example:22/', 'port'],
    ['https://me:word@shop.example/', 'password'],
    ['https://intranet/hooks', 'full domain name'],
    ['shop', 'not a URL'],
  ])('refuses %s, for events and for chat', async (url, why) => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    await expect(setWebhook(app, id, url)).rejects.toThrow(why);
    await expect(setChat(app, id, url)).rejects.toThrow(why);
    expect(await showTenant(app, id)).toMatchObject({ webhookUrl: null, chatUrl: null });
  });

  it('takes loopback only where it is named', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    const { tenant } = await setWebhook(app, id, `http://${INBOX}/hooks`);
    expect(tenant.webhookUrl).toBe(`http://${INBOX}/hooks`);
    await expect(setWebhook(app, id, 'http://127.0.0.1:10/hooks')).rejects.toThrow();
  });

  it('sets and clears where chat messages go', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    expect(await setChat(app, id, HOOK)).toMatchObject({ chatUrl: HOOK });
    expect(await setChat(app, id, null)).toMatchObject({ chatUrl: null });
  });
});

describe('rotating the webhook secret', () => {
  it('keeps the old one for a day beside the new one', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    const first = await setWebhook(app, id, HOOK);
    const { tenant, secret } = await rotateWebhookSecret(app, id);
    expect(secret).not.toBe(first.secret);
    expect(tenant.previousWebhookSecret?.until).toBe(START + DAY);
    expect(await openedSecrets(app, tenant)).toEqual({ current: secret, previous: first.secret });
  });

  it('does not lose a secret when two operators rotate at once', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    const first = await setWebhook(app, id, HOOK);
    const both = await Promise.allSettled([rotateWebhookSecret(app, id), rotateWebhookSecret(app, id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const kept = await openedSecrets(app, await showTenant(app, id));
    const won = both.find((one) => one.status === 'fulfilled')?.value;
    expect(kept).toEqual({ current: won?.secret, previous: first.secret });
  });

  it('needs a secret to rotate', async () => {
    const { app } = await openOffice();
    const { id } = await createTenant(app, 'shop');
    await expect(rotateWebhookSecret(app, id)).rejects.toThrow('no webhook secret yet');
  });
});
