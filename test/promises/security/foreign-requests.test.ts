import { describe, expect, it } from 'vitest';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { openDesk } from '../../behaviour/console/desk.ts';
import { openShop } from '../../support/world/opened.ts';
import { formOf, portalLink, Visitor, visitor, wordsIn } from '../../support/world/portal.ts';
import { read, subscribe } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

const by = (site: string, mode = 'navigate', dest = 'document') => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
});

/** What no page answers and no act is done for: a provider's script on our own origin, other sites, frames. */
const FOREIGN = {
  'a script of our own origin': by('same-origin', 'cors', 'empty'),
  'a script that may not read': by('same-origin', 'no-cors', 'empty'),
  'a frame of our own origin': by('same-origin', 'navigate', 'iframe'),
  'an image': by('same-origin', 'no-cors', 'image'),
  'a script of another site': by('cross-site', 'cors', 'empty'),
};
/** What a page answers: a link in a mail, on another site, or typed. */
const OPENED = {
  'a link in a mail': by('none'),
  'a link on another site': by('cross-site'),
  'a link on a sister site': by('same-site'),
  'a link of ours': by('same-origin'),
  'a file that a person saves': by('none', 'no-cors', 'empty'),
  'a link of ours that saves a file': by('same-origin', 'navigate', 'empty'),
  'a browser that says nothing': {},
  'a program that says its mode alone': { 'sec-fetch-mode': 'cors' },
};
/** Forms that other sites send. */
const FORMS_OF_OTHERS = {
  'a form of another site': by('cross-site'),
  'a form of a sister site': by('same-site'),
  'a form that nobody’s page has sent': by('none'),
  'what is saved as a file': by('same-origin', 'navigate', 'empty'),
};

const rowsOf = (takes: 'pages' | 'forms') => ROUTES.filter(({ browsers }) => browsers === takes);

describe('our choice: pages and acts of a browser’s session', () => {
  it('are all there are below /portal and /console without a key pair', () => {
    const ours = ROUTES.filter(({ path, caller }) => /^\/(portal|console)/.test(path) && caller === 'anyone');
    expect(ours.length).toBeGreaterThan(4);
    expect(ours.filter(({ browsers }) => browsers === null).map(({ name }) => name)).toEqual([]);
    expect(ROUTES.filter(({ browsers }) => browsers !== null)).toHaveLength(ours.length);
  });

  const ask = async (name: RouteName, headers: Record<string, string>) => {
    const desk = await openDesk(world, shop, 'owner');
    const { svcId } = await subscribe(world, shop);
    const { visitor: customer, page } = await visitor(world, shop, svcId);
    const cookies = { ...desk.cookies, ...customer.cookies };
    const isPortal = name.startsWith('portal/');
    const form = isPortal ? formOf(page, 'close') : { csrf: desk.csrf };
    return world.call(name, {
      path: isPortal ? { page: 'home' } : { screen: 'overview', step: 'set-logo' },
      headers: { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      raw: name.endsWith('show') ? undefined : new URLSearchParams(form).toString(),
      cookies,
    });
  };
  const refused = rowsOf('pages')
    .flatMap(({ name }) => Object.entries(FOREIGN).map((one) => [name, ...one] as const))
    .concat(
      rowsOf('forms').flatMap(({ name }) =>
        Object.entries({ ...FOREIGN, ...FORMS_OF_OTHERS }).map((one) => [name, ...one] as const),
      ),
    );
  it.for(refused)('%s refuses %s', async ([name, , headers]) => {
    const answer = await ask(name, headers);
    expect(answer.status).toBe(403);
    expect(wordsIn(answer)).toContain('This request did not come from a page of ours');
    expect([answer.cookies ?? [], answer.headers.location]).toEqual([[], undefined]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  });

  const answered = rowsOf('pages').flatMap(({ name }) =>
    Object.entries(OPENED).map((one) => [name, ...one] as const),
  );
  it.for(answered)('%s answers %s', async ([name, , headers]) => {
    expect((await ask(name, headers)).status).toBe(200);
  });

  it('do what a form of a page of ours asks for, and nothing by a form of another site', async () => {
    const member = await subscribe(world, shop);
    const { visitor: one } = await visitor(world, shop, member.svcId);
    const form = formOf(await one.open(`/portal/cancel?subscription=${member.svcId}`), 'cancel');
    const send = (headers: Record<string, string>) =>
      world.call('portal/act', {
        path: { page: 'cancel' },
        raw: new URLSearchParams(form).toString(),
        headers,
        cookies: one.cookies,
      });
    const before = await read(shop, member);
    expect((await send({ ...by('cross-site'), 'accept-language': 'tr' })).text).toContain(
      'Hiçbir şey yapılmadı',
    );
    expect(await read(shop, member)).toEqual(before);
    expect((await send(by('same-origin'))).status).toBe(303);
    expect(await read(shop, member)).not.toEqual(before);
  });

  it('leave links of mails, logos, payment pages and the provider’s return as they are', async () => {
    const member = await subscribe(world, shop);
    const link = await portalLink(shop, member.svcId);
    const page = await new Visitor(world).open(link, by('cross-site'));
    expect(page.status).toBe(200);
    const { body } = await shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!) });
    const query = { token: body.token as string };
    const shown = await world.call('checkout/page', { query, headers: by('cross-site') });
    expect(shown.status).toBe(200);
    const raw = new URLSearchParams(query).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...by('cross-site') };
    expect(
      (await world.call('checkout/callback', { method: 'POST', raw, headers: form })).status,
    ).toBeLessThan(400);
    const logo = await world.call('brand/logo', {
      path: { logo: 'x' },
      headers: by('cross-site', 'no-cors', 'image'),
    });
    expect(logo.status).not.toBe(403);
  });
});
