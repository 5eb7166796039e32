import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from '../../infra/build/bundle.ts';
import { showsPages, violations } from '../../infra/build/bundle-checks.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { OPERATIONS } from '../../openapi/operations.ts';
import { startTable } from '../../test/nightly/engines/dynoxide.ts';
import { eventFor } from '../../test/support/world/front.ts';
import { visitor } from '../../test/support/world/portal.ts';
import { subscribe } from '../../test/support/world/shop.ts';
import { makeTenant } from '../../test/support/world/tenant.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { openDesk } from '../../test/behaviour/console/desk.ts';
import { requestTo, type Subject } from '../../test/faults/little-time/routes.ts';
import { against, median, type Result } from '../result.ts';
import { coldStart, type ColdStart, type Start } from '../runtime/cold-start.ts';
import { runtimeClient } from '../runtime/runtime-client.ts';

/** What bundles should not exceed, in KB, minified: an API handler, a function that shows pages, and the console's three. */
const [API_KB_MAX, PAGES_KB_MAX, CONSOLE_KB_MAX] = [245, 400, 430];
/** Each bundle is started this often, in turn with all the others, so that a slow moment hits them alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** After so many of them a bare handler is started: all are measured against it. */
const BARE_EVERY = 8;
const ROWS = [...ROUTES, ...BACKGROUND];
const BARE = '(bare)';
/** Functions to start, by parts of their names; all of them where none is given. */
const ASKED_FOR = (process.env.BENCH_FUNCTIONS ?? '').split(',');
const isAskedFor = (name: string) => ASKED_FOR.some((part) => name.includes(part));

const bundles = () => bundle(ROWS, resolve(import.meta.dirname, '../../functions'));

/** B1: init of every shipped bundle × a bare handler, without and with the reading that primes it. */
export async function init(): Promise<Result[]> {
  const client = runtimeClient();
  const plain = await shares(
    { client, isPrimed: false },
    ({ initMs }) => initMs,
    () => true,
  );
  const primed = await shares(
    { client, isPrimed: true },
    ({ initMs }) => initMs,
    () => true,
  );
  return [
    worst('B1', `init × bare on ${client.name}`, plain, 2),
    worst('B1', `init with the priming read × bare on ${client.name}`, primed, 2.5),
  ];
}

/**
 * B2: init and the first request of every function of the API, over TLS and throttled once it has started. A tenant that
 * is known asks: a read and a page answer, a change names what does not exist. What answers otherwise is named.
 */
export async function firstRequest(): Promise<Result[]> {
  const client = runtimeClient();
  const table = await startTable();
  const open = async () => ({
    ...{ table: table.table, written: [], dueTimes: async () => new Map(), batch: 1 },
    stop: async () => undefined,
  });
  const world = await startWorld(Date.now(), undefined, open);
  try {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    const desk = await openDesk(world, shop, 'owner');
    const { visitor: customer } = await visitor(world, shop, member.svcId);
    const subject = { world, shop, member, desk, customer };
    const eventOf = (name: string) => firstEvent(name, subject);
    const refused = new Set<string>();
    const whole = await shares(
      { client, isPrimed: true, asInLambda: true, table },
      ({ initMs, firstMs, status = 0 }, name) => {
        if (status >= (isRead(name) ? 300 : 500)) refused.add(`${name} ${status}`);
        return initMs + firstMs;
      },
      (name) => eventOf(name) !== undefined,
      eventOf,
    );
    const otherwise = refused.size > 0 ? `, answered otherwise: ${[...refused].join(', ')}` : '';
    return [
      worst('B2', `init + first request, TLS, throttled, × bare on ${client.name}${otherwise}`, whole, 3),
    ];
  } finally {
    await world.stop();
    await table.stop();
  }
}

/** Whom the first requests are about, and the customer's session in the portal. */
interface FirstSubject extends Subject {
  readonly customer: { readonly cookies: Record<string, string> };
}

const isRead = (name: string) =>
  ROUTES.some((one) => one.name === name && one.methods.join() === 'GET' && name !== 'brand/logo');

/** The first request to a function of the API. */
function firstEvent(name: string, subject: FirstSubject): object | undefined {
  const route = ROUTES.find((one) => one.name === name);
  if (!route) return undefined;
  const { headers } = subject.shop;
  if (route.name === 'portal/show')
    return eventFor(route.name, { path: { page: 'home' }, address: '/portal/home', ...subject.customer });
  if (isRead(name) || route.browsers) {
    const ask = requestTo(route.name, subject);
    return eventFor(route.name, { ...ask, headers: { ...headers, ...ask.headers } });
  }
  const { query, body } = OPERATIONS[route.name]?.example ?? {};
  return eventFor(route.name, { headers, query: { token: 'unknown', ...query }, ...(body && { body }) });
}

/** B3 and B4: the sizes of the bundles, and what is in them that should not be shipped. */
export async function contents(): Promise<Result[]> {
  const { folderOf, metafile } = await bundles();
  const sizes = ROWS.map(
    ({ name }) => [name, statSync(join(folderOf(name), 'index.mjs')).size / 1024] as const,
  );
  const found = Object.entries(metafile.outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .flatMap(([path, output]) => violations(path, output).map((what) => `${path} ${what}`));
  for (const what of found) console.log(what);
  const sizesOf = (kind: 'API' | 'pages' | 'console') =>
    new Map(sizes.filter(([name]) => kindOf(name) === kind));
  return [
    worst('B3', 'KB of a bundle, API', sizesOf('API'), API_KB_MAX),
    worst('B3', 'KB of a bundle, pages', sizesOf('pages'), PAGES_KB_MAX),
    worst('B3', 'KB of a bundle, console', sizesOf('console'), CONSOLE_KB_MAX),
    against('B4', 'things shipped that should not be', found.length, { most: 0 }),
  ];
}

function kindOf(name: string): 'API' | 'pages' | 'console' {
  if (name.startsWith('console/')) return 'console';
  return showsPages(name) ? 'pages' : 'API';
}

/** What each bundle takes × a bare handler: medians of one run. */
async function shares(
  start: Omit<Start, 'hasTable' | 'event'>,
  of: (times: ColdStart, name: string) => number,
  isMeant: (name: string) => boolean,
  eventOf: (name: string) => object | undefined = () => undefined,
): Promise<Map<string, number>> {
  const { folderOf } = await bundles();
  const bare = mkdtempSync(join(tmpdir(), 'bare-'));
  writeFileSync(join(bare, 'index.mjs'), 'export const handler = async () => ({ statusCode: 200 });\n');
  const rows = ROWS.filter(({ name }) => isMeant(name) && isAskedFor(name)).map(({ name, table }) => {
    return { name, folder: folderOf(name), hasTable: table !== 'none' };
  });
  const all = rows.flatMap((row, nth) =>
    nth % BARE_EVERY === 0 ? [{ name: BARE, folder: bare, hasTable: false }, row] : [row],
  );
  const times = new Map<string, number[]>(all.map(({ name }) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    process.stderr.write(`round ${round} of ${ROUNDS}\r`);
    for (const { name, folder, hasTable } of all) {
      const measured = await coldStart(folder, { ...start, hasTable, event: eventOf(name) });
      times.get(name)?.push(of(measured, name));
    }
  }
  const base = median(times.get(BARE) ?? []);
  return new Map<string, number>(rows.map(({ name }) => [name, median(times.get(name) ?? []) / base]));
}

/** The largest of many, with how they spread and how many are over. */
function worst(bound: string, what: string, values: ReadonlyMap<string, number>, most: number): Result {
  const sorted = [...values].sort(([, a], [, b]) => b - a);
  const [name, value] = sorted[0] ?? ['', NaN];
  const least = sorted.at(-1)?.[1] ?? NaN;
  const over = sorted.filter(([, one]) => one > most).length;
  const spread = `${sorted.length} from ${least.toFixed(2)}, ${over} over; most: ${name}`;
  return against(bound, `${what} (${spread})`, value, { most });
}
