import type { Context } from 'aws-lambda';
import type { HttpEvent } from '../http/call.ts';
import { sent, type Attributes } from '../table/dynamodb/attributes.ts';
import type { Key, Table } from '../table/table.ts';
import type { App } from './app.ts';
import { connect, isPrimed, live, tableAnsweredBy } from './live.ts';
import { errorFields } from './log.ts';
import { AT, CREDENTIALS, ITEMS } from './priming-world.ts';

/** As much of a request to the table as tells what is asked. */
interface TableRequest {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Attributes[] }>>;
  readonly Key?: Attributes;
  readonly UpdateExpression?: string;
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Attributes;
}

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);

/** What a table says in which the items of priming are found, and of which nobody keeps what is written. */
function answerTo({
  RequestItems,
  Key,
  UpdateExpression,
  IndexName,
  ExpressionAttributeValues,
}: TableRequest) {
  const kept = new Map(ITEMS.map((item) => [nameOf(item), sent(item)]));
  const found = (at: Attributes) => kept.get(nameOf({ pk: at.pk?.S ?? '', sk: at.sk?.S ?? '' }));
  if (RequestItems) {
    const all = Object.entries(RequestItems).map(([name, { Keys }]) => {
      return [name, Keys.map(found).filter((one) => one !== undefined)] as const;
    });
    return { Responses: Object.fromEntries(all) };
  }
  if (Key) return UpdateExpression === undefined ? { Item: found(Key) } : { Attributes: Key };
  const { ':0': partition, ':1': from } = ExpressionAttributeValues ?? {};
  const isAsked = ({ pk, sk }: Key) =>
    IndexName === undefined && pk === partition?.S && sk.startsWith(from?.S ?? '');
  return { Items: ITEMS.filter(isAsked).map(sent) };
}

/** The table of priming: requests are made, signed and read as any, and answered in this process. */
export const primingTable = (): Table =>
  tableAnsweredBy((body) => {
    const asked: unknown = JSON.parse(body);
    return Buffer.from(JSON.stringify(answerTo(asked as TableRequest)));
  });

type Outside = App['mail'] &
  App['bulletins'] &
  App['documents'] &
  App['payNotifications'] &
  ReturnType<App['pay']> &
  ReturnType<App['acct']>;
/** What is outside is not there while a function is primed: whatever is asked of it is refused. */
const ABSENT = new Proxy({} as Outside, { get: () => refused });

const refused = (): never => {
  throw new Error('nothing outside is asked while a function is primed');
};

const silent = () => undefined;
const nothingSent = { send: async () => undefined };

/** The App that a function is primed with: it reaches nothing outside, and remembers and tells nothing. */
export function nowhere(
  { newId, newNonce, newSecret, settings: { consoleHost: _, ...settings } }: App,
  table: Table,
): App {
  return {
    ...{ clock: () => AT, newId, newNonce, newSecret, memory: {}, settings, table },
    ...{ timeLeft: () => Infinity, wait: async () => undefined },
    log: { info: silent, warn: silent, error: silent, measure: silent },
    queues: {
      ...{ deliveries: nothingSent, 'slow-deliveries': nothingSent, reconciliation: nothingSent },
      ...{
        invoicing: nothingSent,
        sweeps: nothingSent,
        messages: nothingSent,
        'message-events': nothingSent,
      },
    },
    ...{ mail: ABSENT, bulletins: ABSENT, documents: ABSENT },
    secrets: { encrypt: async () => 'priming', decrypt: async () => refused() },
    ...{ pay: () => ABSENT, acct: () => ABSENT, payNotifications: ABSENT },
    post: async () => refused(),
  };
}

/** A function's `create`, as far as priming knows it. */
export type Create = (app: App) => (event: HttpEvent, context: Context) => Promise<unknown>;

const CONTEXT = { awsRequestId: 'priming', getRemainingTimeInMillis: () => Infinity } as Context;

/** Has a function answer a request with the credentials of priming, by an App that reaches nothing. */
export const answered = (create: Create, app: App, asked: HttpEvent): Promise<unknown> =>
  create(app)(
    { ...asked, headers: { ...asked.headers, ...CREDENTIALS.headers }, cookies: CREDENTIALS.cookies },
    CONTEXT,
  );

/**
 * Goes the way of a request once during the cold start, while the processor is not throttled, and connects to the table
 * meanwhile: what a first call of anything costs is then not paid by the first request. A failure is logged, no more.
 */
export async function prime(create: Create, asked: HttpEvent): Promise<void> {
  if (!isPrimed()) return;
  const connected = connect();
  try {
    await answered(create, nowhere(live, primingTable()), asked);
  } catch (error) {
    live.log.warn('priming failed', errorFields(error));
  }
  await connected;
}
