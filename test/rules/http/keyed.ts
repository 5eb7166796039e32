import { forTenants } from '../../../lib/http/endpoint.ts';
import { keyedRequestFrom, type KeyedRequest } from '../../../lib/table/purchases/idempotency.ts';
import { key } from '../../../lib/table/schema.ts';
import { Redacted } from '../../../lib/text/redacted.ts';
import { Refusal } from '../../../lib/refusal.ts';
import type { CoreApp } from '../../../lib/runtime/app.ts';
import { routeNamed, type RouteName } from '../../../functions/routes.ts';
import type { Answer } from '../../support/world/world.ts';
import { call, type Shop, type Stage } from './stage.ts';

/** What the log says where an answer could not be kept. */
export const NOT_KEPT = 'answer for an idempotency key not stored';

/** An endpoint that counts how often it ran and under which references, and asks of it under an Idempotency-Key. */
export interface Keyed {
  readonly references: string[];
  /** What the endpoint does, once it is asked; at first it tells how often it ran. */
  does: (time: number, app: Pick<CoreApp, 'newSecret'>) => Promise<unknown>;
  ask(body: unknown, more?: { key?: string; name?: RouteName; shop?: Shop; raw?: string }): Promise<Answer>;
  stored(idempotencyKey?: string): Promise<KeyedRequest | undefined>;
}

/** A body as an endpoint understands it: what must not be seen is redacted. */
function inputOf({ paymentCard, identityNumber, ...rest }: Record<string, unknown>) {
  if (rest.wrong !== undefined) throw new Refusal('invalid_request', { message: 'No.' });
  return { ...rest, card: new Redacted(paymentCard), identityNumber: new Redacted(identityNumber) };
}

export function keyed(on: Stage, shop: Shop): Keyed {
  const made: Keyed = {
    references: [],
    does: async (time) => ({ status: 'success', time }),
    ask: (body, more = {}) => {
      const { name = 'subscribers/cancel', raw } = more;
      const handler = forTenants(routeNamed(name), {
        input: ({ body }) => inputOf(body as Record<string, unknown>),
        run: ({ app, reference }) => made.does(made.references.push(reference), app),
      });
      const headers = {
        ...(more.shop ?? shop).headers,
        'content-type': 'application/json',
        'idempotency-key': more.key ?? 'one',
      };
      return call(handler(on.app), name, { headers, body, ...(raw !== undefined && { raw }) });
    },
    stored: async (idempotencyKey = 'one') => {
      const item = await on.table.get(key.idempotency(shop.id, idempotencyKey), { consistent: true });
      return item && keyedRequestFrom(item);
    },
  };
  return made;
}
