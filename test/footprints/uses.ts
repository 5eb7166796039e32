import type { App } from '../../lib/runtime/app.ts';
import type { Row } from '../../infra/functions/chapters.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { LISTS_OF } from '../../lib/table/list-indexes.ts';
import { RATE_LIMITS } from '../../lib/table/schema.ts';
import type { Change, Table } from '../../lib/table/table.ts';

/** One thing that a function may do, such as `send deliveries` or `write table`. */
export type Use = string;

/** Everything that a row declares. */
export function declared(row: Row): Use[] {
  const { table, lists, sends, decrypts, encrypts, documents, refunds, restoreNotes, publicUrl } = row;
  return [
    ...(table === 'none' || table === 'keys' ? [] : ['read table']),
    ...(table === 'write' ? ['write table'] : []),
    ...(lists === 'none' ? [] : LISTS_OF[lists].map((index) => `list ${index}`)),
    ...('due' in row && row.due ? ['list due'] : []),
    ...sends.map((queue) => `send ${queue}`),
    ...decrypts.map((purpose) => `decrypt ${purpose}`),
    ...encrypts.map((purpose) => `encrypt ${purpose}`),
    ...(documents === 'none' ? [] : [`${documents} documents`]),
    ...(refunds ? ['refund'] : []),
    ...(restoreNotes ? ['note for a restore'] : []),
    ...(publicUrl ? ['name the public address'] : []),
  ].toSorted();
}

/** The same App, which tells of each use that is made of it. */
export function watching(app: App, note: (use: Use) => void): App {
  const queues = Object.fromEntries(
    QUEUE_NAMES.map((name) => [
      name,
      {
        send: async (messages: Parameters<App['queues']['deliveries']['send']>[0]) => {
          note(`send ${name}`);
          await app.queues[name].send(messages);
        },
      },
    ]),
  ) as unknown as App['queues'];
  return {
    ...app,
    table: watchedTable(app.table, note),
    pay: (...account) => {
      const pay = app.pay(...account);
      const noted =
        <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer) =>
        (...asked: Asked): Answer => {
          note('refund');
          return ask(...asked);
        };
      return {
        ...pay,
        refund: noted((ask) => pay.refund(ask)),
        readPayment: noted((paymentId) => pay.readPayment(paymentId)),
        refundedPayments: noted((day) => pay.refundedPayments(day)),
      };
    },
    queues,
    secrets: {
      decrypt: (tenant, purpose, ciphertext) => {
        note(`decrypt ${purpose}`);
        return app.secrets.decrypt(tenant, purpose, ciphertext);
      },
      encrypt: (tenant, purpose, text) => {
        note(`encrypt ${purpose}`);
        return app.secrets.encrypt(tenant, purpose, text);
      },
    },
    documents: {
      link: (...asked) => {
        note('read documents');
        return app.documents.link(...asked);
      },
      put: (...asked) => {
        note('write documents');
        return app.documents.put(...asked);
      },
      putLogo: (...asked) => {
        note('writeLogos documents');
        return app.documents.putLogo(...asked);
      },
      readLogo: (...asked) => {
        note('readLogos documents');
        return app.documents.readLogo(...asked);
      },
      note: (...asked) => {
        note('note for a restore');
        return app.documents.note(...asked);
      },
      notes: () => app.documents.notes(),
    },
    settings: {
      ...app.settings,
      get publicUrl() {
        note('name the public address');
        return app.settings.publicUrl;
      },
    },
  };
}

function watchedTable(table: Table, note: (use: Use) => void): Table {
  /** Functions that only read may count their callers' requests all the same. */
  const noteChange = (change: Change) => {
    const at = 'put' in change ? change.put : 'update' in change ? change.update : undefined;
    if (!at?.pk.startsWith(RATE_LIMITS)) note('write table');
  };
  const reading =
    <Asked extends unknown[], Answer>(read: (...asked: Asked) => Answer) =>
    (...asked: Asked): Answer => {
      note('read table');
      return read(...asked);
    };
  return {
    get: reading((...asked) => table.get(...asked)),
    getMany: reading((...asked) => table.getMany(...asked)),
    query: reading((...asked) => table.query(...asked)),
    list: (query) => {
      note(`list ${query.index}`);
      return table.list(query);
    },
    due: (...asked) => {
      note('list due');
      return table.due(...asked);
    },
    apply: (change) => {
      noteChange(change);
      return table.apply(change);
    },
    write: (changes) => {
      changes.forEach(noteChange);
      return table.write(changes);
    },
  };
}
