import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS } from '../../../lib/console/acts.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { SCREENS } from '../../../lib/console/screens.ts';
import { SCREENS as PORTAL_SCREENS } from '../../../lib/portal/screens.ts';
import { LANGUAGES } from '../../../lib/pages/language.ts';
import { SAMPLE } from '../../../lib/wire/samples.ts';
import { names } from '../../../site/pages.ts';
import { described, wrongBy } from '../../support/contract/described.ts';
import { checkoutBody, payAndReturn, subscriber } from '../../flows/cloud/checkout-calls.ts';
import { describeFirstPurchase } from './first-purchase.ts';
import { browserIn, crawl, formsIn, wrongWith, type Browser, type Form, type Got } from './crawl.ts';
import { LONG, OPERATIONS, rubbishFor, rubbishIn, rubbishOf, type Asked, type Members } from './rubbish.ts';
import { startRunning, type Running } from '../../flows/cloud/running.ts';
import { tenantApi } from '../../flows/cloud/tenant-api.ts';

let cloud: Running;
let api: ReturnType<typeof tenantApi>;
/** What a good request names, by the name of the member. */
let good: Readonly<Record<string, string>>;
/** The pages that browsers were shown in portal and console, and the forms on them, by their address. */
const shown = new Map<string, Got>();
const forms = new Map<string, Form>();

beforeAll(async () => {
  cloud = await startRunning();
  api = tenantApi((method, path, body) => cloud.api(method, path, body));
  good = await somethingToShow();
});
afterAll(() => cloud.stop());

const at = (path: string) => new URL(path, cloud.stack.baseUrl);

/** A subscriber with an invoice and a refund of it, an event, a replay and a logo, and one that has cancelled. */
async function somethingToShow() {
  const email = 'ayse@example.com';
  const plan = cloud.tenant('demo').plans[0]!.referenceCode;
  const { token } = await api.ask('POST', '/checkout/initialize', checkoutBody(cloud.stack, plan, { email }));
  const back = await payAndReturn(cloud, String(token));
  const svcId = back.searchParams.get('svcSubscriptionId') ?? '';
  await cloud.settle();
  const invoices = (await api.ask('GET', `/subscribers/invoices?svc-id=${svcId}`)).data;
  const [invoice] = invoices as { svcId: string; id: string }[];
  await api.ask('POST', '/invoices/refund', {
    ...{ 'invoice-id': invoice!.svcId, amount: '1.00', clientReferenceId: 'given-back' },
  });
  await cloud.settle();
  const [event] = await api.listed('DELIVERED');
  const { replayId } = await api.dataOf('POST', '/events/replay', {
    from: '2020-01-01T00:00:00Z',
    states: ['SKIPPED'],
  });
  const { payReference } = (await api.dataOf('GET', `/subscribers?svc-id=${svcId}`)) as {
    payReference: string;
  };
  const ids = {
    'svc-id': svcId,
    'invoice-id': invoice!.svcId,
    'event-id': event!,
    'replay-id': String(replayId),
  };
  const cancelled = await subscriber(cloud, 'leaves@example.com');
  await api.ask('DELETE', '/subscribers', { 'svc-id': cancelled });
  return { ...ids, cancelled, reference: payReference, plan, email };
}

/** What a GET of the description cannot do without. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  '/access': ['svc-id'],
  '/subscribers/check': ['email'],
  '/subscribers': ['svc-id'],
  '/subscribers/invoices': ['svc-id'],
  '/subscribers/timeline': ['svc-id'],
  '/subscribers/customer': ['svc-id'],
  '/invoices': ['invoice-id'],
  '/events': ['event-id'],
  '/events/replay': ['replay-id'],
  '/checkout/page': ['token'],
  '/checkout/callback': ['token'],
};

const hereIn = ({ origin }: URL) => origin === at('/').origin;

/** A subscriber's hosted form, not paid yet. */
async function openForm(): Promise<{ token: string; paymentPageUrl: string }> {
  const body = checkoutBody(cloud.stack, good.plan!, { email: 'open@example.com' });
  return (await api.ask('POST', '/checkout/initialize', body)) as { token: string; paymentPageUrl: string };
}

/** The portal's first page: what its link leads to, after its one button where it has one. */
async function portalOf(browser: Browser): Promise<Got> {
  const body = {
    'svc-id': good['svc-id'],
    returnUrl: 'https://shop.example/account',
    language: browser.language,
  };
  const { url } = await api.dataOf('POST', '/portal/sessions', body);
  const entered = await browser.get(String(url));
  const [button] = formsIn(entered).filter(({ method, fields }) => method === 'post' && 'link' in fields);
  return button ? browser.post(button.action, button.fields) : entered;
}

/** The console's first page, signed in by the link that `npm start` prints. */
async function consoleOf(browser: Browser): Promise<Got> {
  const { port } = new URL(cloud.stack.inboxUrl);
  const link = `http://localhost:${port}/sign-in?tenant=demo`;
  return browser.get(link);
}

describeFirstPurchase(() => cloud);

describe('what a template ships', () => {
  it('answers each GET of the description with what it promises', async () => {
    const wrong: string[] = [];
    const logo = await aLogo();
    const browser = browserIn('en');
    await portalOf(browser);
    const values: Members = { ...good, ...(await openForm()) };
    const named: Readonly<Record<string, string>> = {
      '/docs/{page}': 'start',
      '/portal/{page}': 'home',
      '/brand/{logo}': logo,
    };
    for (const { key, path, inPath, method } of OPERATIONS.filter((one) => one.method === 'GET')) {
      const asked = at(inPath.reduce((one, name) => one.replace(`{${name}}`, named[path] ?? ''), path));
      for (const name of NEEDS[path] ?? []) asked.searchParams.set(name, String(values[name]));
      const schema = described(key).responses['200']?.content?.['application/json']?.schema;
      const isOpen = !Object.hasOwn(described(key).responses, '401') || schema === undefined;
      const got = isOpen
        ? await browser.get(asked)
        : await cloud.api(method, asked.pathname + asked.search).then(({ status, body }) => ({
            ...{ status, type: 'application/json', url: asked, text: JSON.stringify(body) },
          }));
      const said = wrongWith(got) ?? (schema && wrongBy(schema, JSON.parse(got.text)));
      if (said !== undefined) wrong.push(`${key} ${said}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(LANGUAGES)(
    'answers each page that the docs and the payment page lead to, in %s',
    async (language) => {
      const { paymentPageUrl } = await openForm();
      const { pages, wrong } = await crawl(browserIn(language), {
        from: [at('/'), paymentPageUrl, ...['/docs', '/llms.txt', '/sitemap.xml'].map(at)],
        follows: (link) => hereIn(link) && !link.searchParams.has('lang'),
        language: ({ pathname }) => {
          if (!pathname.startsWith('/docs/')) return language;
          return pathname.startsWith('/docs/tr-') ? 'tr' : 'en';
        },
      });
      expect(wrong).toEqual([]);
      const own = names().filter(
        (name) => name.startsWith('tr-') === (language === 'tr') || name.startsWith('api-'),
      );
      expect([...pages.keys()]).toEqual(expect.arrayContaining(own.map((name) => `/docs/${name}`)));
    },
  );

  it.each(LANGUAGES)('answers each page of the portal, in %s', async (language) => {
    const browser = browserIn(language);
    const { url } = await portalOf(browser);
    const one = `subscription=${good['svc-id']}`;
    const pages = [`card?${one}`, `invoices?${one}`, `done?what=card&${one}`];
    const { opened, wrong } = await screensOf(browser, '/portal/', [url.href, ...pages]);
    expect(wrong).toEqual([]);
    expect(Object.keys(PORTAL_SCREENS).filter((name) => !opened.has(name))).toEqual([]);
  });

  it.each(LANGUAGES)('answers each screen of the console, in %s', async (language) => {
    const browser = browserIn(language);
    const { url } = await consoleOf(browser);
    const screens = [`undo?id=${good.cancelled}`, `replay?id=${good['replay-id']}`];
    const { opened, wrong } = await screensOf(browser, '/console/', [url.href, ...screens]);
    expect(wrong).toEqual([]);
    // Nothing differs, nothing is unpaid, and on a machine with time no document waits for a person.
    const mayBeAbsent = ['difference', 'import', 'retry', 'task'];
    const absent = Object.keys(SCREENS).filter((name) => !opened.has(name));
    expect(absent.filter((name) => !mayBeAbsent.includes(name))).toEqual([]);
  });
});

/** Opens all pages below an address, and says which screens they are. */
async function screensOf(browser: Browser, below: string, [first = '', ...more]: readonly string[]) {
  const { pages, wrong } = await crawl(savingOneByOne(browser), {
    // A preview of a message is in the language that it is asked for in.
    language: ({ searchParams }) => searchParams.get('in') ?? browser.language,
    from: [first, ...more.map((one) => new URL(below + one, first))],
    follows: ({ origin, pathname, searchParams }) =>
      origin === new URL(first).origin && `${pathname}/`.startsWith(below) && !searchParams.has('lang'),
  });
  for (const got of pages.values())
    for (const form of formsIn(got)) if (form.method === 'post') forms.set(form.action.pathname, form);
  for (const [path, got] of pages) shown.set(path, got);
  const opened = new Set([...pages.keys()].map((path) => new URL(path, first).pathname.split('/')[2]));
  return { opened, wrong };
}

/** The same browser, which saves one file after the other, as one person may. */
function savingOneByOne(browser: Browser): Browser {
  let last: Promise<unknown> = Promise.resolve();
  const get: Browser['get'] = (address) => {
    if (!String(address).includes('/console/export')) return browser.get(address);
    const saved = last.then(() => browser.get(address));
    last = saved.catch(() => undefined);
    return saved;
  };
  return { ...browser, get };
}

/** What is said of an answer to a bad request: nothing, where it was refused. */
const saidOf = (asked: string, { status }: Pick<Got, 'status'>) =>
  status >= 500 ? [`${status} ${asked.replaceAll(LONG, 'xxx…')}`] : [];

/** The tenant's own ids in the place of the examples'. */
function ownIn(example: Members): Members {
  const own: [string, string][] = [
    [SAMPLE.subscriberSvcId, good['svc-id']!],
    [SAMPLE.subscriberId, good['svc-id']!],
    [SAMPLE.reference, good.reference!],
    [SAMPLE.planReference, good.plan!],
    [SAMPLE.largerPlanReference, cloud.tenant('demo').plans[1]!.referenceCode],
    [SAMPLE.planSvcId, cloud.tenant('demo').plans[0]!.svcId],
    [SAMPLE.invoiceSvcId, good['invoice-id']!],
    [SAMPLE.eventId, good['event-id']!],
  ];
  const text = own.reduce((said, [theirs, ours]) => said.replaceAll(theirs, ours), JSON.stringify(example));
  return JSON.parse(text) as Members;
}

/** More at once would only start more instances of the same function. */
const AT_ONCE = 2;

/** Sends all, some at a time, and collects what is said of the answers. */
async function sentAll<T>(all: Iterable<T>, send: (one: T) => Promise<readonly string[]>): Promise<string[]> {
  const rest = [...all].values();
  const said: string[] = [];
  const worker = async () => {
    for (const one of rest) said.push(...(await send(one)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return said;
}

describe('whatever is sent to a template', () => {
  it('is answered below 500 by each operation of the description', async () => {
    const { apiKey, apiSecret } = cloud.tenant('demo');
    const keys = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
    const send = async ({ method, path, query, body }: Asked) => {
      const asked = at(path);
      for (const [name, value] of Object.entries(query ?? {})) asked.searchParams.set(name, String(value));
      const headers = { ...keys, 'content-type': 'application/json' };
      const rest = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(asked, { method, headers, redirect: 'manual', ...rest });
      await answer.arrayBuffer();
      return saidOf(
        `${method} ${decodeURIComponent(asked.pathname + asked.search)} ${JSON.stringify(body)}`,
        answer,
      );
    };
    // An operation's requests go one after the other, so that its function starts once.
    const all = OPERATIONS.map((one) => [...rubbishFor({ ...one, example: ownIn(one.example) }, good)]);
    const said = await sentAll(all, async (group) => {
      const answers: string[] = [];
      for (const one of group) answers.push(...(await send(one)));
      return answers;
    });
    expect(said).toEqual([]);
    expect(all.flat().length).toBeGreaterThan(400);
  });

  it('is answered below 500 by the portal', async () => {
    const browser = browserIn('tr');
    const { url } = await portalOf(browser);
    const said = [
      ...(await asksBadly(browser, url, '/portal/', ['after', 'before', 'link', 'preview', 'status'])),
    ];
    for (const form of formsBelow('/portal/')) {
      // A session may do so much and no more.
      const own = browserIn('tr');
      const csrf = csrfIn(await portalOf(own));
      said.push(
        ...(await sentAll(rubbishOf({ ...form, fields: { ...form.fields, csrf } }), sendsTo(own, form))),
      );
    }
    expect(said).toEqual([]);
  });

  it('is answered below 500 by the console', async () => {
    const browser = browserIn('en');
    const first = await consoleOf(browser);
    const csrf = csrfIn(first);
    const said = [
      ...(await asksBadly(browser, first.url, '/console/', [
        'id',
        'after',
        'refused',
        'list',
        'part',
        'token',
        'next',
      ])),
    ];
    const others = [...Object.keys(ACTS), ...Object.keys(DOOR_ACTS).map((name) => `enter/${name}`)];
    const all = new Map<string, Pick<Form, 'fields'>>(
      others.map((name) => [`/console/${name}`, { fields: { csrf, id: '' } }]),
    );
    for (const { action, fields } of formsBelow('/console/'))
      all.set(action.pathname, { fields: { ...fields, csrf } });
    for (const [path, { fields }] of all) {
      if (ENDS_SESSION.includes(path)) continue;
      const form = { method: 'post' as const, action: new URL(path, first.url), fields };
      said.push(...(await sentAll(rubbishOf(form, ['id']), sendsTo(browser, form))));
    }
    expect(said).toEqual([]);
    expect((await browser.get(first.url)).url.pathname).toBe(first.url.pathname);
  });
});

it('was never denied a permission', async () => {
  const { calls } = (await cloud.json('GET', `${cloud.stack.controlUrl}/calls`)) as unknown as {
    calls: { allowed: boolean }[];
  };
  expect(calls.filter(({ allowed }) => !allowed)).toEqual([]);
  expect(calls.length).toBeGreaterThan(20);
});

const ENDS_SESSION = ['/console/sign-out', '/console/end-session'];

const formsBelow = (below: string) =>
  Array.from(forms.values()).filter(({ action }) => action.pathname.startsWith(below));

const csrfIn = (page: Got) =>
  formsIn(page)
    .map(({ fields }) => fields.csrf)
    .find((one) => one !== undefined) ?? '';

const sendsTo =
  (browser: Browser, { action }: Form) =>
  async (fields: Form['fields']) =>
    saidOf(`POST ${action.pathname} ${JSON.stringify(fields)}`, await browser.post(action, fields));

/** Asks for each page that was shown below an address with bad members. */
function asksBadly(browser: Browser, base: URL, below: string, more: readonly string[]): Promise<string[]> {
  const asked = new Map<string, URL>();
  for (const path of shown.keys()) {
    const address = new URL(path, base);
    if (!path.startsWith(below)) continue;
    const known = asked.get(address.pathname) ?? new URL(address.pathname, base);
    for (const [name, value] of address.searchParams) known.searchParams.set(name, value);
    asked.set(address.pathname, known);
  }
  const all = Array.from(asked.values()).flatMap((address) => [...rubbishIn(address, more)]);
  return sentAll(all, async (address) =>
    saidOf(`GET ${address.pathname + address.search}`, await browser.get(address)),
  );
}

/** The file of the demo tenant's logo. */
async function aLogo(): Promise<string> {
  const { logo } = (await api.dataOf('GET', '/account/brand')) as { logo: { url: string } };
  return logo.url.split('/').at(-1) ?? '';
}
