import { compressing } from '../lib/http/compressed.ts';
import { document } from '../lib/http/reply.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { packed } from '../site/description.ts';
import { unpack } from '../site/packing.ts';
import { openapi } from '../lib/rows.ts';

/** GET /openapi.json: the description of the API. */
export const create = compressing(
  openEndpoint(openapi, {
    input: () => undefined,
    run: async () => document('application/json; charset=utf-8', unpack(packed)),
  }),
);

export const handler = create(live);
