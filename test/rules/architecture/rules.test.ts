import { ESLint } from 'eslint';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import parser from 'typescript-eslint';
import { HOUSE } from '../../../lint/rules.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** One rule of the house alone, as the editor runs it. */
const alone = (rule: string) =>
  new ESLint({
    cwd: ROOT,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parser: parser.parser },
      plugins: { house: HOUSE },
      rules: { [`house/${rule}`]: 'error' },
    },
  });
const linters = new Map(Object.keys(HOUSE.rules).map((rule) => [rule, alone(rule)]));

/** What a rule of the house says of a text in a file of this path. */
async function said(path: string, text: string, rule: keyof typeof HOUSE.rules): Promise<string[]> {
  const [result] = await linters.get(rule)!.lintText(text, { filePath: join(ROOT, path) });
  return result!.messages.map(({ message }) => message);
}

const WRONG: readonly (readonly [keyof typeof HOUSE.rules, path: string, text: string])[] = [
  ['rooms', 'lib/billing/a.ts', "import { wire } from '../wire/read.ts';"],
  ['rooms', 'lib/billing/a.ts', "export { wire } from '../wire/read.ts';"],
  ['rooms', 'lib/billing/a.ts', "const wire = await import('../wire/read.ts');"],
  ['rooms', 'lib/billing/a.ts', "import { Client } from '@aws-sdk/client-kms';"],
  ['rooms', 'lib/wire/a.ts', "import { z } from 'zod';"],
  ['field-words', 'lib/puppets/puppet.ts', 'export {};'],
  ['field-words', 'lib/a.ts', 'const aPuppetCloud = 1;'],
  ['field-words', 'test/a.test.ts', "it('meets a setback', () => undefined);"],
  ['documented', 'lib/a.ts', '// not a doc comment\nexport const a = 1;'],
  ['documented', 'functions/a.ts', 'export const create = 1;'],
  ['clock-and-chance', 'lib/a.ts', 'Date.now();'],
  ['clock-and-chance', 'lib/a.ts', 'new Date();'],
  ['clock-and-chance', 'lib/a.ts', "await fetch('https://a.example');"],
  ['clock-and-chance', 'lib/a.ts', 'process.env.A;'],
  ['no-cast-away', 'lib/a.ts', 'a as never;'],
  ['no-cast-away', 'lib/a.ts', 'a as unknown as string;'],
  ['read-json', 'lib/a.ts', 'JSON.parse(a) as string;'],
  ['bounded-memory', 'lib/a.ts', 'const known = new Set<string>();'],
  ['bounded-memory', 'lib/a.ts', 'const known = perInstance(() => new Map<string, number>());'],
  ['conflict-by-name', 'lib/a.ts', 'error instanceof Conflict;'],
  ['one-tenant', 'lib/a.ts', 'function a(app: CoreApp, tenant: string): void {}'],
  ['one-tenant', 'lib/a.ts', 'const a = (app: PayApp & OfTenant, tenantId: string) => 1;'],
  [
    'one-tenant',
    'lib/a.ts',
    'function a(app: CoreApp & OfTenant, n: number, { tenant, id }: Replay): void {}',
  ],
  ['one-tenant', 'lib/a.ts', 'const a = ({ log }: CoreApp & WithTenant, tenant: Tenant) => 1;'],
  [
    'one-tenant',
    'lib/a.ts',
    'type A = (app: CoreApp, of: { readonly tenant: string; readonly id: string }) => void;',
  ],
];

const RIGHT: typeof WRONG = [
  ['rooms', 'lib/checkout/a.ts', "import { a } from '../billing/plan.ts';"],
  ['rooms', 'lib/wire/a.ts', "import { z } from 'zod/mini';"],
  ['field-words', 'lib/a.ts', "const say = 'a puppet';"],
  ['documented', 'lib/a.ts', '/** What it is. */\nexport const a = 1;'],
  ['documented', 'functions/a.ts', 'export const handler = create(live);'],
  ['clock-and-chance', 'lib/a.ts', 'new Date(app.now());'],
  ['read-json', 'lib/a.ts', 'JSON.parse(a) as unknown;'],
  ['no-cast-away', 'lib/a.ts', 'a as string;'],
  ['one-tenant', 'lib/a.ts', 'const a = (app: CoreApp & OfTenant, id: string) => app.tenantId;'],
  ['one-tenant', 'lib/a.ts', 'const a = (app: CoreApp, { tenant, id }: Replay) => forTenant(app, tenant);'],
  ['one-tenant', 'lib/a.ts', 'const a = (tenant: string, id: string) => key.plan(tenant, id);'],
  ['bounded-memory', 'lib/a.ts', "const known = new Set(['a']);"],
];

let switchedOn: Record<string, unknown>;
beforeAll(async () => {
  const file = join(ROOT, 'lib/checkout/if-active.ts');
  ({ rules: switchedOn } = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(file)) as {
    rules: Record<string, unknown>;
  });
});

describe('the editor and `npm run check` say of a line what the house does not want', () => {
  it.each(WRONG)('%s, in %s: %s', async (rule, path, text) => {
    expect(await said(path, text, rule)).toHaveLength(1);
  });

  it.each(RIGHT)('and nothing of what it wants: %s, in %s: %s', async (rule, path, text) => {
    expect(await said(path, text, rule)).toEqual([]);
  });

  it.each([...new Set(WRONG.map(([rule]) => rule))])('%s is switched on', async (rule) => {
    expect(switchedOn[`house/${rule}`]).toEqual([2]);
  });

  it('every rule has a case here', () => {
    expect([...new Set(WRONG.map(([rule]) => rule))].toSorted()).toEqual(Object.keys(HOUSE.rules).toSorted());
  });
});
