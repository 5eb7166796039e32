import type { Html } from '../pages/html.ts';
import type {
  ActorBy,
  ActsAs,
  CallsTenants,
  NotesForRestore,
  CoreApp,
  Encrypts,
  SendsTo,
  SubscriptionApp,
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
  SendsTo<'slow-deliveries'>;

/** Somebody who is signed in and has sent a form. */
export interface ActCall<App extends CoreApp = ActApp> extends SignedInPerson {
  /** Acts as this person: what is changed bears their name as its cause. */
  readonly app: App & ActsAs<ActorBy<'person'>>;
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

/** Something that people do in the console: a verb that an endpoint has too. */
export interface Act<App extends CoreApp = ActApp> {
  readonly needs: Deed;
  /** It gives somebody power over the account, so a passkey is asked for again if the last was some minutes ago. */
  readonly asksPasskey?: true;
  /** It writes its own entry of the audit list, in the transaction of what it does. */
  readonly auditsItself?: true;
  /** Sent again it is done again: it changes nothing. */
  readonly isFreeToRepeat?: true;
  /** Fields that are said along: a form with others of them is the same one, sent again. */
  readonly saidAlong?: readonly string[];
  /** The fields of its form that the API names otherwise, and those that refusals are about, by the API's names and codes. */
  readonly fields?: Given;
  /** What it is about, for the audit list: an id, a name, an address; never a secret. */
  readonly about: (form: Given) => string | undefined;
  /** The screen whose form it is, which is shown again if the act is refused, and with which query. */
  readonly from: (form: Given) => { readonly screen: ScreenName; readonly query: Given };
  readonly run: (call: ActCall<App>) => Promise<ActDone>;
}

/** The console's door of a verb: who may, and what a form that is sent again does, as the verb says. */
export const doorOf = ({
  needs,
  sentAgain,
  saidAlong,
}: VerbRules): Pick<Act, 'needs' | 'isFreeToRepeat' | 'saidAlong'> => ({
  needs,
  ...(saidAlong && { saidAlong }),
  ...(sentAgain === 'again' && { isFreeToRepeat: true }),
});
