import { accessOf } from '../lib/access/person-access.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { validFor } from '../lib/http/reply.ts';
import { live } from '../lib/runtime/live.ts';
import { accessAnswer, accessInput } from '../lib/wire/access.ts';
import { access } from '../lib/rows.ts';

/** GET /access: whether a person may use what was subscribed to, until when, because of what, and with which features. */
export const create = endpoint(access, {
  input: ({ query }) => accessInput(query),
  run: async ({ app, tenant, input, now }) => {
    const { person, planNow } = await accessOf(app, tenant, input.person, now);
    return validFor(person.validUntil - now, accessAnswer(person, planNow, input.feature));
  },
});

export const handler = create(live);
