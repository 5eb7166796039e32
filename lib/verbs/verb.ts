import type { PortalAction } from '../billing/brand.ts';
import type { Right } from '../billing/rights.ts';
import { routeNamed, type Route, type RouteName } from '../routes.ts';
import type { ActsAs, CoreApp } from '../runtime/app.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import type { Tenant } from '../table/tenants/tenants.ts';

/** What holds of an act at every door. */
export interface VerbRules {
  /** Its name in the audit list. */
  readonly name: string;
  /** The right that it needs, of a key or in a person's roles. */
  readonly needs: Right;
  /** The allowance of the tenant that it spends. */
  readonly spends: Route['limit'];
  /** The action of the portal that permits it to customers, or whether they always or never do it. */
  readonly customers: PortalAction | 'always' | 'never';
  /** A form of it that is sent again does nothing more, or does it again: it shows what there is. */
  readonly sentAgain: 'once' | 'again';
  /** Fields of its form that are said along: with others of them a form sent again is the same request. */
  readonly saidAlong?: readonly string[];
  /** It changes nothing, also for those who may look and not act. */
  readonly onlyShows?: true;
}

/** Who asks by which door: whoever acts in the App is the cause of what is changed. */
export interface Asking<App extends CoreApp> {
  readonly app: App & ActsAs;
  readonly tenant: Tenant;
  /** When the request was first made (epoch ms). */
  readonly since: number;
  /** The request's Idempotency-Key. */
  readonly idempotencyKey?: string | undefined;
}

/** A verb's own call: `spend` takes from its allowance, where its door has not done so. Throws `rate_limited`. */
export interface VerbCall<App extends CoreApp> extends Asking<App> {
  readonly spend: () => Promise<void>;
}

/** An act that more than one door offers. What a browser's address is in its input only the one rule for addresses makes. */
export interface Verb<App extends CoreApp, Input, Result> extends VerbRules {
  /** It spends when it comes to that, and not each time that it is asked for. */
  readonly spendsItself?: true;
  readonly run: (call: VerbCall<App>, input: Input) => Promise<Result>;
}

/** Declares a verb: the right that it needs and the allowance that it spends are those of its route. */
export const verb = <App extends CoreApp, Input, Result>(
  route: RouteName,
  declared: Omit<Verb<App, Input, Result>, 'needs' | 'spends'>,
): Verb<App, Input, Result> => {
  const { right, limit } = routeNamed(route);
  return { ...declared, needs: right ?? 'account', spends: limit };
};

/** Does it for a key pair, whose request its route has counted. */
export const byKey = <App extends CoreApp, Input, Result>(
  one: Verb<App, Input, Result>,
  { app, tenant, since, idempotencyKey }: Asking<App>,
  input: Input,
): Promise<Result> => one.run({ app, tenant, since, idempotencyKey, spend: () => Promise.resolve() }, input);

/** Does it for somebody in a browser: a customer, or one of the tenant's people. Throws `rate_limited`. */
export async function byBrowser<App extends CoreApp, Input, Result>(
  one: Verb<App, Input, Result>,
  { app, tenant, since }: Asking<App>,
  input: Input,
): Promise<Result> {
  const spend = async () => {
    const allowance = await takeToken(app, tenant.id, one.spends);
    if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  };
  if (!one.spendsItself) await spend();
  return one.run({ app, tenant, since, spend }, input);
}
