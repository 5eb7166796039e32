import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { openTarget } from '../../../cli/open.ts';
import { invitationUrl } from '../../../cli/people.ts';
import { invite } from '../../../lib/console/people.ts';
import type { Role } from '../../../lib/table/people/people.ts';
import type { Running } from '../cloud/running.ts';
import { complaints, violations } from './browser.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

/** Somebody who is signed in to the console, on its overview, and what their browser has complained of. */
export interface Joined {
  readonly page: Page;
  readonly wrong: string[];
  /** Opens a screen. */
  readonly open: (screen: string) => Promise<unknown>;
}

/** Invites somebody of the demo tenant, who accepts with a passkey. */
export async function joined(
  cloud: Running,
  browser: BrowserContext,
  name: string,
  ...roles: Role[]
): Promise<Joined> {
  const { app } = await openTarget({ local: resolve(cloud.out, 'stack.json') });
  const invited = await invite(
    forTenant(app, cloud.tenant('demo').tenantId),
    { name, roles },
    { by: 'operator' },
  );
  const page = await atDevice(browser);
  const wrong = complaints(page);
  await page.goto(invitationUrl(app, invited));
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept and create a passkey' }).click();
  await page.waitForURL('**/console');
  return { page, wrong, open: (screen) => page.goto(new URL(`/console/${screen}`, page.url()).href) };
}

/** A page with an authenticator that confirms whoever is there, as a finger or a PIN does. */
async function atDevice(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}
