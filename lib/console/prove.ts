import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { auditPut, refusedPut } from '../table/people/audit.ts';
import { personPut, type Person } from '../table/people/people.ts';
import { sessionProved } from '../table/people/sessions.ts';
import { tryWrite } from '../table/table.ts';
import { OwnChallenge } from './challenge.ts';
import { answeredPasskey, challengeAnswered, type PasskeyAnswer } from './passkeys.ts';
import type { SignedInPerson } from './session.ts';
import type { Whence } from './sign-in.ts';

/**
 * Notes that somebody has shown a passkey of theirs in their session, for the act they are about to do. False if the answer
 * is refused, which is in the audit list too; each challenge is answered once.
 */
export async function prove(
  app: CoreApp & OfTenant,
  { person: before, session }: SignedInPerson,
  { answer, act }: { readonly answer: PasskeyAnswer | undefined; readonly act: string },
  { browser, from }: Whence,
): Promise<boolean> {
  const who = { personId: before.id, name: before.name, act, browser, from };
  const use = { for: 'proof', hash: session.hash } as const;
  const challenge = answer && (await OwnChallenge.verified(app, challengeAnswered(answer), use));
  const passkey = before.passkeys.find(({ id }) => id === answer?.id);
  const used = challenge && passkey && (await answeredPasskey(app, passkey, answer, challenge));
  if (used) {
    const passkeys = before.passkeys.map((one) => (one.id === used.id ? used : one));
    const person: Person = { ...before, passkeys };
    const changes = [
      challenge.usedUp(app.tenantId),
      personPut(person, before),
      sessionProved(session, app.clock()),
      auditPut(app, { ...who, what: 'confirmed' }),
    ];
    if (await tryWrite(() => app.table.write(changes))) return true;
  }
  const entry = { what: 'refused', code: 'not_confirmed', act, browser, from } as const;
  await app.table.apply(refusedPut(app, before, entry));
  return false;
}
