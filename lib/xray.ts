/** One piece of work as a trace shows it: of which request, and when it began and ended (epoch ms). */
export interface TracedWork {
  /** What was done: the route, or `message`. */
  readonly name: string;
  readonly requestId: string;
  readonly tenant?: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Which trace an invocation belongs to: Lambda's `_X_AMZN_TRACE_ID`, such as `Root=1-…;Parent=…;Sampled=1`. */
const PART = /(\w+)=([^;]+)/g;

/** Every packet to the daemon begins with this line. */
const HEADER = '{"format":"json","version":1}';

/**
 * The packet by which X-Ray's daemon learns of a piece of work: a subsegment of the invocation's segment, found by
 * `annotation.request_id`. Undefined where the invocation is not sampled. `id` is 16 hex digits of its own.
 */
export function subsegmentPacket(
  { name, requestId, tenant, startedAt, endedAt }: TracedWork,
  traceHeader: string,
  id: string,
): string | undefined {
  const { Root, Parent, Sampled } = Object.fromEntries(
    Array.from(traceHeader.matchAll(PART), ([, part = '', value = '']) => [part, value]),
  );
  if (Root === undefined || Parent === undefined || Sampled !== '1') return undefined;
  const segment = {
    type: 'subsegment',
    name,
    id,
    trace_id: Root,
    parent_id: Parent,
    start_time: startedAt / 1000,
    end_time: endedAt / 1000,
    annotations: { request_id: requestId, ...(tenant !== undefined && { tenant }) },
  };
  return `${HEADER}\n${JSON.stringify(segment)}`;
}
