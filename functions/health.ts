import { openEndpoint } from '../lib/http/endpoint.ts';
import { openAnswer } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { VERSION } from '../lib/runtime/version.ts';
import { open } from '../lib/route.ts';
import { healthAnswerShape } from '../lib/wire/service.ts';

/** GET /health: confirms that a request gets here, and the version. Touches nothing. */
export const declared = openEndpoint({
  name: 'health',
  at: 'GET /health',
  uses: open,
  tag: 'Service',
  summary: 'Whether the service answers',
  description: 'Touches nothing: it says that a request gets here, and which version answers.',
  answers: healthAnswerShape,
  example: {},
  input: () => undefined,
  run: async () => openAnswer({ status: 'success', version: VERSION }),
});

export const { create } = declared;

export const handler = create(live);
