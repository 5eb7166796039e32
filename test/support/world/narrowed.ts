import type { App } from '../../../lib/runtime/app.ts';
import { deniedTo } from '../../../lib/table/guarded.ts';
import { keyOfChange, type Change, type Key } from '../../../lib/table/table.ts';
import { RATE_LIMITS } from '../../../lib/table/schema.ts';
import { BACKGROUND } from '../../../lib/background-functions.ts';
import type { Footprint } from '../../../lib/footprint.ts';
import { ROUTES } from '../../../functions/routes.ts';

/** What a function used although its row does not declare it. Deployed, it would have no address or no permission. */
class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(row: string, what: string) {
    super(`${row} uses ${what}, which its row does not declare`);
  }
}

type Row = Pick<
  Footprint,
  | 'table'
  | 'lists'
  | 'sends'
  | 'decrypts'
  | 'encrypts'
  | 'documents'
  | 'restoreNotes'
  | 'people'
  | 'audit'
  | 'challenges'
  | 'keyPairs'
> & {
  readonly name: string;
  readonly due?: boolean;
};

const ROWS: readonly Row[] = [...ROUTES, ...BACKGROUND];

const READS = ['get', 'getMany', 'query'] as const;

/** The App as the function of this name is deployed: whatever its row does not declare refuses to be used. */
export function narrowed(app: App, name: string): App {
  const row = ROWS.find((one) => one.name === name);
  if (!row) throw new Error(`no row is called ${name}`);
  const { sends, decrypts, encrypts, documents, restoreNotes } = row;
  return {
    ...app,
    table: tableOf(app, row),
    queues: only(app.queues, `${name}: queue`, (queue) => sends.some((one) => one === queue)),
    secrets: {
      decrypt: async (tenant, purpose, ciphertext) => {
        if (!decrypts.includes(purpose)) throw new Undeclared(name, `decrypting of ${purpose}`);
        return app.secrets.decrypt(tenant, purpose, ciphertext);
      },
      encrypt: async (tenant, purpose, text) => {
        if (!encrypts.includes(purpose)) throw new Undeclared(name, `encrypting of ${purpose}`);
        return app.secrets.encrypt(tenant, purpose, text);
      },
    },
    documents: only(app.documents, `${name}: documents`, (method) =>
      method === 'note' ? restoreNotes : documents !== 'none',
    ),
  };
}

/** Refuses what the role of a row is denied: partitions of people and keys. */
function undenied(table: App['table'], row: Row): App['table'] {
  const { all, writing, deleting } = deniedTo({
    ...row,
    isRoute: ROUTES.some(({ name }) => name === row.name),
  });
  const refuse = (keys: readonly Key[], forms: readonly string[], what: string) => {
    for (const { pk } of keys)
      if (forms.some((form) => hasForm(pk, form)))
        throw new Undeclared(`${row.name}: table`, `${what} ${pk}`);
  };
  const change = (one: Change) => {
    refuse([keyOfChange(one)], all, 'use of');
    if (!('check' in one)) refuse([keyOfChange(one)], writing, 'writing to');
    if ('delete' in one) refuse([one.delete], deleting, 'deleting in');
  };
  return {
    ...table,
    get: async (key, how) => (refuse([key], all, 'use of'), table.get(key, how)),
    getMany: async (keys, how) => (refuse(keys, all, 'use of'), table.getMany(keys, how)),
    query: async (asked) => (refuse([{ pk: asked.pk, sk: '' }], all, 'use of'), table.query(asked)),
    apply: async (one) => (change(one), table.apply(one)),
    write: async (changes) => (changes.forEach(change), table.write(changes)),
  };
}

/** Whether a partition key has a form, as IAM compares them. */
export const hasForm = (pk: string, form: string): boolean =>
  form.endsWith('*')
    ? pk.startsWith(form.slice(0, -1))
    : pk.length === form.length && form.split('').every((one, at) => one === '?' || one === pk[at]);

function tableOf(app: App, row: Row): App['table'] {
  const { name, table: use, lists, due = false } = row;
  const table = undenied(app.table, row);
  const methods: readonly string[] = {
    none: [],
    keys: [],
    read: [...READS, 'apply'],
    write: [],
  }[use];
  const narrow = {
    ...table,
    ...(use === 'read' && { apply: counting(table, name) }),
  };
  return only(narrow, `${name}: table`, (method) => {
    if (method === 'list') return lists !== 'none';
    return method === 'due' ? due : use === 'write' || methods.includes(method);
  });
}

/** A function that reads may write how much its callers have asked, and nothing else. */
function counting(table: App['table'], name: string): App['table']['apply'] {
  return async (change) => {
    const { pk } = 'put' in change ? change.put : 'update' in change ? change.update : change.delete;
    if (!pk.startsWith(RATE_LIMITS)) throw new Undeclared(`${name}: table`, 'apply');
    return table.apply(change);
  };
}

/** An object of which only some members may be touched. */
function only<T extends object>(inner: T, what: string, may: (member: string) => boolean): T {
  return new Proxy(inner, {
    get: (target, member) => {
      if (typeof member === 'string' && !may(member)) throw new Undeclared(what, member);
      return Reflect.get(target, member) as unknown;
    },
  });
}
