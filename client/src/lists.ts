/** A page of a list with a cursor. */
interface CursorPage<Item> {
  readonly has_more: boolean;
  readonly data: readonly Item[];
  /** Where to go on if the page is not full although more may follow. */
  readonly next?: string;
}

/** As many items as a page may have, so that a whole list takes the fewest requests. */
const PAGE_ITEMS = 100;

/** Every item of a list, newest first, page by page as they are asked for; `cursorOf` names an item. */
export async function* eachItem<Item>(
  fetchPage: (cursor: { limit: number; starting_after?: string }) => Promise<CursorPage<Item>>,
  cursorOf: (item: Item) => string,
): AsyncGenerator<Item, void> {
  for (let after: string | undefined; ;) {
    const page = await fetchPage({
      limit: PAGE_ITEMS,
      ...(after !== undefined && { starting_after: after }),
    });
    yield* page.data;
    const last = page.data.at(-1);
    const next = page.next ?? (last && cursorOf(last));
    if (!page.has_more || next === undefined) return;
    after = next;
  }
}

/** Every item of a list that has numbered pages. */
export async function* eachNumbered<Item>(
  fetchPage: (page: { page: number; pageSize: number }) => Promise<{
    readonly data: readonly Item[];
    readonly totalPages: number;
  }>,
): AsyncGenerator<Item, void> {
  for (let page = 1; ; page++) {
    const { data, totalPages } = await fetchPage({ page, pageSize: PAGE_ITEMS });
    yield* data;
    if (page >= totalPages) return;
  }
}

/** Every event of the feed after a cursor, oldest first, up to what there is at this moment. */
export async function* eachOfFeed<Item>(
  fetchPage: (cursor: { limit: number; after?: string }) => Promise<{
    readonly events: readonly Item[];
    readonly next: string | null;
    readonly atEnd: boolean;
  }>,
  from: string | undefined,
): AsyncGenerator<Item, void> {
  for (let after = from; ;) {
    const { events, next, atEnd } = await fetchPage({
      limit: PAGE_ITEMS,
      ...(after !== undefined && { after }),
    });
    yield* events;
    if (atEnd || next === null) return;
    after = next;
  }
}
