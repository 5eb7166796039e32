import { everyQueue } from '../../support/world/queues.ts';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Message } from '../../../lib/runtime/app.ts';
import { ROUTES, type RouteName } from '../../../functions/routes.ts';
import { Dice } from '../../faults/dice.ts';
import { read } from '../../support/world/shop.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { eventFor, type Answer } from '../../support/world/world.ts';
import { handlersOf, type Handlers } from './handlers.ts';
import { settleIn } from './isolation-belongings.ts';
import { casesOf, untried, type Belongings, type Case } from './isolation-cases.ts';
import { isForeign, recording } from './isolation-watch.ts';
import { openWorld } from '../../support/world/opened.ts';

const SEED = Number(process.env.SEED ?? 20_260_115);
const dice = new Dice(SEED);

const world = await openWorld();
let theirs: Belongings;
let own: Belongings;
let handlers: Handlers;
let asked: string[];
const groups: string[] = [];
beforeAll(async () => {
  theirs = await settleIn(world, await makeTenant(world), 'theirs');
  own = await settleIn(world, await makeTenant(world), 'own');
  const watched = recording(world.table);
  asked = watched.asked;
  const queue = {
    send: async (sent: readonly Message[]) => void groups.push(...sent.map(({ group }) => group)),
  };
  const queues = everyQueue(() => queue);
  handlers = await handlersOf({ ...world.app, memory: {}, table: watched.table, queues });
});
beforeEach(() => void (asked.length = 0));

const ALPHABETS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** A value nobody has: as long, with digits, letters, case and prefix where the given one has them. */
function likeIt(value: string): string {
  const [prefix = ''] = /^\s*(?:(?:sub|pln|cus|inv)_|svck_test_)?/.exec(value) ?? [];
  const roll = (letter: string) => dice.pick(Array.from(ALPHABETS.find((all) => all.includes(letter))!));
  return prefix + value.slice(prefix.length).replaceAll(/[0-9A-Za-z]/g, roll);
}

/** The tokens of a notification and of an invitation name their tenant, whose record is needed to tell whether they are right. */
const NAMING_THEIR_TENANT: readonly RouteName[] = ['notifications/receive', 'console/enter'];

/** An answer without what is new in every answer: request ids, fresh ids and tokens. The value itself is taken out. */
function essence({ status, headers, text }: Answer, value: string): unknown {
  const { 'x-request-id': _id, 'ratelimit-remaining': _left, 'ratelimit-reset': _reset, ...rest } = headers;
  const plain = text.replaceAll(value.trim(), '<value>').replaceAll(value.trim().toLowerCase(), '<value>');
  const form = /("checkoutFormContent":)"(?:[^"\\]|\\.)*"/;
  const masked = `${JSON.stringify(rest)}${plain}`
    .replace(form, '$1"<form>"')
    .replaceAll(/(?=[\w-]*\d)[\w-]{16,}/g, '<fresh>');
  return { status, masked };
}

async function ask(name: RouteName, { ask }: Case, value: string, headers = own.shop.headers) {
  const asking = ask(value);
  const answer = await handlers[name](
    eventFor(name, { ...asking, headers: { ...headers, ...asking.headers } }),
  );
  return essence(answer, value);
}

it('every identifier of another tenant is answered like an unknown one, and nothing of that tenant is read', async () => {
  const before = JSON.stringify([
    await read(theirs.shop, { svcId: theirs.subscriber }),
    world.receiver.arrivals.length,
  ]);
  groups.length = 0;
  const violations: string[] = [];
  let cases = 0;
  const all = casesOf(world, theirs, own);
  expect(untried(theirs)).toEqual([]);
  for (const { name } of ROUTES) {
    expect(all[name].length, `${name} has no identifier field here`).toBeGreaterThan(0);
    for (const one of all[name])
      for (const value of one.values) {
        cases++;
        asked.length = 0;
        await world.clock.advanceTo(world.clock.now() + 2_500);
        const answers = [await ask(name, one, value), await ask(name, one, likeIt(value))].map((answer) =>
          JSON.stringify(answer),
        );
        if (answers[0] !== answers[1])
          violations.push(`${name} ${one.field} ${value}: ${answers.join(' but ')}`);
        const foreign = asked.filter((pk) => isForeign(pk, own.shop.tenant.id));
        if (!NAMING_THEIR_TENANT.includes(name) && foreign.length > 0)
          violations.push(`${name} ${one.field} ${value}: asked for ${foreign.join()}`);
      }
  }
  console.log(
    `tenant isolation: seed ${SEED}, ${cases} cases, ${groups.length} effects, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(900);
  expect(new Set(groups)).toEqual(new Set([own.shop.tenant.id]));
  expect(
    JSON.stringify([await read(theirs.shop, { svcId: theirs.subscriber }), world.receiver.arrivals.length]),
  ).toBe(before);
});

it('the other tenant itself gets another answer for its values, from its own partitions', async () => {
  const all = casesOf(world, theirs, own);
  const noticed = { answers: 0, reads: 0 };
  for (const name of [
    'subscribers/get',
    'subscribers/check',
    'subscribers/invoices',
    'plans/list',
  ] as const) {
    const [one] = all[name];
    asked.length = 0;
    const right = await ask(name, one!, one!.values[0]!, theirs.shop.headers);
    const wrong = await ask(name, one!, likeIt(one!.values[0]!), theirs.shop.headers);
    if (JSON.stringify(right) !== JSON.stringify(wrong)) noticed.answers++;
    if (asked.some((pk) => isForeign(pk, own.shop.tenant.id))) noticed.reads++;
  }
  expect(noticed).toEqual({ answers: 4, reads: 4 });
});

it('an API key of another tenant with the wrong secret is answered like an unknown key, on every route', async () => {
  for (const { name } of ROUTES.filter(({ caller }) => caller === 'tenant')) {
    const tried = (apiKey: string) =>
      handlers[name](eventFor(name, { headers: { ...own.shop.headers, 'x-api-key': apiKey } }));
    const apiKey = theirs.shop.headers['x-api-key']!;
    const [right, random] = [await tried(apiKey), await tried(likeIt(apiKey))];
    expect(essence(right, apiKey)).toEqual(essence(random, apiKey));
    expect(right.status).toBe(401);
  }
});
