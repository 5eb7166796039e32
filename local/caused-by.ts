/**
 * The ids of the API requests that an invocation works for, as its event carries them: the request's own, or those in
 * the bodies of its messages, which name the request that caused them. What was printed is found by any of them.
 */
export function requestIdsIn(event: unknown): string[] {
  const { requestContext, Records } = membersOf(event);
  const bodies = Array.isArray(Records) ? Records.map((record) => parsed(membersOf(record).body)) : [];
  return [requestContext, ...bodies]
    .map((carrier) => membersOf(carrier).requestId)
    .filter((id) => typeof id === 'string');
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
