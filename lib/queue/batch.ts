import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { CoreApp } from '../runtime/app.ts';
import type { BackgroundName } from '../background-functions.ts';
import { duringInvocation } from '../runtime/invocation.ts';
import { errorFields } from '../runtime/log.ts';
import { refusalFor } from '../table/tenants/refusal-for.ts';
import { Malformed, UnknownKind } from './messages.ts';

/** The invocation has too little time left to begin; the message is received again. */
export class TooLate extends Error {
  override readonly name = 'TooLate';

  constructor() {
    super('too little time left to begin');
  }
}

/** Handles one message's body, with an App that knows its request and the time left. A throw returns the message. */
export type Handle<App extends CoreApp> = (app: App, body: unknown, timeLeft: () => number) => Promise<void>;

/** The messages of one invocation. */
interface Batch {
  readonly name: BackgroundName;
  readonly event: SQSEvent;
  readonly context: Pick<Context, 'getRemainingTimeInMillis'>;
}

/**
 * Handles the messages of a batch concurrently; only those that failed go back to the queue. Lambda does not count such
 * an invocation as an error, so each message that failed by our own fault is counted here, for the function's alarm.
 */
export async function eachRecord<App extends CoreApp>(
  app: App,
  { name, event: { Records }, context }: Batch,
  handle: Handle<App>,
): Promise<SQSBatchResponse> {
  app.begin?.(context);
  const timeLeft = () => context.getRemainingTimeInMillis();
  const results = await Promise.allSettled(
    Records.map(async (record) => {
      const body = bodyOf(record);
      const requestId = requestIdIn(body);
      const ended = startTrace(app, requestId);
      try {
        await handle(
          duringInvocation(app, { name, requestId, keepsPace: 'postponing', timeLeft }),
          body,
          timeLeft,
        );
      } finally {
        ended();
      }
    }),
  );
  const batchItemFailures = Records.flatMap(({ messageId }, i) => {
    const result = results[i];
    if (result?.status !== 'rejected') return [];
    if (result.reason instanceof UnknownKind) app.log.measure('Unreadable', 1, result.reason.kind);
    if (isCrash(result.reason)) app.log.measure('RequestsCrashed', 1, name);
    app.log.error('message failed', { reference: messageId, ...errorFields(result.reason) });
    return [{ itemIdentifier: messageId }];
  });
  return { batchItemFailures };
}

/** Statuses of refusals that mean our own fault when the input came from a queue. */
const OWN_FAULT_STATUSES: ReadonlySet<number> = new Set([400, 500]);

/**
 * Whether a message failed by our own fault: not for lack of time, nor because of the outside, a concurrent writer or
 * newer code. We write the messages ourselves, so refused input is our own error.
 */
function isCrash(reason: unknown): boolean {
  const isByDesign = reason instanceof TooLate || reason instanceof UnknownKind;
  return !isByDesign && OWN_FAULT_STATUSES.has(refusalFor(reason).status);
}

/** Starts a trace segment under the request that caused the message; the returned function ends it. */
function startTrace(app: CoreApp, requestId: string | undefined): () => void {
  const { trace } = app;
  if (!trace || requestId === undefined) return () => undefined;
  const startedAt = app.clock();
  return () => trace({ name: 'message', requestId, startedAt, endedAt: app.clock() });
}

/** The id of the request that caused a message, if it carries one. */
function requestIdIn(body: unknown): string | undefined {
  const requestId = typeof body === 'object' && body !== null && 'requestId' in body && body.requestId;
  return typeof requestId === 'string' ? requestId : undefined;
}

function bodyOf({ body }: SQSRecord): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Malformed('not JSON'); // the parser's own message would quote the body
  }
}
