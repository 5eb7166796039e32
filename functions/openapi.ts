import { compressing } from '../lib/http/compressed.ts';
import { document } from '../lib/http/reply.ts';
import { openEndpoint } from '../lib/http/endpoint.ts';
import { live } from '../lib/runtime/live.ts';
import { packed } from '../site/description.ts';
import { unpack } from '../site/packing.ts';
import { open } from '../lib/route.ts';
import { descriptionShape } from '../lib/wire/service.ts';
import type { Told } from '../lib/wire/shape.ts';

/** GET /openapi.json: the description of the API. */
export const declared = openEndpoint({
  name: 'openapi',
  at: 'GET /openapi.json',
  uses: open,
  tag: 'Service',
  summary: 'This description',
  description: 'OpenAPI 3.1, webhooks included.',
  answers: descriptionShape,
  input: () => undefined,
  run: async () =>
    document<Told<typeof descriptionShape>>('application/json; charset=utf-8', unpack(packed())),
});

/** Compressed for whoever takes that. */
export const create = compressing(declared.create);

export const handler = create(live);
