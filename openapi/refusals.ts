import { Refusal, type RefusalCode } from '../lib/refusal.ts';
import { readsKeys, type Method, type Route } from '../lib/route.ts';

const EVERYWHERE: readonly RefusalCode[] = ['invalid_request', 'internal_error', 'temporarily_unavailable'];
const WITH_CREDENTIALS: readonly RefusalCode[] = ['unauthorized', 'tenant_suspended'];
const WITH_LIMITS: readonly RefusalCode[] = ['rate_limited'];
const WITH_BODY: readonly RefusalCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'operation_in_progress',
  'concurrent_change',
  'key_not_allowed',
];

/** Every code that an operation may answer: its own and those of its kind, by HTTP status. */
export function refusalsOf(
  route: Pick<Route, 'caller' | 'table'>,
  method: Method,
  own: readonly RefusalCode[] = [],
): ReadonlyMap<number, readonly RefusalCode[]> {
  const codes = new Set<RefusalCode>([
    ...(route.table === 'none' ? [] : EVERYWHERE),
    ...(readsKeys(route) ? WITH_CREDENTIALS : []),
    ...(route.caller === 'tenant' ? WITH_LIMITS : []),
    ...(route.caller === 'tenant' && method !== 'GET' ? WITH_BODY : []),
    ...(route.caller === 'anyone' && method === 'POST' ? (['body_too_large'] as const) : []),
    ...own,
  ]);
  const byStatus = Map.groupBy(codes, (code) => new Refusal(code).status);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
