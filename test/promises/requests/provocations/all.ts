import { byAccounts } from './accounts.ts';
import type { Cast, Provocations } from './cast.ts';
import { byProvider } from './provider.ts';
import { byRequests } from './requests.ts';
import { bySubscriptions } from './subscriptions.ts';

/** How each code of the catalogue comes about. A code that is missing here does not compile. */
export const provocations = (to: Cast): Provocations => ({
  ...byRequests(to),
  ...byAccounts(to),
  ...bySubscriptions(to),
  ...byProvider(to),
});
