import { LIST_LIMIT, CONSOLE } from '../limits.ts';
import { csvLine, type Cell } from './csv.ts';
import { askedOf, type List } from './list.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { language } from '../pages/say.ts';
import { auditList } from './screens/audit.ts';
import { differenceList } from './screens/differences.ts';
import { eventList } from './screens/events.ts';
import { invoiceList, refundList } from './screens/invoices.ts';
import { planList } from './screens/plans.ts';
import { subscriberInvoiceList } from './screens/subscriber-invoices.ts';
import { subscriberList } from './screens/subscribers.ts';
import { taskList } from './screens/tasks.ts';
import type { Given, Place, Visit } from './visit.ts';

/** A page of a list: its lines, and the cursor behind which the next one begins; undefined at the end. */
interface Lines {
  readonly rows: readonly (readonly Cell[])[];
  readonly next: string | undefined;
}

/** A list that can be downloaded. */
export interface Download {
  readonly title: () => string;
  /** The screen that it is shown on, and the entry of the menu that this belongs to. */
  readonly screen: string;
  readonly place: Place;
  /** What an address says of how it is narrowed. */
  readonly asked: (query: Given) => Given;
  readonly headings: () => readonly string[];
  /** Its next lines after a cursor. */
  readonly read: (visit: Visit, after: string | undefined) => Promise<Lines>;
}

/** The file of a list: what its screen shows, in columns of its own. */
function fileOf<Item>(list: List<Item>): readonly [name: string, file: Download][] {
  if (!list.file) return [];
  const { title, screen, place } = list;
  const { name, columns } = list.file;
  const file: Download = {
    ...{ title, screen, place },
    asked: (query) => askedOf(list, query),
    headings: () => columns().map(([heading]) => heading),
    read: async (visit, after) => {
      const page = { starting_after: after, limit: String(LIST_LIMIT.max) };
      const found = await list.read(visit, { ...askedOf(list, visit.query), ...page });
      const { items, hasMore, next } = found;
      const last = next ?? items.map(list.idOf).at(-1);
      const cells = columns().map(([, cell]) => cell);
      const rows = items.map((item) => cells.map((cell) => cell(item) ?? null));
      return { rows, next: hasMore ? last : undefined };
    },
  };
  return [[name, file]];
}

/** Every list of the console that can be downloaded, by the name of its file. */
export const DOWNLOADS: Readonly<Record<string, Download>> = Object.fromEntries([
  ...fileOf(subscriberList),
  ...fileOf(eventList),
  ...fileOf(differenceList),
  ...fileOf(taskList),
  ...fileOf(subscriberInvoiceList),
  ...fileOf(invoiceList),
  ...fileOf(refundList),
  ...fileOf(planList),
  ...fileOf(auditList),
]);

/** The text of a file's part, and where the next one begins: undefined after the last one. */
export interface CsvPart {
  readonly text: string;
  readonly next: string | undefined;
}

/** The byte order mark by which spreadsheets know UTF-8. */
const BOM = '\uFEFF';

/** The lines of a list after a cursor, read page by page, at most 10,000 of them. */
export const csvPart = (download: Download, visit: Visit, after: string | undefined): Promise<CsvPart> =>
  oneAtATime(visit, () => partOf(download, visit, after));

async function partOf(download: Download, visit: Visit, after: string | undefined): Promise<CsvPart> {
  const line = (cells: readonly Cell[]) => csvLine(language(), cells);
  const lines = [line(download.headings())];
  let next = after;
  do {
    const page = await download.read(visit, next);
    lines.push(...page.rows.map(line));
    next = page.next;
  } while (
    next !== undefined &&
    lines.length <= CONSOLE.downloadRowsMax &&
    visit.app.timeLeft() > CONSOLE.downloadSpareMs
  );
  return { text: BOM + lines.join(''), next };
}
