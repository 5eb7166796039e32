import type { CoreApp } from '../runtime/app.ts';
import { keyLacks, Refusal } from '../refusal.ts';
import type { Route } from '../route.ts';
import { authenticate } from '../table/tenants/authenticate.ts';
import type { HttpRequest } from './call.ts';

/**
 * Authenticates the tenant by its key pair before anything else is read; on routes with `freshKey` it is read afresh.
 */
export function credentials(
  app: CoreApp,
  { right, methods, freshKey }: Pick<Route, 'right' | 'methods' | 'freshKey'>,
) {
  const changes = methods.some((method) => method !== 'GET');
  const finishWrite = async ({ context }: HttpRequest): Promise<void> => context.found.lastUseWrite;
  return {
    before: async (request: HttpRequest): Promise<void> => {
      const { found } = request.context;
      const { 'x-api-key': apiKey, 'x-api-secret': apiSecret } = request.event.headers;
      const caller =
        apiKey && apiSecret ? await authenticate(app, apiKey, apiSecret, { fresh: freshKey }) : undefined;
      if (!caller) throw new Refusal('unauthorized');
      found.lastUseWrite = caller.lastUseWrite;
      found.tenant = caller.tenant;
      found.key = caller.key;
      if (caller.tenant.status !== 'ACTIVE') throw new Refusal('tenant_suspended');
      if (right !== null && !caller.key.rights.includes(right)) throw keyLacks([right]);
      if (changes && freshKey && caller.key.expiresAt !== null) throw new Refusal('key_not_allowed');
    },
    after: finishWrite,
    onError: finishWrite,
  };
}

/** On routes whose credential is a token, a key pair is optional; if one is sent, it must be valid. */
export function credentialsIfSent(app: CoreApp) {
  const check = credentials(app, { right: null, methods: ['GET'], freshKey: false });
  return {
    ...check,
    before: async (request: HttpRequest): Promise<void> => {
      const { 'x-api-key': apiKey, 'x-api-secret': apiSecret } = request.event.headers;
      if (apiKey !== undefined || apiSecret !== undefined) await check.before(request);
    },
  };
}
