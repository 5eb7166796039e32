import type { PostOutcome } from '../../../lib/billing/delivery.ts';
import { guardedPost } from '../../../lib/outgoing/post.ts';
import type { RawServer } from '../../behaviour/webhooks/servers.ts';

export const BODY = Buffer.from('{"hello":"receiver"}');
/** Long enough for a receiver on a busy machine to begin, and soon over. */
export const SHORT = { deadlineMs: 3_000 };
/** Every receiver is done with so soon after a timer that was set for the same deadline, whatever it does. */
export const LATE_MS = 2_000;
/** Every receiver that was posted to, and how late each post ended. */
export const servers: RawServer[] = [];
export const late: number[] = [];

export interface Ended {
  readonly outcome: PostOutcome;
  readonly ms: number;
  /** How long after its deadline it ended, by a timer that a busy machine delays as much; 0 where it was in time. */
  readonly lateMs: number;
}

/** Posts to a receiver through the guard. */
export async function postTo(
  made: Promise<RawServer>,
  options: { deadlineMs?: number; scheme?: string; host?: string; ca?: string } = {},
): Promise<Ended> {
  const server = await made;
  servers.push(server);
  const { deadlineMs = 10_000, scheme = 'http', host = '127.0.0.1', ca } = options;
  const target = `${host}:${server.port}`;
  const post = guardedPost({
    allowed: [target],
    resolve: async () => ['127.0.0.1'],
    deadlineMs,
    ...(ca !== undefined && { ca }),
  });
  const began = performance.now();
  let dueMs = Infinity;
  const timer = setTimeout(() => (dueMs = performance.now() - began), deadlineMs);
  const outcome = await post(`${scheme}://${target}/hook`, { 'Content-Type': 'application/json' }, BODY);
  const ms = performance.now() - began;
  clearTimeout(timer);
  const lateMs = Math.max(0, ms - dueMs);
  late.push(lateMs);
  return { outcome, ms, lateMs };
}

export const timeout = { is: 'failed', why: 'timeout' };
