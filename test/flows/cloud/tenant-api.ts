import type { JsonAnswer } from './patient-call.ts';

const idsOf = (events: unknown) => (events as { eventId: string }[]).map(({ eventId }) => eventId);

/** What a tenant asks of the API; every verb throws where the answer is not 200. */
export function tenantApi(call: (method: string, path: string, body?: unknown) => Promise<JsonAnswer>) {
  async function ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await call(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const dataOf = async (...asked: Parameters<typeof ask>) =>
    (await ask(...asked)).data as Record<string, unknown>;

  return {
    ask,
    dataOf,
    /** The ids of the newest events in this state. */
    listed: async (state: string) => idsOf((await ask('GET', `/events/list?limit=100&state=${state}`)).data),
  };
}
