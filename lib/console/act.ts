import type { Html } from '../pages/html.ts';
import type {
  ActorBy,
  ActsAs,
  CallsTenants,
  NotesForRestore,
  CoreApp,
  Encrypts,
  SendsMail,
  SendsTo,
  SubscriptionApp,
  WithTenant,
} from '../runtime/app.ts';
import type { VerbRules } from '../verbs/verb.ts';
import type { Deed } from './roles.ts';
import type { ScreenName } from './screens.ts';
import type { SignedInPerson } from './session.ts';
import type { Given } from './visit.ts';

/** What it takes for every act. */
export type ActApp = SubscriptionApp &
  CallsTenants &
  NotesForRestore &
  Encrypts<'pay' | 'webhook'> &
  SendsMail &
  SendsTo<'slow-deliveries'>;

/** Somebody who is signed in and has sent a form. */
export interface ActCall<App extends CoreApp = ActApp> extends SignedInPerson {
  /** Acts as this person: what is changed bears their name as its cause. */
  readonly app: App & ActsAs<ActorBy<'person'>> & WithTenant;
  readonly form: Given;
  /** When the request began (epoch ms). */
  readonly since: number;
  readonly browser: string;
  readonly from: string;
}

/** Where the browser goes after an act, with the word of `words.ts` that says what was done; or a page, for what is shown once. */
export type ActDone =
  | { readonly to: ScreenName; readonly query?: Given; readonly done?: string }
  | { readonly title: string; readonly content: Html };

/** Something that people do in the console: its door of a verb, or what it alone offers. */
export interface Act<App extends CoreApp = ActApp> {
  /** What holds of it at every door, or of what the console alone offers. */
  readonly verb: VerbRules | OwnRules;
  /** It writes its own entry of the audit list, in the transaction of what it does. */
  readonly auditsItself?: true;
  /** The fields of its form that the API names otherwise, and those that refusals are about, by the API's names and codes. */
  readonly fields?: Given;
  /** What it is about, for the audit list: an id, a name, an address; never a secret. */
  readonly about: (form: Given) => string | undefined;
  /** The screen whose form it is, which is shown again if the act is refused, and with which query. */
  readonly from: (form: Given) => { readonly screen: ScreenName; readonly query: Given };
  readonly run: (call: ActCall<App>) => Promise<ActDone>;
}

/** What holds of an act that no endpoint offers. */
export interface OwnRules {
  readonly needs: Deed;
  /** A passkey is asked for again if the last was some minutes ago, as a verb's is. */
  readonly asksPasskey?: true;
  readonly sentAgain: 'once';
  readonly saidAlong?: undefined;
  readonly inConsoleAlone: true;
}

/** Declares what no endpoint offers. */
export const inConsoleAlone = (needs: Deed, more: { readonly asksPasskey?: true } = {}): OwnRules => ({
  ...{ needs, sentAgain: 'once', inConsoleAlone: true },
  ...more,
});

/** A verb that is done in another way which owners alone may: the other rules are the verb's. */
export const byOwnersAlone = (verb: VerbRules): VerbRules => ({ ...verb, needs: 'account' });
