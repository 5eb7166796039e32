import type { EventRecord } from '../../billing/delivery.ts';
import type { Page, SearchedPage } from '../../billing/page.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { say } from '../say.ts';
import { sayOnScreen } from '../say-on-screen.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { asOf } from '../../billing/current-state.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { listSubscribers } from '../../subscriptions/list.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { zone } from '../../runtime/zone.ts';
import { MinuteCache } from '../../table/instance-cache.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { oldestOpenTasks } from '../../table/documents/document-tasks.ts';
import { listedDocuments } from '../../table/documents/listed-documents.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import type { Screen, Visit } from '../visit.ts';
import { TASK_SAID } from '../words.ts';
import { isAboutPlans, planNames, sideSaid } from './difference-sides.ts';
import { block, head, minute, time, to, toSubscriber } from './parts.ts';
import { figures } from './figures.ts';

/** The most open matters of a kind that are counted; more are shown as `25+`. */
const COUNTED: Page = { limit: 25, startingAfter: null, endingBefore: null };

/** What needs attention: money taken wrongly, money not coming in, somebody not told, paper missing. */
async function openMatters({ app, tenant }: Visit) {
  const anything = { email: undefined, plan: undefined, from: undefined, to: undefined } as const;
  const [account, differences, failed, events, documents, tasks] = await Promise.all([
    readAccount(app, tenant.id),
    listDifferences(app, tenant.id, { kind: undefined, state: 'open', page: COUNTED }),
    listSubscribers(
      app,
      tenant.id,
      { ...anything, status: 'PAYMENT_FAILED', page: COUNTED },
      lookUpSubscriptions,
    ),
    exhaustedEvents(app, tenant.id),
    listedDocuments(app, tenant.id, COUNTED.limit + 1),
    oldestOpenTasks(app, tenant.id, COUNTED.limit + 1),
  ]);
  const oldest = differences.items.at(-1);
  const names = await planNames(app, tenant.id, oldest !== undefined && isAboutPlans(oldest));
  return { account, differences, names, failed, events, documents, tasks };
}

/** That none was exhausted, by tenant. The first that is makes the webhook fail, which is always read. */
const noneExhausted = new MinuteCache<SearchedPage<EventRecord>>();

/** Events that were never delivered: a query for each type, so for a minute it is not asked again where there are none. */
function exhaustedEvents(app: CoreApp, tenant: string): Promise<SearchedPage<EventRecord>> {
  const exhausted = { type: null, state: 'EXHAUSTED', subscriberId: null, from: null, to: null } as const;
  return noneExhausted.find(
    app,
    tenant,
    () => listEvents(app, tenant, exhausted, COUNTED),
    ({ items, hasMore }) => items.length === 0 && !hasMore,
  );
}

type Matters = Awaited<ReturnType<typeof openMatters>>;

/** One line of what needs attention. */
interface Need {
  readonly count: string;
  readonly title: string;
  readonly said: Content;
  readonly href: string;
  readonly label: string;
}

const counted = (count: number, isMore: boolean) =>
  isMore || count > COUNTED.limit ? `${COUNTED.limit}+` : String(count);

function needsOf(
  { account, differences, names, failed, events, documents, tasks }: Matters,
  now: number,
): Need[] {
  const oldest = differences.items.at(-1);
  const [newestEvent] = events.items;
  const [document] = documents;
  return [
    ...(oldest
      ? [
          {
            count: counted(differences.items.length, differences.hasMore),
            title: sayOnScreen().overview.differences,
            said: html`${sayOnScreen().overview.difference(time(oldest.since), sideSaid(oldest.ours, names), sideSaid(oldest.theirs, names), say().differenceActions[oldest.kind])}`,
            href: to('differences'),
            label: sayOnScreen().overview.settle,
          },
        ]
      : []),
    ...accountNeeds(account),
    ...(failed.items.length > 0
      ? [
          {
            count: counted(failed.items.length, failed.hasMore),
            title: sayOnScreen().overview.failed,
            said: recoveriesSaid(failed, now),
            href: to('subscribers', { status: 'PAYMENT_FAILED' }),
            label: sayOnScreen().overview.seeSubscribers,
          },
        ]
      : []),
    ...(newestEvent
      ? [
          {
            count: counted(events.items.length, events.hasMore),
            title: sayOnScreen().overview.events,
            said: html`${sayOnScreen().overview.newestEvent(newestEvent.type, time(newestEvent.committedAt))}`,
            href: to('events', { state: 'EXHAUSTED' }),
            label: sayOnScreen().overview.sendAgain,
          },
        ]
      : []),
    ...tasksNeed(tasks, now),
    ...(document
      ? [
          {
            count: counted(documents.length, false),
            title: sayOnScreen().overview.documents,
            said: html`${document.problem}`,
            href: toSubscriber(document.subscriberId),
            label: sayOnScreen().overview.openInvoice,
          },
        ]
      : []),
  ];
}

/** What is being done about payments that failed, and whose access ends next. */
function recoveriesSaid({ items, hasMore }: Matters['failed'], now: number): string {
  const all = items.map(({ subscription }) => asOf(subscription, now));
  const views = all.map(recoveryView);
  const inState = (state: string) => views.filter((one) => one?.state === state).length;
  const next = earliest(all.map(({ recovery }) => recovery?.nextAttemptAt ?? null));
  const graceEnds = earliest(
    all.map(({ graceEndsAt }) => (graceEndsAt !== null && graceEndsAt > now ? graceEndsAt : null)),
  );
  const [retrying, card] = [inState('retrying'), inState('needs_card')];
  const parts = [
    hasMore && sayOnScreen().overview.ofNewest(items.length),
    next !== null && retrying > 0 && sayOnScreen().overview.triedAgain(retrying, minute(next)),
    card > 0 && sayOnScreen().overview.needsCard(card),
    items.length > retrying + card && sayOnScreen().overview.noTry(items.length - retrying - card),
    graceEnds === null
      ? sayOnScreen().overview.noAccessEnds
      : sayOnScreen().overview.accessEnds(minute(graceEnds)),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, one) => (one === null || (first !== null && first <= one) ? first : one), null);

/** Tasks that a person must do about documents, the nearest deadline first. */
function tasksNeed(tasks: Matters['tasks'], now: number): Need[] {
  const [next] = tasks.toSorted((one, other) => one.deadline - other.deadline);
  if (!next) return [];
  const late = tasks.filter(({ deadline }) => deadline < now).length;
  return [
    {
      count: counted(tasks.length, false),
      title: sayOnScreen().overview.tasks,
      said: html`${late > 0 && `${sayOnScreen().overview.overdue(late)} `}${sayOnScreen().overview.nextTask(TASK_SAID()[next.kind], next.invoiceNumber, time(next.deadline))}`,
      href: to('tasks'),
      label: sayOnScreen().overview.seeTasks,
    },
  ];
}

/** A provider that refuses, is silent or whose merchant is not known, and a webhook that fails. */
function accountNeeds({ payHealth, tenant, webhookHealth }: Account): Need[] {
  const provider = {
    refused: sayOnScreen().overview.refused,
    silent: sayOnScreen().overview.silent,
  } as const;
  const isFailing = tenant.webhook !== null && webhookHealth.failingSince !== null;
  return [
    ...(payHealth.state === 'healthy'
      ? []
      : [
          {
            count: '!',
            title:
              payHealth.state === 'refused'
                ? sayOnScreen().overview.refusedTitle
                : sayOnScreen().overview.silentTitle,
            said: html`${sayOnScreen().overview.since(provider[payHealth.state], time(payHealth.since))}`,
            href: to('providers'),
            label: sayOnScreen().overview.lookProviders,
          },
        ]),
    ...(isFailing
      ? [
          {
            count: '!',
            title: sayOnScreen().overview.webhookFails,
            said: html`${sayOnScreen().overview.webhookSince(time(webhookHealth.failingSince), webhookHealth.lastFailure?.error ?? sayOnScreen().overview.answers(webhookHealth.lastFailure?.httpStatus ?? sayOnScreen().overview.nothing))}`,
            href: to('webhooks'),
            label: sayOnScreen().overview.lookWebhook,
          },
        ]
      : []),
  ];
}

function needsList(needs: readonly Need[], now: number): Html {
  if (needs.length === 0) return html`<p>${sayOnScreen().overview.calm(minute(now))}</p>`;
  const items = needs.map(
    ({ count, title, said, href, label }, at) =>
      html`<li><span class="n">${count}</span><div><h3>${title}</h3><p class="quiet">${said}</p></div><a class="button${at === 0 && ' primary'}" href="${href}">${label}</a></li>`,
  );
  return html`<ol class="needs">${items}</ol>`;
}

/** That documents are made at the live address of the invoicing provider, for a company that was said to be a trial one. */
function trialNotice({ tenant: { acct } }: Account): Html | false {
  const company = acct?.coverage?.trialCompany;
  return (
    company !== undefined &&
    html`<p class="notice"><span>${sayOnScreen().overview.trialCompany(company)}</span></p>`
  );
}

/** What a new tenant does first; nothing once all of it is done. */
function firstSteps({ tenant }: Account): Html {
  const steps = [
    { isDone: tenant.pay !== null, label: sayOnScreen().overview.connect, href: to('pay-account') },
    { isDone: tenant.webhook !== null, label: sayOnScreen().overview.setWebhook, href: to('webhooks') },
  ];
  if (steps.every(({ isDone }) => isDone)) return html``;
  const items = steps.map(
    ({ isDone, label, href }) =>
      html`<li${isDone && html` class="done"`}><strong>${label}</strong>${isDone ? html`<span class="quiet">${sayOnScreen().overview.done}</span>` : html`<a href="${href}">${sayOnScreen().overview.begin}</a>`}</li>`,
  );
  return block('steps', sayOnScreen().overview.toSetUp, html`<ol class="steps">${items}</ol>`);
}

/** What needs attention first, then the numbers. */
export const overview: Screen = {
  place: 'overview',
  show: async (visit) => {
    const [matters, numbers] = await Promise.all([openMatters(visit), figures(visit)]);
    const asOf = html`<span class="quiet small">${sayOnScreen().overview.asOf(minute(visit.now), zone())}</span>`;
    return {
      title: sayOnScreen().overview.overview,
      content: html`${head(sayOnScreen().overview.overview, undefined, asOf)}
<section class="stack" aria-labelledby="needs"><h2 id="needs">${sayOnScreen().overview.needs}</h2>${needsList(needsOf(matters, visit.now), visit.now)}</section>
${trialNotice(matters.account)}
${firstSteps(matters.account)}
${numbers}`,
    };
  },
};
