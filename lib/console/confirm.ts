import type { HtmlPage } from '../pages/layout.ts';
import { CONSOLE } from '../limits.ts';
import type { CoreApp, WithTenant } from '../runtime/app.ts';
import type { Session } from '../table/people/sessions.ts';
import { newChallenge } from './challenge.ts';
import { confirmContent } from './screens/confirm.ts';
import { consolePage } from './screens/frame.ts';
import type { SignedInPerson } from './session.ts';
import type { Given } from './visit.ts';

/** The fields that a form gets on its way through a confirmation. */
export const CONFIRM = { act: 'confirm.act', back: 'confirm.back', proof: 'confirm.proof' } as const;
const NAMES: readonly string[] = Object.values(CONFIRM);

/** A form as its own page has sent it. */
export const withoutConfirmation = (form: Given): Given =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !NAMES.includes(name)));

/** Whether the passkey of a session was asked for a short time ago; who sits at the machine of a local cloud has none. */
export function isProved(
  { clock }: Pick<CoreApp, 'clock'>,
  { passkeyId, provedAt }: Pick<Session, 'passkeyId' | 'provedAt'>,
): boolean {
  return passkeyId === null || (provedAt <= clock() && clock() < provedAt + CONSOLE.proofMs);
}

/** A form that waits for the passkey of whoever has sent it. */
export interface Waiting {
  /** Its act, as its address names it below the console's, such as `create-key`. */
  readonly act: string;
  /** The screen that it stands on, with its query. */
  readonly back: string;
  readonly form: Given;
  /** Whether an answer to this page was refused. */
  readonly isRefused?: boolean;
}

/** The page that asks for the passkey once more, and then sends the form as it was filled in: nothing of it is stored. */
export async function confirmPage(
  app: CoreApp & WithTenant,
  who: SignedInPerson,
  waiting: Waiting,
): Promise<HtmlPage> {
  const challenge = await newChallenge(app, { for: 'proof', hash: who.session.hash });
  const { act, back, form } = waiting;
  const fields = { ...withoutConfirmation(form), [CONFIRM.act]: act, [CONFIRM.back]: back };
  const shown = confirmContent(app, who, { ...waiting, fields, challenge, proof: CONFIRM.proof });
  return consolePage({ app, who, place: undefined, shown, notice: undefined, nonce: app.newNonce() });
}
