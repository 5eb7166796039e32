import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../functions/routes.ts';
import { DUE_INDEX } from '../../lib/table/work/due.ts';
import type { List } from '../../lib/table/list-indexes.ts';
import { list } from '../../lib/table/lists.ts';
import { rowsOf, CHAPTERS } from '../../infra/functions/chapters.ts';
import { SECRET_PURPOSES } from '../../lib/footprint.ts';
import { allowed, lambdaOf, linesOf, many, ROWS } from './roles.ts';
import type { Statement } from './roles.ts';
import { hasForm } from '../support/world/narrowed.ts';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

const { stacks, template } = synthesised();

/** Answering to GET alone, and yet allowed to write: what it writes, and why that is no act of whoever opens the page. */
const READERS_THAT_WRITE = [
  [
    'checkout/page',
    'what the provider says of a payment is recorded when it is read: the page ends in its outcome',
  ],
] as const;

describe('permissions', () => {
  it('hold no wildcard action anywhere, except to deny', () => {
    const documents = Object.values(template.Resources).flatMap(({ Properties = {} }) =>
      [Properties.PolicyDocument, Properties.KeyPolicy].filter((document) => document !== undefined),
    );
    const statements = documents.flatMap((document) => (document as { Statement: Statement[] }).Statement);
    const granted = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action }) => many(Action));
    expect(granted.length).toBeGreaterThan(100);
    expect(granted.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('are granted to a function by its own role alone, with no managed policy', () => {
    const roles = resources(template, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(ROWS.length);
    for (const [id, { Properties }] of roles) {
      expect(Properties.ManagedPolicyArns, id).toBeUndefined();
      expect(Properties.Policies, id).toBeUndefined();
    }
    const owned = resources(template, 'AWS::IAM::Policy').map(([, { Properties }]) =>
      (Properties.Roles as unknown[]).map(referred),
    );
    expect(new Set(owned.flat()).size).toBe(owned.flat().length);
  });

  it('let nobody whom the internet reaches ask an index across tenants', () => {
    const asking = ROWS.filter(({ name }) =>
      linesOf(allowed(template, name)).some((line) => line.endsWith(`/index/${DUE_INDEX}`)),
    );
    expect(asking.map(({ name }) => name)).toEqual(['sweep/start', 'sweep/run']);
    const tenants = Object.values(list).map((of) => {
      const { name } = Reflect.apply(of, undefined, ['01', 'a', 'b']) as List;
      return /^T#[^#]+/.exec(name)?.[0];
    });
    expect(new Set(tenants)).toEqual(new Set(['T#01']));
  });

  it('let who answers only to GET write nothing but usage counters', () => {
    const writing = ROUTES.filter(({ methods }) =>
      methods.every((method: string) => method === 'GET'),
    ).filter(({ name }) =>
      linesOf(allowed(template, name)).some(
        (line) =>
          /^(dynamodb:(Put|Update|Delete)Item|dynamodb:ConditionCheck|s3:Put|kms:Encrypt)/.test(line) &&
          !line.includes('"L#*"'),
      ),
    );
    expect(writing.map(({ name }) => name)).toEqual(READERS_THAT_WRITE.map(([name]) => name));
  });

  const granted = new Map(ROWS.map(({ name }) => [name as string, allowed(template, name)]));

  /** Whether a role may do something with items of a partition: something allows it, and nothing denies it. */
  function may(name: string, action: string, pk: string): boolean {
    const on = (granted.get(name) ?? []).filter(({ Action, Resource, Condition }) => {
      const isMeant = many(Action).some((one) => one === `dynamodb:${action}` || one === 'dynamodb:*');
      const { 'dynamodb:LeadingKeys': forms } = (Object.values(Condition ?? {})[0] ?? {}) as {
        'dynamodb:LeadingKeys'?: string[];
      };
      const isOfIndex = JSON.stringify(Resource).includes('/index/');
      return isMeant && !isOfIndex && (forms === undefined || forms.some((form) => hasForm(pk, form)));
    });
    return on.some(({ Effect }) => Effect === 'Allow') && on.every(({ Effect }) => Effect === 'Allow');
  }
  const whoMay = (action: string, pk: string) =>
    ROWS.map(({ name }) => name as string)
      .filter((name) => may(name, action, pk))
      .toSorted();

  const TENANT = '0190'.repeat(8);
  const CONSOLE = ['console/act', 'console/enter', 'console/show'];
  /** They look whether whoever has made a link may still make one. */
  const PORTAL = ['portal/act', 'portal/show'];
  const WRITING = ['console/act', 'console/enter'];
  const PAIRS = ['account/create-key', 'account/revoke-key', 'account/rotate-key', 'console/act'];
  const CONNECTING = ['account/set-payment', 'console/act'];
  const LISTING = [...PAIRS, 'account/list-keys', 'console/show'].toSorted();
  const looking = ROWS.filter((row) => 'path' in row && ['read', 'write'].includes(row.table));

  it.each<[string, string, readonly string[], readonly string[], readonly string[]]>([
    [
      'people, their sessions and challenges',
      `T#${TENANT}#PEOPLE`,
      [...CONSOLE, 'messages/send', ...PORTAL],
      WRITING,
      WRITING,
    ],
    [
      'the audit list, of which nobody deletes an entry',
      `T#${TENANT}#AUDIT`,
      [...CONSOLE, 'portal/act'],
      [...WRITING, 'portal/act'],
      [],
    ],
    ['the secret of challenges', 'CHALLENGES', CONSOLE, WRITING, []],
    ['the list of keys', `T#${TENANT}#KEYS`, LISTING, PAIRS, PAIRS],
    ['who has which payment account', 'M#0a', CONNECTING, CONNECTING, []],
    ['key pairs', 'K#svck_live_x', looking.map(({ name }) => name).toSorted(), PAIRS, PAIRS],
  ])('leave %s to few functions', (_what, pk, reading, writing, deleting) => {
    for (const action of ['GetItem', 'BatchGetItem', 'Query']) expect(whoMay(action, pk)).toEqual(reading);
    for (const action of ['PutItem', 'UpdateItem']) expect(whoMay(action, pk)).toEqual(writing);
    expect(whoMay('DeleteItem', pk)).toEqual(deleting);
  });

  it('let nobody whom the internet reaches read the list of all tenants', () => {
    const routes: readonly string[] = ROUTES.map(({ name }) => name);
    const readers = ['GetItem', 'BatchGetItem', 'Query'].flatMap((action) => whoMay(action, 'TENANTS'));
    expect(readers.filter((name) => routes.includes(name))).toEqual([]);
    expect(readers).toContain('comparison/start');
  });

  it('are denied by no text that a tenant makes up', () => {
    const writers = whoMay('PutItem', `T#${TENANT}`);
    for (const end of ['#PEOPLE', '#AUDIT', '#KEYS'])
      for (const pk of [`T#${TENANT}#X#a${end}`, `T#${TENANT}#R#T#${TENANT}${end}`, `C#a${end}`])
        expect(whoMay('PutItem', pk), pk).toEqual(writers);
    expect(writers.length).toBeGreaterThan(30);
  });

  it('let at least one function decrypt each secret', () => {
    expect(new Set(ROWS.flatMap(({ decrypts }) => decrypts))).toEqual(new Set(SECRET_PURPOSES));
  });

  it('let releases move the functions of their own stack only', () => {
    for (const chapter of CHAPTERS.filter((each) => rowsOf(each, FULL_STAGE).length > 0)) {
      const own = rowsOf(chapter, FULL_STAGE).flatMap(({ name }) => {
        const { id, alias } = lambdaOf(template, name);
        return [id, alias];
      });
      const lambdas = resources(stacks.get(chapter)!, 'AWS::IAM::Policy')
        .flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement)
        .filter(({ Action }) => many(Action).includes('lambda:UpdateAlias'))
        .flatMap((statement) => linesOf([statement]))
        .filter((line) => line.startsWith('lambda:UpdateAlias'));
      expect(lambdas, chapter).toEqual(own.map((id) => `lambda:UpdateAlias on ${id}`).toSorted());
    }
  });
});
