import { MESSAGE_KINDS, type MessageSettings } from '../../messages/kinds.ts';
import type { Fields } from '../fields.ts';
import { withoutNulls } from '../item.ts';
import type { Attribute } from '../table.ts';

/** The languages of a tenant's messages: one of ours, or each customer's. */
const LANGUAGES = ['tr', 'en', 'customer'] as const satisfies readonly MessageSettings['language'][];

/** Parses a tenant's settings of messages; a kind that only newer code knows is left out. Throws Unreadable. */
export function messageSettingsFrom(of: Fields): MessageSettings {
  const on = of.texts('on') ?? [];
  return {
    senderName: of.textOrNull('senderName'),
    replyTo: of.textOrNull('replyTo'),
    language: of.oneOf('language', LANGUAGES),
    on: MESSAGE_KINDS.filter((kind) => on.includes(kind)),
  };
}

/** A tenant's settings of messages, as its attribute. */
export const messageSettingsItem = ({ on, ...settings }: MessageSettings): Attribute =>
  withoutNulls({ ...settings, on: [...on] });
