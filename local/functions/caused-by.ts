/**
 * The ids of the API requests behind an invocation: the event's own, or those in its messages' bodies. Log lines can be
 * found by any of them.
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
