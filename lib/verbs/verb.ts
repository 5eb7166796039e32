import type { PortalAction } from '../billing/brand.ts';
import type { Share } from '../billing/share.ts';
import type { Ruling } from '../route.ts';
import type { ActsAs, CoreApp, WithTenant } from '../runtime/app.ts';
import { overLimit, takeToken } from '../table/tenants/rate-limits.ts';
import { takeShare } from '../table/tenants/shares.ts';

/** Whether customers do it, by the action of the portal that permits it, and how much of it for one subscription. */
type ForCustomers =
  | {
      readonly customers: PortalAction | 'always';
      /** Counted for customers alone, or as part of the act itself for whoever asks. */
      readonly share: Share & { readonly counts: 'customers' | 'itself' };
    }
  | { readonly customers: 'never'; readonly share?: undefined };

/** What holds of an act at every door. */
interface Holding {
  /** Its name in the audit list. */
  readonly name: string;
  /** The endpoint that it is by key. */
  readonly route: string;
  /** The right that it needs, of a key or in a person's roles. */
  readonly needs: Ruling['needs'];
  /** A form of it that is sent again does nothing more, or does it again: it shows what there is. */
  readonly sentAgain: 'once' | 'again';
  /** Fields of its form that are said along: with others of them a form sent again is the same request. */
  readonly saidAlong?: readonly string[];
  /** It changes nothing, also for those who may look and not act. */
  readonly onlyShows?: true;
  /** It gives somebody power over the account, or takes it from others: a person's passkey is asked for again. */
  readonly asksPasskey?: true;
}

/** What holds of an act at every door: what was declared, and the allowance of the tenant that it spends. */
export type VerbRules = Holding & ForCustomers & Ruling;

/** It spends what changes spend, unless it says otherwise. */
interface Spending {
  readonly spends?: Ruling['spends'];
}

/** Who asks by which door: whoever acts in the App is the cause of what is changed. */
export interface Asking<App extends CoreApp> {
  readonly app: App & ActsAs & WithTenant;
  /** When the request was first made (epoch ms). */
  readonly since: number;
  /** The request's Idempotency-Key. */
  readonly idempotencyKey?: string | undefined;
}

/** A verb's own call: `spend` takes from its allowance, where its door has not done so. Throws `rate_limited`. */
export interface VerbCall<App extends CoreApp> extends Asking<App> {
  readonly spend: () => Promise<void>;
}

interface Running<App extends CoreApp, Input, Result> {
  /** It spends when it comes to that, and not each time that it is asked for. */
  readonly spendsItself?: true;
  readonly run: (call: VerbCall<App>, input: Input) => Promise<Result>;
}

/** An act that more than one door offers. What a browser's address is in its input only the one rule for addresses makes. */
export type Verb<App extends CoreApp, Input, Result> = VerbRules & Running<App, Input, Result>;

/** Declares a verb. */
export const verb = <App extends CoreApp, Input, Result>(
  declared: Holding & Spending & ForCustomers & Running<App, Input, Result>,
): Verb<App, Input, Result> => ({ ...declared, spends: declared.spends ?? 'writes' });

/** Declares a verb about the account itself: customers never do it, and a form sent again does nothing more. */
export const accountVerb = <App extends CoreApp, Input, Result>(
  declared: Pick<Holding, 'name' | 'route' | 'needs' | 'asksPasskey'> &
    Spending &
    Running<App, Input, Result>,
): Verb<App, Input, Result> => verb({ ...declared, customers: 'never', sentAgain: 'once' });

/** Does it for a key pair, whose request its route has counted. */
export const byKey = <App extends CoreApp, Input, Result>(
  one: Verb<App, Input, Result>,
  { app, since, idempotencyKey }: Asking<App>,
  input: Input,
): Promise<Result> => one.run({ app, since, idempotencyKey, spend: () => Promise.resolve() }, input);

/** Does it for one of the tenant's people. Throws `rate_limited`. */
export async function byPerson<App extends CoreApp, Input, Result>(
  one: Verb<App, Input, Result>,
  { app, since }: Asking<App>,
  input: Input,
): Promise<Result> {
  const spend = async () => {
    const allowance = await takeToken(app, one.spends);
    if (!allowance.isGranted) throw overLimit(allowance, app.clock());
  };
  if (!one.spendsItself) await spend();
  return one.run({ app, since, spend }, input);
}

/** Does it for a customer, within the share of their subscription. Throws `rate_limited`. */
export async function byCustomer<App extends CoreApp, Input, Result>(
  one: Verb<App, Input, Result>,
  asking: Asking<App> & { readonly subscriberId: string },
  input: Input,
): Promise<Result> {
  const { app, subscriberId } = asking;
  const { name, share } = one;
  if (share?.counts === 'customers') await takeShare(app, { subscriberId, verb: name }, share);
  return byPerson(one, asking, input);
}
