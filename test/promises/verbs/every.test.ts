import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ACTS } from '../../../lib/console/acts.ts';
import { DOOR_ACTS } from '../../../lib/console/door-acts.ts';
import { ACTS as PORTAL_ACTS } from '../../../lib/portal/acts.ts';
import { routeNamed, ROUTES, type RouteName } from '../../../functions/routes.ts';
import type { KeptText } from '../../../lib/text/kept-text.ts';
import type { VerbRules } from '../../../lib/verbs/verb.ts';
import { OF_ACCOUNTS, VERBS } from './all.ts';

const all: readonly VerbRules[] = Object.values(VERBS);
const byConsole = Object.entries({ ...ACTS, ...DOOR_ACTS });

/** What the console does that no endpoint does, and which other door has it. */
const IN_CONSOLE_ALONE = {
  reconcile: 'the command line',
  'close-difference': 'the command line',
  import: 'the command line',
  invite: 'the command line',
  'invite-again': 'the command line',
  'set-roles': 'the command line',
  'remove-person': 'the command line',
  'remove-passkey': 'the command line',
  'end-session': 'none',
  'end-sessions': 'the command line',
  'add-passkey': 'none',
} as const;

/** What keys alone do. */
const BY_KEYS_ALONE: readonly RouteName[] = [
  'checkout/initialize',
  'checkout/initialize-direct',
  'subscribers/erase',
  'account/set-chat',
  'account/clear-chat',
];

describe('our choice: whatever two doors offer is one verb', () => {
  it('which stands in a file of its own, and is walked by every door', async () => {
    const files = readdirSync('lib/verbs').filter((file) => file !== 'verb.ts');
    const exported = await Promise.all(
      files.map(async (file) => Object.entries((await import(`../../../lib/verbs//${file}`)) as object)),
    );
    expect(Object.fromEntries(exported.flat())).toEqual(VERBS);
  });

  it('by each act of the console, or what no endpoint does', () => {
    const routes = new Set(all.map(({ route }) => route));
    for (const [name, { verb }] of byConsole) if ('route' in verb) expect(routes, name).toContain(verb.route);
    const alone = byConsole.filter(([, { verb }]) => 'inConsoleAlone' in verb).map(([name]) => name);
    expect(alone.toSorted()).toEqual(Object.keys(IN_CONSOLE_ALONE).toSorted());
  });

  it('by each act of the portal, which the verb permits to customers within a share', () => {
    for (const [name, { verb }] of Object.entries(PORTAL_ACTS)) {
      expect(all, name).toContain(verb);
      expect([name, verb.customers === 'never', verb.share === undefined]).toEqual([name, false, false]);
    }
  });

  it('by each endpoint of keys that changes something, but for what keys alone do', () => {
    const changing = ROUTES.filter(({ caller, right }) => caller === 'tenant' && right !== 'read');
    const verbs = changing.map(({ name }) => name).filter((name) => !BY_KEYS_ALONE.includes(name));
    expect(new Set(all.map(({ route }) => route))).toEqual(new Set(verbs));
    for (const route of verbs)
      expect(readFileSync(`functions/${route}.ts`, 'utf8'), route).toMatch(/await byKey\(|byKey\(/);
  });

  it('whose right and allowance are those of its endpoint', () => {
    for (const { route, needs, spends } of all) {
      const { right, limit } = routeNamed(route as RouteName);
      expect([route, needs, spends]).toEqual([route, right, limit]);
    }
  });

  it('of the account, which the console has too', () => {
    const consoles = byConsole.flatMap(([, { verb }]) => ('route' in verb ? [verb.name] : []));
    for (const { name } of Object.values(OF_ACCOUNTS)) expect(consoles).toContain(name);
  });

  it('whose texts of people are ones in which a card number was looked for: raw text does not compile', () => {
    type Asked<V extends { run: (call: never, input: never) => unknown }> = Parameters<V['run']>[1];
    expectTypeOf<string>().not.toExtend<KeptText>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.createKey>['label']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.setWebhook>>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.cancel>['why']['comment']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.refund>['note']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.finishTask>['note']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.setMessages>['senderName' | 'replyTo']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.setBrandTexts>['displayName' | 'supportEmail']>();
    expectTypeOf<string>().not.toExtend<Asked<typeof VERBS.setBrand>['displayName' | 'supportEmail']>();
  });
});
