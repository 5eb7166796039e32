import type { CoreApp } from '../../runtime/app.ts';
import { EVENT_SUBTYPES, EVENT_TYPES } from '../../billing/events.ts';
import { eventIdOf } from '../../billing/identifiers.ts';
import {
  bySchedule,
  CAUSES,
  LINK_MAKERS,
  TIMELINE_WORDS,
  timelineWord,
  type Cause,
  type HistoryEntry,
  type TimelineWord,
  type Transition,
} from '../../billing/timeline.ts';
import { fieldsOf, type Fields } from '../fields.ts';
import { compactItem } from '../item.ts';
import { eventIdIn } from '../key-parts.ts';
import { key } from '../schema.ts';
import { whyFrom } from './stored-subscription.ts';
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
  const record = { subscriberId, what, at, from, to, about, causedBy: { ...causedBy } };
  return { put: compactItem(key.event(tenant, { id }), record) };
}

/** Parses an event, or a change without one, as a timeline entry. Throws Unreadable. */
export function historyEntryFrom(item: Item): HistoryEntry {
  const of = fieldsOf(item);
  const isEvent = item.state !== undefined;
  const isChat = of.textOrNull('channel') === 'chat';
  const why = of.part('snapshot')?.part('why');
  return {
    id: eventIdIn(item),
    subscriberId: isEvent ? of.requiredPart('snapshot').text('subscriptionId') : of.text('subscriberId'),
    what: isEvent ? wordOf(of) : of.oneOf('what', TIMELINE_WORDS),
    at: of.number('at'),
    from: of.textOrNull('from'),
    to: of.textOrNull('to'),
    causedBy: causeIn(of.requiredPart('causedBy')),
    ...(why && { why: whyFrom(why) }),
    isEvent: isEvent && !isChat,
    isChat,
  };
}

function causeIn(of: Fields): Cause {
  const [who, through] = [of.textOrNull('who'), of.oneOfOrNull('through', LINK_MAKERS)];
  return {
    by: of.oneOf('by', CAUSES),
    id: of.textOrNull('id'),
    ...(through !== null && { through }),
    ...(who !== null && { who }),
  };
}

function wordOf(of: Fields): TimelineWord {
  return timelineWord({
    type: of.oneOf('type', EVENT_TYPES),
    subtype: of.oneOfOrNull('subtype', EVENT_SUBTYPES),
  });
}
