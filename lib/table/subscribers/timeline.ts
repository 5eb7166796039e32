import type { CoreApp } from '../../runtime/app.ts';
import { EVENT } from '../../billing/delivery.ts';
import { eventIdOf } from '../../billing/identifiers.ts';
import {
  bySchedule,
  timelineWord,
  TRANSITION,
  type Cause,
  type HistoryEntry,
  type Transition,
} from '../../billing/timeline.ts';
import { eventIdIn } from '../key-parts.ts';
import { key } from '../schema.ts';
import type { Item, Put } from '../table.ts';

/** The cause of an App's changes: whoever acts in it, or the request it serves, or else our schedule. */
export function causeOf({ actor, requestId }: Pick<CoreApp, 'actor' | 'requestId'>): Cause {
  const id = requestId ?? null;
  switch (actor?.by) {
    case 'person':
      return { by: actor.isOperator === true ? 'operator' : 'person', who: actor.who, id };
    case 'customer':
      return { by: 'customer', through: actor.through.by, who: actor.through.who, id };
    case 'operator':
      return { by: 'operator', id };
    case 'key':
      return { by: 'request', id };
    case undefined:
      return requestId === undefined ? bySchedule : { by: 'request', id };
  }
}

/** The item of a change without an event, in the history that also holds events. */
export function transitionPut(tenant: string, transition: Transition, causedBy: Cause): Put {
  const { subscriberId, what, at, from, to, about } = transition;
  const id = eventIdOf({ tenant, subscriberId, at, cause: `${what}:${about}` });
  const record = TRANSITION.write({ subscriberId, what, at, from, to, about, causedBy });
  return { put: { ...record, ...key.event(tenant, { id }) } };
}

/** Parses an event, or a change without one, as a timeline entry. Throws Unreadable. */
export function historyEntryFrom(item: Item): HistoryEntry {
  const id = eventIdIn(item);
  if (item.state === undefined) {
    const { about: _, ...transition } = TRANSITION.read(item);
    return { id, ...transition, isEvent: false, isChat: false };
  }
  const { snapshot, channel, at, from, to, causedBy, ...event } = EVENT.read(item);
  const { subscriptionId: subscriberId, why } = snapshot;
  const isChat = channel === 'chat';
  const entry = { id, subscriberId, what: timelineWord(event), at, from, to, causedBy };
  return { ...entry, ...(why && { why }), isEvent: !isChat, isChat };
}
