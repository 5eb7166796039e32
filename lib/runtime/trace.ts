/** A piece of work in a trace: its request, and when it began and ended (epoch ms). */
export interface TracedWork {
  /** The route, or `message`. */
  readonly name: string;
  readonly requestId: string;
  readonly tenant?: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The parts of Lambda's `_X_AMZN_TRACE_ID`, such as `Root=1-…;Parent=…;Sampled=1`. */
const PART = /(\w+)=([^;]+)/g;

/** The first line of every packet to the daemon. */
const HEADER = '{"format":"json","version":1}';

/**
 * The packet that reports a piece of work to X-Ray's daemon: a subsegment of the invocation's segment, searchable by
 * `annotation.request_id`. Undefined if the invocation is not sampled. `id`: 16 hex digits of its own.
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
