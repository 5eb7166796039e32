import { SECOND_MS } from '../../limits.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { compactItem } from '../item.ts';
import { key } from '../schema.ts';
import type { Put } from '../table.ts';
import type { Invitation, Person } from './people.ts';

/** The link that an invitation is mailed with, known by the hash of its secret: it is open as long as the invitation is. */
export const mailedInvitationPut = (
  { tenant, id }: Pick<Person, 'tenant' | 'id'>,
  { hash: invitation, expiresAt }: Pick<Invitation, 'hash' | 'expiresAt'>,
  hash: string,
): Put => ({
  put: compactItem(key.invitationLink(hash), {
    ...{ tenant, personId: id, invitation },
    ttl: Math.ceil(expiresAt / SECOND_MS),
  }),
  if: [{ absent: true }],
});

/** Whether a person's invitation was mailed with the secret of this hash. */
export async function wasMailedWith(
  app: CoreApp,
  { tenant, id }: Pick<Person, 'tenant' | 'id'>,
  invitation: Pick<Invitation, 'hash'>,
  hash: string,
): Promise<boolean> {
  const item = await app.table.get(key.invitationLink(hash), { consistent: true });
  return item?.tenant === tenant && item.personId === id && item.invitation === invitation.hash;
}
