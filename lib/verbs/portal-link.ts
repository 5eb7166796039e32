import { createPortalLink, type LinkRequest } from '../portal/links.ts';
import type { ActorBy, ActsAs, CoreApp } from '../runtime/app.ts';
import { verb } from './verb.ts';

/** Makes a link to the portal, by a key or one of the tenant's people. Throws what `createPortalLink` throws. */
export const portalLink = verb<
  CoreApp & ActsAs<ActorBy<'key' | 'person'>>,
  LinkRequest,
  Awaited<ReturnType<typeof createPortalLink>>
>({
  route: 'portal/create-session',
  needs: 'subscribers',
  name: 'portal-link',
  customers: 'never',
  sentAgain: 'once',
  run: ({ app }, asked) => createPortalLink(app, asked),
});
