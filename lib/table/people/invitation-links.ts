import { SECOND_MS } from '../../limits.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { compactItem } from '../item.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';
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

/** The invitation that was mailed with the secret of this hash; undefined if none was. */
export const lookUpMailedInvitation = (app: CoreApp, hash: string): Promise<Item | undefined> =>
  app.table.get(key.invitationLink(hash), { consistent: true });

/** Whether what was mailed is for this invitation of this person. */
export const isMailedFor = (
  { tenant, id }: Pick<Person, 'tenant' | 'id'>,
  { hash }: Pick<Invitation, 'hash'>,
  mailed: Item | undefined,
): boolean => mailed?.tenant === tenant && mailed.personId === id && mailed.invitation === hash;
