import description from '../openapi.json' with { type: 'json' };
import { document } from '../lib/http/answer.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/live.ts';

const TEXT = JSON.stringify(description);

/** GET /openapi.json: the description of the API. */
export const create = openEndpoint('openapi', {
  input: () => undefined,
  run: async () => document('application/json; charset=utf-8', TEXT),
});

export const handler = create(live);
