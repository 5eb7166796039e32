import { expect, it } from 'vitest';
import { ROUTES } from '../../../functions/routes.ts';
import type { Route } from '../../../lib/route.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { unescaped } from '../../support/world/forms-in.ts';
import type { Ask } from '../../support/world/ask.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { LOGO } from '../../support/world/logo.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
const SERVICE = 'billing.example';
const CONSOLE = 'console.example';
const { settings } = world.app;
const own = instanceOf({
  ...world.app,
  settings: { ...settings, publicUrl: `https://${SERVICE}`, consoleHost: CONSOLE },
});
const headers = { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded' };

it.each(ROUTES)('our choice: a console with a host of its own has it alone: $name', async (row) => {
  const { path, door }: Route = row;
  const isOfConsole = door === 'console';
  expect(isOfConsole).toBe(path.startsWith('/console'));
  const ask: Ask = { address: path.replaceAll(/[{}]/g, ''), headers, raw: '', cookies: {} };
  const [here, elsewhere] = isOfConsole ? [CONSOLE, SERVICE] : [SERVICE, CONSOLE];
  const { status, body, cookies } = await own.call(row.name, { ...ask, host: elsewhere });
  expect([status, body.errorCode, cookies ?? []]).toEqual([404, 'not_found', []]);
  const foreign = { ...headers, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-site' };
  expect((await own.call(row.name, { ...ask, headers: foreign, host: elsewhere })).status).toBe(404);
  // Pages of the documentation are made anew in tests, which takes seconds.
  if (path.startsWith('/docs')) return;
  const sharing = await world.call(row.name, { ...ask, host: elsewhere });
  expect((await own.call(row.name, { ...ask, host: here.toUpperCase() })).status).toBe(sharing.status);
});

it('names its host in passkeys and links, and leads to everything else at the other one', async () => {
  const desk = await openDesk(world, shop, 'owner');
  await shop.call('account/set-brand', { body: { logo: LOGO } });
  const at = { host: CONSOLE, headers, cookies: desk.cookies };
  const see = (screen: string, more: Ask = {}) =>
    own.call('console/show', { ...at, path: { screen }, address: `/console/${screen}`, ...more });
  const door = await see('sign-in', { cookies: {} });
  expect(unescaped(door.text)).toContain(`"rpId":"${CONSOLE}"`);
  const { text, headers: said } = await see('overview');
  expect(text).toContain(`href="https://${SERVICE}/docs"`);
  expect(text).toContain(`src="https://${SERVICE}/brand/`);
  expect(said['content-security-policy']).toContain(`img-src https://${SERVICE} data:`);
  const preview = await see('message-preview', { query: { kind: 'payment_failed' } });
  expect(preview.headers['content-security-policy']).toContain(`img-src https://${SERVICE} data:`);
  const raw = new URLSearchParams({ csrf: desk.csrf, name: 'Somebody', 'role-read': 'on' }).toString();
  const invited = await own.call('console/act', {
    ...at,
    path: { screen: 'invite' },
    address: '/console/invite',
    raw,
  });
  expect(invited.text).toContain(`https://${CONSOLE}/console/invitation?token=`);
});
