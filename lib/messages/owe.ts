import type { Difference } from '../billing/difference.ts';
import { beginningOfDay, dayInTurkey } from '../billing/turkish-day.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { messagePut, type OwedMessage } from '../table/messages/messages.ts';
import { conflictOf, tryWrite, type Change, type Put } from '../table/table.ts';
import { withTenant } from '../table/tenants/tenants.ts';
import type { CustomerKind, PeopleKind } from './kinds.ts';
import { switchedOn, type SwitchedOn } from './owed.ts';

/** The message of a kind to a subscriber, for the transaction of what it tells of; none where its tenant has the kind off. */
export async function customerMessage(
  app: CoreApp & OfTenant,
  {
    kind,
    about,
    at,
    subscriberId,
  }: Pick<OwedMessage, 'about' | 'at'> & {
    readonly kind: CustomerKind;
    readonly subscriberId: string;
  },
): Promise<Put[]> {
  if (app.settings.senderDomain === undefined) return [];
  const kinds = switchedOn(await withTenant(app));
  if (!kinds?.isOn(kind)) return [];
  const cause = `${kind}:${subscriberId}:${about}`;
  return [messagePut(app.tenantId, { kind, cause, about, at, subscriberId, personId: null }, app.clock())];
}

/** What a tenant's people are told of, at `at` (epoch ms) or at once: once for good, or once a day. */
export interface News {
  readonly kind: PeopleKind;
  readonly about: string;
  readonly at: number;
  readonly once: 'for good' | 'a day';
}

/** The message of it for those who have the role: who they are is found when it is due. None where its tenant has the kind off. */
export function noticeTo({ tenant, isOn }: SwitchedOn, { kind, about, at, once }: News, now: number): Put[] {
  if (!isOn(kind)) return [];
  const day = dayInTurkey(at);
  const [when, since] = once === 'a day' ? [`:${day}`, beginningOfDay(day)] : ['', at];
  const cause = `${kind}:${about}${when}`;
  return [messagePut(tenant.id, { kind, cause, about, at: since, subscriberId: null, personId: null }, now)];
}

/** The same for the transaction of what it tells of. */
export async function peopleNotice(app: CoreApp & OfTenant, news: News): Promise<Put[]> {
  if (app.settings.senderDomain === undefined) return [];
  const kinds = switchedOn(await withTenant(app));
  return kinds ? noticeTo(kinds, news, app.clock()) : [];
}

/** Owes it by itself, where what it tells of is told again as long as it is so. */
export async function owePeople(app: CoreApp & OfTenant, news: News): Promise<void> {
  for (const put of await peopleNotice(app, news)) await tryWrite(() => app.table.apply(put));
}

/** What people are told of a difference that was not open before: the first of its kind on a day. */
export const newsOf = ({ kind }: Pick<Difference, 'kind'>, now: number): News => ({
  ...{ kind: 'difference_found', about: kind },
  ...{ at: now, once: 'a day' },
});

/** Writes changes with the message of them, which may be owed already. Throws Conflict, by the place among the changes. */
export async function writeWithNotices(
  app: CoreApp,
  changes: readonly Change[],
  notice: readonly Put[],
): Promise<void> {
  const conflict = await conflictOf(() => app.table.write([...changes, ...notice]));
  if (!conflict) return;
  if (conflict.failed.some((at) => at < changes.length)) throw conflict;
  await app.table.write(changes);
}

/** Whether an invitation of a tenant is mailed, where an address is given. */
export async function mailsInvitations(app: CoreApp & OfTenant): Promise<boolean> {
  if (app.settings.senderDomain === undefined) return false;
  return switchedOn(await withTenant(app))?.isOn('invited') ?? false;
}

/** The message of an invitation, which is known by the hash of its own link. */
export function invitationMessage(tenant: string, personId: string, hash: string, now: number): Put {
  const about = { cause: `invited:${hash}`, about: hash, at: now };
  return messagePut(tenant, { kind: 'invited', ...about, subscriberId: null, personId }, now);
}
