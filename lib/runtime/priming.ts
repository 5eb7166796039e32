import type { Context } from 'aws-lambda';
import type { HttpEvent, HttpResult } from '../http/call.ts';
import { sent, type Attributes } from '../table/dynamodb/attributes.ts';
import type { Item, Key, Table } from '../table/table.ts';
import type { App, LogFields } from './app.ts';
import { connect, isPrimed, live, tableAnsweredBy } from './live.ts';
import { errorFields } from './log.ts';
import { AT } from './priming-world.ts';

/** As much of a request to the table as tells what is asked. */
interface TableRequest {
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Attributes[] }>>;
  readonly Key?: Attributes;
  readonly UpdateExpression?: string;
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Attributes;
}

const nameOf = ({ pk, sk }: Key) => JSON.stringify([pk, sk]);

/** What a table says in which these items are found, and of which nobody keeps what is written. */
function answerTo(
  { RequestItems, Key, UpdateExpression, IndexName, ExpressionAttributeValues }: TableRequest,
  items: readonly Item[],
) {
  const kept = new Map(items.map((item) => [nameOf(item), sent(item)]));
  const found = (at: Attributes) => kept.get(nameOf({ pk: at.pk?.S ?? '', sk: at.sk?.S ?? '' }));
  if (RequestItems) {
    const all = Object.entries(RequestItems).map(([name, { Keys }]) => {
      return [name, Keys.map(found).filter((one) => one !== undefined)] as const;
    });
    return { Responses: Object.fromEntries(all) };
  }
  if (Key) return UpdateExpression === undefined ? { Item: found(Key) } : { Attributes: found(Key) ?? Key };
  const { ':0': partition, ':1': from } = ExpressionAttributeValues ?? {};
  const isAsked = ({ pk, sk }: Key) =>
    IndexName === undefined && pk === partition?.S && sk.startsWith(from?.S ?? '');
  return { Items: items.filter(isAsked).map(sent) };
}

/**
 * The table of priming: requests are made, signed and read as any, and answered in this process; what is asked at once is
 * answered at once, and counted.
 */
export function primingTable(items: readonly Item[], noted: Noted): Table {
  let underWay = 0;
  return tableAnsweredBy(async (body) => {
    noted.atOnce = Math.max(noted.atOnce ?? 0, ++underWay);
    await new Promise((resolve) => void setImmediate(resolve));
    underWay--;
    const asked: unknown = JSON.parse(body);
    return Buffer.from(JSON.stringify(answerTo(asked as TableRequest, items)));
  });
}

type Outside = App['mail'] &
  App['bulletins'] &
  App['documents'] &
  App['payNotifications'] &
  ReturnType<App['pay']> &
  ReturnType<App['acct']>;
/**
 * What is noted while a function is primed: whether it asked anything outside, how much of the table at once, and the
 * failure that it would have logged.
 */
export interface Noted {
  asksOutside?: true;
  atOnce?: number;
  failure?: LogFields | undefined;
}

const silent = () => undefined;
const nothingSent = { send: async () => undefined };

/**
 * The App that a function is primed with: it reaches nothing outside, and remembers and tells nothing. Whatever is asked of
 * the outside is refused.
 */
export function nowhere(
  { newId, newNonce, newSecret, settings: { consoleHost: _, ...settings } }: App,
  table: Table,
  noted: Noted = {},
): App {
  const refused = (): never => {
    noted.asksOutside = true;
    throw new Error('nothing outside is asked while a function is primed');
  };
  const absent = new Proxy({} as Outside, { get: () => refused });
  return {
    ...{ clock: () => AT, newId, newNonce, newSecret, memory: {}, settings, table },
    ...{ timeLeft: () => Infinity, wait: async () => undefined },
    log: {
      ...{ info: silent, warn: silent, measure: silent },
      error: (_what, fields) => void (noted.failure = fields),
    },
    queues: {
      ...{ deliveries: nothingSent, 'slow-deliveries': nothingSent, reconciliation: nothingSent },
      ...{
        invoicing: nothingSent,
        sweeps: nothingSent,
        messages: nothingSent,
        'message-events': nothingSent,
      },
    },
    ...{ mail: absent, bulletins: absent, documents: absent },
    secrets: { encrypt: async () => 'priming', decrypt: async () => refused() },
    ...{ pay: () => absent, acct: () => absent, payNotifications: absent },
    post: async () => refused(),
  };
}

/** A function's `create`, as far as priming knows it. */
export type Create = (app: App) => (event: HttpEvent, context: Context) => Promise<HttpResult>;

const CONTEXT = { awsRequestId: 'priming', getRemainingTimeInMillis: () => Infinity } as Context;

/** Has a function answer the request of priming by an App that reaches nothing. */
export const answered = (create: Create, app: App, asked: HttpEvent): Promise<HttpResult> =>
  create(app)(asked, CONTEXT);

/** Whether that failed of itself, and not because it asked the outside. */
export const hasFailed = ({ statusCode = 0 }: HttpResult, { asksOutside }: Noted): boolean =>
  statusCode >= 500 && !asksOutside;

/** The request that a function is primed by, and what it finds. */
export interface Primed {
  readonly asked: HttpEvent;
  readonly items: readonly Item[];
}

/** From so many calls at once on, connections are made for all of them: fewer are made as fast by the request that needs them. */
const MANY_AT_ONCE = 4;

/**
 * Goes the way of a request once during the cold start, while the processor is not throttled, and connects to the table
 * meanwhile: what a first call of anything costs is then not paid by the first request. A failure is logged, no more.
 */
export async function prime(create: Create, { asked, items }: Primed): Promise<void> {
  if (!isPrimed()) return;
  const connected = connect();
  const noted: Noted = {};
  try {
    const result = await answered(create, nowhere(live, primingTable(items, noted), noted), asked);
    if (hasFailed(result, noted))
      live.log.warn('priming failed', { ...noted.failure, status: result.statusCode });
  } catch (error) {
    live.log.warn('priming failed', errorFields(error));
  }
  await connected;
  if (noted.atOnce !== undefined && noted.atOnce >= MANY_AT_ONCE) await connect(noted.atOnce);
}
