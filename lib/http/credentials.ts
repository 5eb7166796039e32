import type { CoreApp } from '../app.ts';
import { Refusal } from '../refusal.ts';
import { tenantWith } from '../table/keys.ts';
import { header, type HttpRequest } from './call.ts';

/** Finds the tenant by its key pair, before anything else is looked at. All that is wrong with a pair is answered alike. */
export function credentials(app: CoreApp) {
  return {
    before: async (request: HttpRequest): Promise<void> => {
      const apiKey = header(request.event, 'x-api-key');
      const apiSecret = header(request.event, 'x-api-secret');
      if (!apiKey || !apiSecret) throw new Refusal('unauthorized');
      const tenant = await tenantWith(app, apiKey, apiSecret);
      if (!tenant) throw new Refusal('unauthorized');
      if (tenant.status !== 'ACTIVE') throw new Refusal('tenant_suspended');
      request.context.found.tenant = tenant;
    },
  };
}

/** Where a token is the credential, a key pair is not asked for; one that is sent all the same must be right. */
export function credentialsIfSent(app: CoreApp) {
  const check = credentials(app);
  return {
    before: async (request: HttpRequest): Promise<void> => {
      const sent = header(request.event, 'x-api-key') ?? header(request.event, 'x-api-secret');
      if (sent !== undefined) await check.before(request);
    },
  };
}
