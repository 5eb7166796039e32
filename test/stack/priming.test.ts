import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { primingOf } from '../../infra/build/primed.ts';
import type { HttpResult } from '../../lib/http/call.ts';
import { ROUTES } from '../../functions/routes.ts';
import type { App } from '../../lib/runtime/app.ts';
import {
  answered,
  hasFailed,
  nowhere,
  type Create,
  type Noted,
  type Primed,
} from '../../lib/runtime/priming.ts';
import { memoryTable } from '../support/doubles/memory-table.ts';
import { startWorld } from '../support/world/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const DESCRIPTION = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as Parameters<
  typeof primingOf
>[1];
const PRIMED = ROUTES.filter(({ table }) => table !== 'none');

/** What of the App priming may use: nothing of it reaches outside. */
const HARMLESS = ['newId', 'newNonce', 'newSecret', 'settings'];

/** The App of a world that notes what of it is used. */
function noting(app: App, used: Set<string>): App {
  return new Proxy(app, {
    get: (target, name) => {
      used.add(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
}

const isPage = ({ headers }: HttpResult) => String(headers?.['content-type']).startsWith('text/html');

/** How far a function comes that is primed: the status of its answer, and what of the outside it has used. */
async function primedOf(app: App, route: (typeof PRIMED)[number]) {
  const { create } = (await import(pathToFileURL(join(ROOT, 'functions', `${route.name}.ts`)).href)) as {
    create: Create;
  };
  const used = new Set<string>();
  const table = memoryTable();
  const { asked, items } = primingOf(route, DESCRIPTION) as Primed;
  for (const item of items) await table.apply({ put: item });
  const noted: Noted = {};
  const result = await answered(create, nowhere(noting(app, used), table, noted), asked);
  return {
    ...{ name: route.name, status: result.statusCode, isPage: isPage(result) },
    failure: hasFailed(result, noted) ? noted.failure : undefined,
    used: [...used].filter((name) => !HARMLESS.includes(name)),
  };
}

it('primes every function by a request that uses nothing outside, and goes as far as the rule that refuses it', async () => {
  const world = await startWorld();
  const found = await Promise.all(PRIMED.map((route) => primedOf(world.app, route)));
  await world.stop();
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ used }) => used.length > 0)).toEqual([]);
  const named = (...statuses: number[]) =>
    found.filter(({ status }) => statuses.includes(status ?? 0)).map(({ name }) => name);
  expect(named(400, 401, 403, 415)).toEqual(['portal/act']); // its form was not made for the session
  // A provider would be asked, or a mail sent.
  expect(named(500, 503)).toEqual(['account/set-payment', 'account/set-invoicing', 'account/test-message']);
  expect(found.filter(({ failure }) => failure !== undefined)).toEqual([]);
  expect(named(303)).toEqual(['console/act', 'console/enter']);
  // What these name is not found there.
  expect(named(404, 410)).toEqual([
    ...['subscribers/erase', 'invoices/get', 'invoices/refunds', 'invoices/refund', 'reports/finish-task'],
    ...['account/rotate-key', 'account/revoke-key', 'notifications/receive'],
    ...['events/get', 'events/replay-progress'],
  ]);
  const reads = PRIMED.filter(({ methods }) => methods.join() === 'GET').map(({ name }): string => name);
  expect(named(409).filter((name) => reads.includes(name))).toEqual([]);
  const pages = found.flatMap(({ name, status, isPage }) => (isPage ? [`${name} ${status}`] : []));
  expect(pages).toEqual([
    'checkout/callback 202',
    'checkout/page 200',
    'portal/show 200',
    'portal/act 403',
    'console/show 200',
  ]);
});
