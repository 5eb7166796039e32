import type { IncomingMessage, ServerResponse } from 'node:http';
import { BadControl, controlBody, oneOf, text, checkSwitches, flag } from '../../sandbox/switches.ts';
import type { DemoTenant } from '../demo-tenant.ts';
import { bodyOf } from '../queues/forward.ts';
import type { Pages } from '../operator/inbox.ts';
import { consoleAsset } from './assets.ts';
import { nextRenewalOf } from './next-renewal.ts';
import { SWITCH_NAMES, type ConsoleState, type SwitchName } from './shapes.ts';
import type { ConsoleSources } from './sources.ts';
import { readSwitches, setSwitch } from './switches.ts';
import { TEST_CARDS } from './test-cards.ts';

interface Asked {
  readonly sources: ConsoleSources;
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
}

const CALLS: Readonly<Record<string, (asked: Asked) => unknown>> = {
  'GET /console/state': ({ sources }): ConsoleState => ({
    urls: sources.urls,
    tenants: sources.tenants(),
    cards: TEST_CARDS,
  }),
  'GET /console/clock': ({ sources }) => sources.call('GET', `${sources.urls.control}/clock`),
  'POST /console/clock': ({ sources, body }) => sources.call('POST', `${sources.urls.control}/clock`, body),
  'GET /console/ledger': async (asked) => {
    const { merchantId } = tenantIn(asked).pay;
    const { urls, call } = asked.sources;
    const [charges, givenBack] = await Promise.all(
      ['ledger', 'refunds'].map((book) =>
        call('GET', `${urls.pay}/sandbox/${book}?merchantId=${merchantId}`),
      ),
    );
    return { charges, givenBack };
  },
  'GET /console/renewal': async (asked) => ({ at: await nextRenewalOf(asked.sources, tenantIn(asked)) }),
  'GET /console/switches': (asked) => readSwitches(asked.sources, tenantIn(asked)),
  'POST /console/switches': async (asked) => {
    const { name, on } = asked.body;
    const known = { tenant: text, name: oneOf(...SWITCH_NAMES), on: flag };
    checkSwitches(known, { ...asked.body, name, on });
    const tenant = tenantNamed(asked.sources, asked.body.tenant);
    await setSwitch(asked.sources, tenant, name as SwitchName, on === true);
    return readSwitches(asked.sources, tenant);
  },
};

/** Signs in to the console of a tenant at once: of this machine alone, and of no stack that is deployed. */
const SIGN_IN = '/sign-in';

/** The local console: a page and its API. It reveals secrets, so it only serves its own page. */
export function consolePages(sources: ConsoleSources): Pages {
  return async (request, response, url) => {
    const isSignIn = url.pathname === SIGN_IN;
    if (url.pathname !== '/' && !isSignIn && !url.pathname.startsWith('/console/')) return false;
    if (!isOwn(request)) send(response, 403, { error: 'the console answers its own page only' });
    else if (isSignIn) await signIn(sources, request, response, url);
    else if (request.method === 'GET' && (await consoleAsset(url.pathname, response))) return true;
    else await answer(sources, request, response, url);
    return true;
  };
}

async function answer(
  sources: ConsoleSources,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  try {
    const call = CALLS[`${request.method ?? ''} ${url.pathname}`];
    if (!call) throw new BadControl('The console has no such page.', 404);
    const body = controlBody(await bodyOf(request));
    send(response, 200, await call({ sources, body, query: url.searchParams }));
  } catch (error) {
    const status = error instanceof BadControl ? error.httpStatus : 502;
    send(response, status, { error: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * On to the tenant's console with the cookie of a new session. Both go by the name `localhost`, as passkeys cannot be bound
 * to an IP address, and a cookie is the same on all its ports.
 */
async function signIn(
  sources: ConsoleSources,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [host = '', port = ''] = (request.headers.host ?? '').split(':');
  const named = url.searchParams.get('tenant') ?? sources.tenants()[0]?.name;
  const tenant = sources.tenants().find(({ name }) => name === named);
  if (!tenant) return send(response, 404, { error: 'There is no such tenant.' });
  const isHere = host === 'localhost';
  const location = isHere
    ? `http://localhost:${new URL(sources.urls.api).port}/console`
    : `http://localhost:${port}${SIGN_IN}?${url.searchParams.toString()}`;
  const cookies = isHere ? { 'set-cookie': await sources.signIn(tenant.tenantId) } : {};
  response.writeHead(303, { location, 'cache-control': 'no-store', ...cookies }).end();
}

/** A page from elsewhere, open in the browser, must not read anything here, under any host name. */
function isOwn({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const site = headers['sec-fetch-site'];
  const navigates = headers['sec-fetch-mode'] === 'navigate';
  const near = site === undefined || site === 'same-origin' || site === 'none' || navigates;
  return near && ['127.0.0.1', 'localhost', '[::1]'].includes(host);
}

function tenantIn({ sources, query }: Asked): DemoTenant {
  return tenantNamed(sources, query.get('tenant'));
}

function tenantNamed(sources: ConsoleSources, name: unknown): DemoTenant {
  const tenant = sources.tenants().find((each) => each.name === name);
  if (!tenant) throw new BadControl('There is no such tenant.', 404);
  return tenant;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
