import type { CoreApp } from '../../runtime/app.ts';
import { Refusal } from '../../refusal.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { SENT_FORMS } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { readUntilOver } from '../purchases/read-until.ts';
import { key } from '../schema.ts';
import { conflictOf, tryWrite, type Item } from '../table.ts';

/** A form that a browser has sent: of whose session, for which act, with which fields; each page's forms have a key of their own. */
export interface SentForm {
  readonly tenant: string;
  /** The hash of the session's secret. */
  readonly session: string;
  readonly act: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Fields that make it no other form. */
  readonly saidAlong?: readonly string[] | undefined;
}

const SEPARATOR = '.';

/** What every form of a page carries: what binds it to its session, and what no other page has. */
export const formToken = (app: CoreApp, csrf: string): string => `${csrf}${SEPARATOR}${app.newNonce()}`;

/** What of a form's token binds it to its session. */
export const sessionPartOf = (token = ''): string => token.split(SEPARATOR)[0] ?? '';

/**
 * What an act has done, as an address carries it to the page that says so: with a mark that only pages of this session know,
 * so that nobody's link makes us say it. `csrf`: the session's.
 */
export const markDone = (csrf: string, what: string): string =>
  `${what}${SEPARATOR}${fingerprintOf(['done', sessionPartOf(csrf), what]).slice(0, 22)}`;

/** What an address says was done, if this session's own act has led there. */
export function doneMarked(csrf: string, given = ''): string | undefined {
  const what = given.split(SEPARATOR)[0] ?? '';
  return given === markDone(csrf, what) ? what : undefined;
}

interface Sending {
  readonly at: ReturnType<typeof key.sentForm>;
  readonly writer: string;
}

/**
 * Does what a form asks for once: sent again (Back, a double click, an old tab) it leads where it led the first time, and
 * does nothing. `answer.location` of null is not kept, so that the form may be sent again. Throws `operation_in_progress`.
 */
export async function doneOnce<Answer extends { readonly location: string | null }>(
  app: CoreApp,
  form: SentForm,
  run: () => Promise<Answer>,
): Promise<Answer | { readonly location: string; readonly isRepeated: true }> {
  const { tenant, fields: all, saidAlong = [], ...rest } = form;
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => !saidAlong.includes(name)));
  if (!fields.csrf?.includes(SEPARATOR)) return run();
  const sending = { at: key.sentForm(tenant, fingerprintOf([rest, fields])), writer: app.newNonce() };
  const before = await begin(app, sending);
  if (before !== undefined) return { location: before, isRepeated: true };
  let location: string | null = null;
  try {
    const answer = await run();
    location = answer.location;
    return answer;
  } finally {
    await end(app, sending, location);
  }
}

/** Where the form led before; undefined if it is this request that sends it. */
async function begin(app: CoreApp, { at, writer }: Sending): Promise<string | undefined> {
  for (let last: Item | undefined; ;) {
    const now = app.clock();
    const ttl = Math.ceil((now + SENT_FORMS.keptMs) / 1000);
    const free = last ? { attribute: 'lease', atMost: now } : ({ absent: true } as const);
    const put = { put: { ...at, writer, lease: now + SENT_FORMS.leaseMs, location: null, ttl }, if: [free] };
    const conflict = await conflictOf(() => app.table.apply(put));
    const found = conflict?.found[0];
    if (!found || found.writer === writer) return undefined;
    const over = await readUntilOver(
      app,
      { running: found, begunAt: fieldsOf(found).number('lease') - SENT_FORMS.leaseMs },
      () => app.table.get(at, { consistent: true }),
      (item) => item?.location !== null,
    );
    if (typeof over?.location === 'string') return over.location;
    if (over && app.clock() < fieldsOf(over).number('lease')) throw new Refusal('operation_in_progress');
    last = over;
  }
}

async function end(app: CoreApp, { at, writer }: Sending, location: string | null): Promise<void> {
  const own = [{ attribute: 'writer', is: writer }];
  await tryWrite(() =>
    app.table.apply(location === null ? { delete: at, if: own } : { update: at, set: { location }, if: own }),
  );
}
