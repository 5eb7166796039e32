/** What a browser is asked to do by a page that comes back by itself. */
export interface Refresh {
  readonly seconds: number;
  readonly query: Record<string, string>;
}

/** What a `Refresh` header asks for; undefined where there is none. */
export function refreshIn(header: string | null | undefined): Refresh | undefined {
  const [, seconds, query] = /^(\d+); url=(\?.*)$/.exec(header ?? '') ?? [];
  if (seconds === undefined || query === undefined) return undefined;
  return { seconds: Number(seconds), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** A page that is being checked loads itself again nine times; another one may come before. */
const REFRESHES_MAX = 12;

/** Follows `Refresh` headers as a browser does: requests the page again as long as it reloads itself. */
export async function followRefreshes<A extends { readonly headers: Readonly<Record<string, string>> }>(
  first: A,
  comeAgain: (refresh: Refresh) => Promise<A>,
): Promise<A> {
  let answer = first;
  for (let round = 0; round < REFRESHES_MAX; round++) {
    const refresh = refreshIn(answer.headers.refresh);
    if (!refresh) return answer;
    answer = await comeAgain(refresh);
  }
  throw new Error('a page that came back for ever');
}
