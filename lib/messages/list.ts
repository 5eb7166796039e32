import type { Page, SearchedPage } from '../billing/page.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { messageIdIn } from '../table/key-parts.ts';
import { list } from '../table/lists.ts';
import { lookUpMessage, messageFrom, type StoredMessage } from '../table/messages/messages.ts';
import { searchPage } from '../table/page.ts';
import { range } from '../table/ranges.ts';
import { key } from '../table/schema.ts';
import type { Item } from '../table/table.ts';
import { Refusal } from '../refusal.ts';
import type { MessageKind, MessageState } from './kinds.ts';

/** Filters by kind, state and subscriber; null for any. */
export interface MessageFilter {
  readonly kind: MessageKind | null;
  readonly state: MessageState | null;
  readonly subscriberId: string | null;
}

/** The most messages read at once. */
const READ_MAX = 100;

/** One page of a tenant's messages, newest first. Throws `invalid_cursor` for one that names no message of the tenant. */
export async function listMessages(
  app: CoreApp & OfTenant,
  { kind, state, subscriberId }: MessageFilter,
  page: Page,
): Promise<SearchedPage<StoredMessage>> {
  const cursor = page.startingAfter ?? page.endingBefore;
  if (cursor !== null && !(await lookUpMessage(app, cursor))) throw new Refusal('invalid_cursor');
  return searchPage(page, {
    sortKey: (id) => key.message(app.tenantId, id).sk,
    first: Math.min(page.limit + 1, READ_MAX),
    read: (window) =>
      subscriberId === null
        ? ofTenant(app, window)
        : app.table.query({ ...range.messages(app.tenantId, subscriberId), ...window, consistent: true }),
    pick: (items) =>
      Promise.resolve(
        items
          .map((item) => messageFrom(app.tenantId, item))
          .filter((one) => (kind ?? one.kind) === one.kind && (state ?? one.state) === one.state)
          .filter((one) => subscriberId === null || one.subscriberId === subscriberId),
      ),
    cursorIn: messageIdIn,
  });
}

interface Window {
  readonly after?: string;
  readonly before?: string;
  readonly backwards: boolean;
  readonly limit: number;
}

/** The messages of a window of the tenant's list, whose positions are their ids. */
async function ofTenant(app: CoreApp & OfTenant, window: Window): Promise<Item[]> {
  const position = (sk: string) => messageIdIn({ pk: '', sk });
  const { after, before, backwards, limit } = window;
  const listed = await app.table.list({
    ...list.messages(app.tenantId),
    ...(after !== undefined && { after: position(after) }),
    ...(before !== undefined && { before: position(before) }),
    backwards,
    limit,
  });
  const starts = listed.flatMap((_, at) => (at % READ_MAX === 0 ? [at] : []));
  const read = await Promise.all(
    starts.map((at) => app.table.getMany(listed.slice(at, at + READ_MAX), { consistent: true })),
  );
  return read.flat().filter((item) => item !== undefined);
}
