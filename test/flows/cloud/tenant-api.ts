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
    webhookOf: async () => (await dataOf('GET', '/account')).webhook as Record<string, unknown>,
    /** The ids of all events in the feed after a cursor, and the cursor to go on with. */
    async feedAfter(cursor: string | null): Promise<{ ids: string[]; next: string | null }> {
      const ids: string[] = [];
      for (let next = cursor; ;) {
        const page = await ask('GET', `/events/feed?limit=100${next === null ? '' : `&after=${next}`}`);
        ids.push(...idsOf(page.events));
        next = page.next as string | null;
        if (page.atEnd === true) return { ids, next };
      }
    },
  };
}
