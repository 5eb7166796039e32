import type { Answer } from '../../support/world/world.ts';

/** A list page after page; undefined where it is refused. */
export async function wholeList(
  page: (query: Record<string, string>) => Promise<Answer>,
): Promise<Record<string, unknown>[] | undefined> {
  const all: Record<string, unknown>[] = [];
  for (let cursor: string | undefined; ;) {
    const { status, body } = await page({
      limit: '100',
      ...(cursor !== undefined && { starting_after: cursor }),
    });
    if (status !== 200) return undefined;
    const items = (body.data ?? []) as Record<string, unknown>[];
    all.push(...items);
    if (body.has_more !== true) return all;
    cursor = String(items.at(-1)?.id);
  }
}
