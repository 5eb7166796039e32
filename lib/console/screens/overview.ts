import { html, type Content, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { asOf } from '../../billing/current-state.ts';
import { ACTIONS } from '../../billing/difference.ts';
import { listDifferences } from '../../reconciliation/list-differences.ts';
import { listSubscribers } from '../../subscriptions/list.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { oldestOpenTasks } from '../../table/documents/document-tasks.ts';
import { listedDocuments } from '../../table/documents/listed-documents.ts';
import type { Page } from '../../table/page.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import type { Screen, Visit } from '../visit.ts';
import { TASK_SAID } from '../words.ts';
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
    listEvents(
      app,
      tenant.id,
      { type: null, state: 'EXHAUSTED', subscriberId: null, from: null, to: null },
      COUNTED,
    ),
    listedDocuments(app, tenant.id, COUNTED.limit + 1),
    oldestOpenTasks(app, tenant.id, COUNTED.limit + 1),
  ]);
  return { account, differences, failed, events, documents, tasks };
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

function needsOf({ account, differences, failed, events, documents, tasks }: Matters, now: number): Need[] {
  const [oldest] = differences.items.toReversed();
  const [newestEvent] = events.items;
  const [document] = documents;
  return [
    ...(oldest
      ? [
          {
            count: counted(differences.items.length, differences.hasMore),
            title: 'Differences from iyzico',
            said: html`Since ${time(oldest.since)}: here ${oldest.ours}, at iyzico ${oldest.theirs}. ${ACTIONS[oldest.kind]}`,
            href: to('differences'),
            label: 'Settle differences',
          },
        ]
      : []),
    ...accountNeeds(account),
    ...(failed.items.length > 0
      ? [
          {
            count: counted(failed.items.length, failed.hasMore),
            title: 'Payments that failed',
            said: recoveriesSaid(failed, now),
            href: to('subscribers', { status: 'PAYMENT_FAILED' }),
            label: 'See subscribers',
          },
        ]
      : []),
    ...(newestEvent
      ? [
          {
            count: counted(events.items.length, events.hasMore),
            title: 'Events not delivered',
            said: html`The newest is a ${newestEvent.type} of ${time(newestEvent.committedAt)}. They are kept 90 days.`,
            href: to('events', { state: 'EXHAUSTED' }),
            label: 'Send them again',
          },
        ]
      : []),
    ...tasksNeed(tasks, now),
    ...(document
      ? [
          {
            count: counted(documents.length, false),
            title: 'Documents not finished',
            said: html`${document.problem}`,
            href: toSubscriber(document.subscriberId),
            label: 'Open the invoice',
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
  const { retrying, needs_card: card } = { retrying: inState('retrying'), needs_card: inState('needs_card') };
  const parts = [
    ...(hasMore ? [`Of the newest ${items.length}:`] : []),
    `${retrying} tried again${next === null ? '' : `, next ${minute(next)}`};`,
    `${card} ${card === 1 ? 'needs' : 'need'} a new card;`,
    `${items.length - retrying - card} without a further try.`,
    graceEnds === null ? 'Nobody’s access is running out.' : `The next access ends ${minute(graceEnds)}.`,
  ];
  return parts.join(' ');
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
      title: 'Tasks about documents',
      said: html`${late > 0 && `${late} overdue. `}Next: ${TASK_SAID[next.kind]}, invoice ${next.invoiceNumber}, by ${time(next.deadline)}.`,
      href: to('tasks'),
      label: 'See tasks',
    },
  ];
}

/** A provider that refuses, is silent or whose merchant is not known, and a webhook that fails. */
function accountNeeds({ payHealth, tenant, webhookHealth }: Account): Need[] {
  const provider = {
    refused: 'iyzico refuses the credentials of this account: nothing can be changed or read there.',
    silent: 'iyzico does not answer. It is tried every minute, and nothing is lost.',
  } as const;
  const isFailing = tenant.webhook !== null && webhookHealth.failingSince !== null;
  return [
    ...(payHealth.state === 'healthy'
      ? []
      : [
          {
            count: '!',
            title: payHealth.state === 'refused' ? 'iyzico refuses this account' : 'iyzico does not answer',
            said: html`${provider[payHealth.state]} Since ${time(payHealth.since)}.`,
            href: to('providers'),
            label: 'Look at the providers',
          },
        ]),
    ...(tenant.pay !== null && tenant.pay.merchantId === null
      ? [
          {
            count: '!',
            title: 'iyzico’s merchant number is missing',
            said: 'Enter it with the present API key, so that a change of accounts later loses nobody’s payment.',
            href: to('providers'),
            label: 'Look at the providers',
          },
        ]
      : []),
    ...(isFailing
      ? [
          {
            count: '!',
            title: 'The webhook fails',
            said: html`Since ${time(webhookHealth.failingSince)}: ${webhookHealth.lastFailure?.error ?? `it answers ${webhookHealth.lastFailure?.httpStatus ?? 'nothing'}`}.`,
            href: to('webhooks'),
            label: 'Look at the webhook',
          },
        ]
      : []),
  ];
}

function needsList(needs: readonly Need[], now: number): Html {
  if (needs.length === 0)
    return html`<p>Nothing does: no open difference, no failed payment, no event undelivered, no task, no document waiting. Checked ${minute(now)}.</p>`;
  const items = needs.map(
    ({ count, title, said, href, label }, at) =>
      html`<li><span class="n">${count}</span><div><h3>${title}</h3><p class="quiet">${said}</p></div><a class="button${at === 0 && ' primary'}" href="${href}">${label}</a></li>`,
  );
  return html`<ol class="needs">${items}</ol>`;
}

/** What a new tenant does first; nothing once all of it is done. */
function firstSteps({ tenant }: Account): Html {
  const steps = [
    { isDone: tenant.pay !== null, label: 'Connect iyzico', href: to('pay-account') },
    { isDone: tenant.webhook !== null, label: 'Set the webhook', href: to('webhooks') },
  ];
  if (steps.every(({ isDone }) => isDone)) return html``;
  const items = steps.map(
    ({ isDone, label, href }) =>
      html`<li${isDone && html` class="done"`}><strong>${label}</strong>${isDone ? html`<span class="quiet">Done</span>` : html`<a href="${href}">Begin</a>`}</li>`,
  );
  return block('steps', 'To be set up', html`<ol class="steps">${items}</ol>`);
}

/** What needs attention first, then the numbers. */
export const overview: Screen = {
  place: 'overview',
  show: async (visit) => {
    const [matters, numbers] = await Promise.all([openMatters(visit), figures(visit)]);
    const asOf = html`<span class="quiet small">as of ${minute(visit.now)}, Istanbul time</span>`;
    return {
      title: 'Overview',
      content: html`${head('Overview', undefined, asOf)}
<section class="stack" aria-labelledby="needs"><h2 id="needs">Needs attention first</h2>${needsList(needsOf(matters, visit.now), visit.now)}</section>
${firstSteps(matters.account)}
${numbers}`,
    };
  },
};
