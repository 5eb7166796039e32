import { stateOf } from '../billing/delivery.ts';
import { LIST_WORDS } from '../pages/console/list-words.ts';
import { amountCell, csvLine, momentCell, type Cell } from './csv.ts';
import { language, say } from './say.ts';
import { sayOnScreen } from './say-on-screen.ts';
import { shownEmail } from '../billing/buyer.ts';
import { lookUpSubscriptions } from '../table/subscribers/subscribers.ts';
import { asOf } from '../billing/current-state.ts';
import { svcIdOf, uuidIn } from '../billing/identifiers.ts';
import { listDifferences } from '../reconciliation/list-differences.ts';
import { listTasks } from '../invoicing/document-tasks.ts';
import { listAllInvoices } from '../invoicing/all-invoices.ts';
import { listInvoices } from '../invoicing/list.ts';
import type { Subscription } from '../billing/subscription.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { allInvoicesInput, allRefundsInput } from '../wire/all-invoices.ts';
import { monthAndStatus, ownersOf } from './screens/invoices.ts';
import { listSubscribers } from '../subscriptions/list.ts';
import { CONSOLE, LIST_LIMIT } from '../limits.ts';
import { readAudit } from '../table/people/audit.ts';
import { plansOf } from '../table/subscribers/plans.ts';
import { listEvents } from '../webhooks/list-events.ts';
import { differencesInput } from '../wire/differences.ts';
import { tasksInput, taskView } from '../wire/tasks.ts';
import { eventListInput } from '../wire/events.ts';
import { invoicesInput } from '../wire/invoices.ts';
import { pageIn } from '../wire/list.ts';
import { subscribersInput } from '../wire/subscriber-list.ts';
import { writtenFeatures } from '../wire/written-features.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { auditedName } from './screens/people.ts';
import { sideSaid } from './screens/difference-sides.ts';
import { eventFilters } from './screens/events.ts';
import { filtersIn } from './screens/subscribers.ts';
import type { Place, Visit } from './visit.ts';

const words = () => LIST_WORDS[language()];

/** A page of a list: its lines, and the cursor behind which the next one begins; undefined at the end. */
interface Lines {
  readonly rows: readonly (readonly Cell[])[];
  readonly next: string | undefined;
}

/** A list that can be downloaded. */
export interface Download {
  readonly title: () => string;
  /** The screen that it is shown on: an entry of the menu, but for what is a subscriber's. */
  readonly place: Place;
  readonly ofSubscriber?: true;
  readonly columns: () => readonly string[];
  /** Its next lines after a cursor. */
  readonly read: (visit: Visit, after: string | undefined) => Promise<Lines>;
}

const LIMIT = String(LIST_LIMIT.max);

/** What is left of a list behind a page of it. */
const nextOf = (hasMore: boolean, cursor: string | undefined) => (hasMore ? cursor : undefined);

/** Every list of the console that can be downloaded, by its name. */
export const DOWNLOADS: Readonly<Record<string, Download>> = {
  subscribers: {
    title: () => say().frame.subscribers,
    place: 'subscribers',
    columns: () => words().columns.subscribers,
    read: async ({ app, tenant, query, now }, after) => {
      const input = subscribersInput({ ...filtersIn(query), starting_after: after, limit: LIMIT });
      const found = await listSubscribers(app, tenant.id, input, lookUpSubscriptions);
      const rows = found.items.map(({ subscription }) => {
        const { customer, plan, ...one } = asOf(subscription, now);
        const who = [svcIdOf('subscription', one.id), customer.name, customer.surname, shownEmail(customer)];
        const when = [momentCell(one.periodEnd), momentCell(one.createdAt), one.payReference];
        const own = [customer.externalId ?? null, one.cancellation?.reason ?? null];
        const comment = one.cancellation?.comment ?? null;
        const what = [one.status, plan.name, amountCell(plan.price), plan.currency];
        return [...who, ...what, ...when, ...own, comment];
      });
      const last = found.items.at(-1)?.subscription.id;
      const next = found.next ?? (last === undefined ? undefined : svcIdOf('subscription', last));
      return { rows, next: nextOf(found.hasMore, next) };
    },
  },
  events: {
    title: () => say().frame.events,
    place: 'events',
    columns: () => words().columns.events,
    read: async ({ app, tenant, query }, after) => {
      const { filter, page } = eventListInput({
        ...eventFilters(query),
        starting_after: after,
        limit: LIMIT,
      });
      const { items, hasMore, next } = await listEvents(app, tenant.id, filter, page);
      const rows = items.map((event) => [
        event.id,
        event.type,
        event.subtype,
        stateOf(event),
        event.attempt,
        momentCell(event.committedAt),
        svcIdOf('subscription', event.subscriberId),
        event.snapshot.customer.externalId ?? null,
        event.snapshot.why?.reason ?? null,
        event.snapshot.why?.comment ?? null,
      ]);
      return { rows, next: nextOf(hasMore, next ?? items.at(-1)?.id) };
    },
  },
  differences: {
    title: () => say().frame.differences,
    place: 'differences',
    columns: () => words().columns.differences,
    read: async ({ app, tenant, query: { kind, state } }, after) => {
      const input = differencesInput({ kind, state, starting_after: after, limit: LIMIT });
      const { items, hasMore } = await listDifferences(app, tenant.id, input);
      const rows = items.map((one) => [
        ...[
          one.id,
          one.kind,
          sideSaid(one.ours),
          sideSaid(one.theirs),
          momentCell(one.since),
          momentCell(one.closedAt),
        ],
        ...[one.closing?.by ?? null, one.closing?.because ?? null],
        one.subscriberId === null ? null : svcIdOf('subscription', one.subscriberId),
        one.reference,
      ]);
      return { rows, next: nextOf(hasMore, items.at(-1)?.id) };
    },
  },
  tasks: {
    title: () => say().frame.tasks,
    place: 'tasks',
    columns: () => words().columns.tasks,
    read: async ({ app, tenant, query: { state } }, after) => {
      const input = tasksInput({ state, starting_after: after, limit: LIMIT });
      const { items, hasMore } = await listTasks(app, tenant.id, input);
      const rows = items.map((one) => {
        const { id, kind, deadline, doneAt, doneBy, note, invoice, facts, document } = taskView(one);
        return [
          ...[id, kind, momentCell(deadline), invoice.invoiceNumber, facts.number],
          ...[momentCell(facts.refundedAt), facts.name, facts.taxNumber, facts.address],
          ...[amountCell(facts.net), amountCell(facts.vat), amountCell(facts.gross), facts.currency],
          ...[momentCell(facts.date), amountCell(facts.amount), facts.vatRate],
          ...[amountCell(facts.newDocument?.gross ?? null), momentCell(doneAt), doneBy, note],
          ...[document?.number ?? null, momentCell(document?.date ?? null)],
          amountCell(document?.amount ?? null),
        ];
      });
      return { rows, next: nextOf(hasMore, items.at(-1)?.id) };
    },
  },
  invoices: {
    title: () => say().subscriber.invoices,
    place: 'subscribers',
    ofSubscriber: true,
    columns: () => words().columns.invoices,
    read: async ({ app, tenant, query: { id } }, after) => {
      const input = invoicesInput({ 'svc-id': id, starting_after: after, limit: LIMIT });
      const { listed, hasMore } = await listInvoices(app, tenant, input);
      const rows = listed.map(({ invoice, pdf }) => [
        ...[svcIdOf('invoice', invoice.id), invoice.number, invoice.status],
        ...[amountCell(invoice.amount), invoice.currency, momentCell(invoice.date), pdf.is],
      ]);
      const last = listed.at(-1)?.invoice.id;
      return { rows, next: nextOf(hasMore, last && svcIdOf('invoice', last)) };
    },
  },
  'all-invoices': {
    title: () => words().invoices.title,
    place: 'invoices',
    columns: () => words().columns['all-invoices'],
    read: async (visit, after) => {
      const input = allInvoicesInput({ ...monthAndStatus(visit.query), starting_after: after, limit: LIMIT });
      const { items, hasMore, next } = await listAllInvoices(visit.app, visit.tenant.id, input);
      const owners = await ownersOf(
        visit,
        items.map(({ subscriberId }) => subscriberId),
      );
      const rows = items.map(({ invoice: one, subscriberId }) => [
        ...[svcIdOf('invoice', one.id), one.number, one.status, amountCell(one.amount)],
        ...[amountCell(one.refundedAmount ?? '0.00'), one.currency],
        ...[momentCell(one.periodStart), momentCell(one.date)],
        ...ownerCells(subscriberId, owners.get(subscriberId)),
      ]);
      const last = next ?? items.at(-1)?.invoice.id;
      return { rows, next: nextOf(hasMore, last && svcIdOf('invoice', last)) };
    },
  },
  refunds: {
    title: () => words().invoices.refunds,
    place: 'invoices',
    columns: () => words().columns.refunds,
    read: async (visit, after) => {
      const input = allRefundsInput({ ...monthAndStatus(visit.query), starting_after: after, limit: LIMIT });
      const { items, hasMore, next } = await listRefunds(visit.app, visit.tenant.id, input);
      const owners = await ownersOf(
        visit,
        items.map(({ subscriberId }) => subscriberId),
      );
      const rows = items.map((one) => [
        ...[svcIdOf('refund', one.id), one.invoiceNumber, one.state, amountCell(one.amount), one.currency],
        ...[momentCell(one.requestedAt), momentCell(one.completedAt), one.reason, one.by],
        ...ownerCells(one.subscriberId, owners.get(one.subscriberId)),
      ]);
      const last = next ?? items.at(-1)?.id;
      return { rows, next: nextOf(hasMore, last && svcIdOf('refund', last)) };
    },
  },
  plans: {
    title: () => say().frame.plans,
    place: 'plans',
    columns: () => words().columns.plans,
    read: async ({ app, tenant }) => {
      const all = await plansOf(app, tenant.id, { consistent: false });
      const rows = all.map((plan) => [
        ...[
          svcIdOf('plan', plan.id),
          plan.name,
          plan.active ? LIST_WORDS[language()].export.yes : LIST_WORDS[language()].export.no,
          amountCell(plan.price),
          plan.currency,
        ],
        ...[
          plan.interval,
          plan.intervalCount,
          plan.trialDays,
          plan.graceDays,
          plan.vatRate,
          plan.lookupKey,
          plan.reference,
          writtenFeatures(plan.features).join('; '),
        ],
      ]);
      return { rows, next: undefined };
    },
  },
  audit: {
    title: () => sayOnScreen().people.audit,
    place: 'people',
    columns: () => words().columns.audit,
    read: async ({ app, tenant }, after) => {
      const page = pageIn({ limit: LIST_LIMIT.max, starting_after: after }, uuidIn);
      const { items, hasMore } = await readAudit(app, tenant.id, page);
      const rows = items.map((one) => [
        ...[momentCell(one.at), auditedName(one), one.what, one.act],
        ...[one.about, one.code, one.browser, one.from, one.count === null ? null : String(one.count)],
      ]);
      return { rows, next: nextOf(hasMore, items.at(-1)?.id) };
    },
  },
};

const ownerCells = (id: string, one: Subscription | undefined): Cell[] => [
  one ? `${one.customer.name} ${one.customer.surname}`.trim() : null,
  one ? shownEmail(one.customer) : null,
  svcIdOf('subscription', id),
  one?.customer.externalId ?? null,
];

/** The name of a file's next part; `next` is where it begins, undefined after the last one. */
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
  const lines = [line(download.columns())];
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
