import type { App, Queue } from '../../../lib/runtime/app.ts';
import type { Row } from '../../../infra/functions/chapters.ts';
import type { QueueName } from '../../../lib/footprint.ts';
import { LISTS_OF } from '../../../lib/table/list-indexes.ts';
import { RATE_LIMITS } from '../../../lib/table/schema.ts';
import { GUARDED } from '../../../lib/table/guarded.ts';
import { keyOfChange, type Change, type Key, type ListQuery, type Table } from '../../../lib/table/table.ts';
import { hasForm } from '../../support/world/narrowed.ts';
import { noting } from '../../support/world/calls.ts';
import { everyQueue } from '../../support/world/queues.ts';

/** One thing that a function may do, such as `send deliveries` or `write table`. */
export type Use = string;

/** Everything that a row declares. */
export function declared(row: Row): Use[] {
  const { table, lists, sends, decrypts, encrypts, documents, refunds, restoreNotes, publicUrl } = row;
  const { people, audit, challenges, keyPairs } = row;
  return [
    ...(table === 'none' || table === 'keys' ? [] : ['read table']),
    ...(table === 'write' ? ['write table'] : []),
    ...(lists === 'none' ? [] : LISTS_OF[lists].map((index) => `list ${index}`)),
    ...('due' in row && row.due ? ['list due'] : []),
    ...sends.map((queue) => `send ${queue}`),
    ...decrypts.map((purpose) => `decrypt ${purpose}`),
    ...encrypts.map((purpose) => `encrypt ${purpose}`),
    ...(people === 'none' ? [] : [`read ${GUARDED.people}`]),
    ...(people === 'write' ? [`write ${GUARDED.people}`] : []),
    ...(audit === 'none' ? [] : ['use of audit']),
    ...(challenges ? ['use of challenges'] : []),
    ...(keyPairs === 'none' ? [] : [`read ${GUARDED.keyLists}`]),
    ...(keyPairs === 'write' ? [`write ${GUARDED.keyLists}`] : []),
    ...(documents === 'none' ? [] : [`${documents} documents`]),
    ...(refunds ? ['refund'] : []),
    ...(restoreNotes ? ['note for a restore'] : []),
    ...(publicUrl ? ['name the public address'] : []),
  ].toSorted();
}

/** What a use of the bucket is called; looking for notes is part of restoring, which no function does. */
const OF_DOCUMENTS: Readonly<Partial<Record<string, Use>>> = {
  link: 'read documents',
  put: 'write documents',
  putLogo: 'writeLogos documents',
  readLogo: 'readLogos documents',
  note: 'note for a restore',
};

const REFUNDING = ['refund', 'readPayment', 'refundedPayments'];

/** The same App, which tells of each use that is made of it. */
export function watching(app: App, note: (use: Use) => void): App {
  /** A queue that is not declared refuses already to be looked up. */
  const watchedQueue = (name: QueueName): Queue => ({
    send: async (messages) => {
      note(`send ${name}`);
      await app.queues[name].send(messages);
    },
  });
  return {
    ...app,
    table: watchedTable(app.table, note),
    pay: (...account) =>
      noting(app.pay(...account), ({ method }) => {
        if (REFUNDING.includes(method)) note('refund');
      }),
    queues: everyQueue(watchedQueue),
    secrets: noting(app.secrets, ({ method, asked: [, purpose] }) => note(`${method} ${String(purpose)}`)),
    documents: noting(app.documents, ({ method }) => {
      const use = OF_DOCUMENTS[method];
      if (use !== undefined) note(use);
    }),
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
    if (!('check' in change)) noteGuarded('write', keyOfChange(change).pk);
    if (!at?.pk.startsWith(RATE_LIMITS)) note('write table');
  };
  const noteGuarded = (use: 'read' | 'write', pk: string) => {
    if (hasForm(pk, GUARDED.audit)) note('use of audit');
    if (hasForm(pk, GUARDED.challengeKey)) note('use of challenges');
    for (const form of [GUARDED.people, GUARDED.keyLists]) if (hasForm(pk, form)) note(`${use} ${form}`);
  };
  return noting(table, ({ method, asked: [first] }) => {
    if (method === 'get' || method === 'query') noteGuarded('read', (first as Key).pk);
    if (method === 'getMany') (first as readonly Key[]).forEach(({ pk }) => noteGuarded('read', pk));
    if (method === 'list') note(`list ${(first as ListQuery).index}`);
    else if (method === 'due') note('list due');
    else if (method === 'apply') noteChange(first as Change);
    else if (method === 'write') (first as readonly Change[]).forEach(noteChange);
    else note('read table');
  });
}
