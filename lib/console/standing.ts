import { OperatorError } from '../account/operator-error.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { personFrom } from '../table/people/people.ts';
import { isOpen, sessionFrom } from '../table/people/sessions.ts';
import { key } from '../table/schema.ts';
import type { Check } from '../table/table.ts';
import { mayDo, type Deed } from './roles.ts';
import type { SignedInPerson } from './session.ts';

/**
 * The conditions of a transaction under which somebody may still do what they have begun: their session and they
 * themselves are what they are on record now. Throws OperatorError if either was taken away meanwhile.
 */
export async function stillAllowed(
  app: CoreApp & OfTenant,
  { person: { id }, session: { hash } }: Pick<SignedInPerson, 'person' | 'session'>,
  needs: Deed,
): Promise<readonly Check[]> {
  const at = { session: key.session(app.tenantId, id, hash), person: key.person(app.tenantId, { id }) };
  const [session, found] = await app.table.getMany([at.session, at.person], { consistent: true });
  const person = found && personFrom(found);
  if (!session || !person || !isOpen(app, sessionFrom(session), person) || !mayDo(person.roles, needs))
    throw new OperatorError('you may no longer do this; nothing was changed');
  return [
    { check: at.session, if: [{ present: true }] },
    { check: at.person, if: [{ attribute: 'revision', is: person.revision }] },
  ];
}
