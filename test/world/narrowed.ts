import type { App } from '../../lib/runtime/app.ts';
import { RATE_LIMITS } from '../../lib/table/schema.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import type { Footprint } from '../../lib/footprint.ts';
import { ROUTES } from '../../lib/routes.ts';

/** What a function used although its row does not declare it. Deployed, it would have no address or no permission. */
export class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(row: string, what: string) {
    super(`${row} uses ${what}, which its row does not declare`);
  }
}

type Row = Pick<
  Footprint,
  'table' | 'lists' | 'sends' | 'decrypts' | 'encrypts' | 'documents' | 'restoreNotes'
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

function tableOf(app: App, { name, table: use, lists, due = false }: Row): App['table'] {
  const methods: readonly string[] = {
    none: [],
    keys: [],
    read: [...READS, 'apply'],
    write: [],
  }[use];
  const narrow = {
    ...app.table,
    ...(use === 'read' && { apply: counting(app, name) }),
  };
  return only(narrow, `${name}: table`, (method) => {
    if (method === 'list') return lists !== 'none';
    return method === 'due' ? due : use === 'write' || methods.includes(method);
  });
}

/** A function that reads may write how much its callers have asked, and nothing else. */
function counting({ table }: App, name: string): App['table']['apply'] {
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
