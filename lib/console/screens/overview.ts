import { recoveryTimes } from '../../billing/recovery-times.ts';
import type { EventRecord } from '../../billing/delivery.ts';
import type { Page, SearchedPage } from '../../billing/page.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { say } from '../../pages/say.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { readAccount, type Account } from '../../account/account.ts';
import { viewAt } from '../../billing/current-state.ts';
import { listDifferences } from '../../comparison/list-differences.ts';
import { listSubscribers } from '../../subscriptions/list.ts';
import { recoveryView } from '../../wire/recovery.ts';
import { USUAL_ZONE, zone } from '../../runtime/zone.ts';
import { MinuteCache } from '../../table/instance-cache.ts';
import { lookUpSubscriptions } from '../../table/subscribers/subscribers.ts';
import { oldestOpenTasks } from '../../table/documents/document-tasks.ts';
import { listedDocuments } from '../../table/documents/listed-documents.ts';
import { listEvents } from '../../webhooks/list-events.ts';
import type { Screen, Visit } from '../visit.ts';
import { taskSaid } from '../../pages/work-words.ts';
import { actionSaid, isAboutPlans, planNames, sideSaid } from './difference-sides.ts';
import { block, head, minute, time, to, toSubscriber } from './parts.ts';
import { figures } from './figures.ts';
import { PAY, ACCT } from '../../pages/console/provider-names.ts';

/** The most open matters of a kind that are counted; more are shown as `25+`. */
const COUNTED: Page = { limit: 25, startingAfter: null, endingBefore: null };

/** What needs attention: money taken wrongly, money not coming in, somebody not told, paper missing. */
async function openMatters({ app }: Visit) {
  const anything = { email: undefined, plan: undefined, from: undefined, to: undefined } as const;
  const [account, differences, failed, events, documents, tasks] = await Promise.all([
    readAccount(app),
    listDifferences(app, { kind: undefined, state: 'open', page: COUNTED }),
    listSubscribers(app, { ...anything, status: 'PAYMENT_FAILED', page: COUNTED }, lookUpSubscriptions),
    exhaustedEvents(app),
    listedDocuments(app, COUNTED.limit + 1),
    oldestOpenTasks(app, COUNTED.limit + 1),
  ]);
  const oldest = differences.items.at(-1);
  const names = await planNames(app, oldest !== undefined && isAboutPlans(oldest));
  return { account, differences, names, failed, events, documents, tasks };
}

/** That none was exhausted, by tenant. The first that is makes the webhook fail, which is always read. */
const noneExhausted = new MinuteCache<SearchedPage<EventRecord>>();

/** Events that were never delivered: a query for each type, so for a minute it is not asked again where there are none. */
function exhaustedEvents(app: CoreApp & OfTenant): Promise<SearchedPage<EventRecord>> {
  const exhausted = { type: null, state: 'EXHAUSTED', subscriberId: null, from: null, to: null } as const;
  return noneExhausted.find(
    app,
    app.tenantId,
    () => listEvents(app, exhausted, COUNTED),
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
            title: say(`Differences from ${PAY}`, `${PAY} ile farklar`),
            said: html`${differenceSaid(time(oldest.since), sideSaid(oldest.ours, names), sideSaid(oldest.theirs, names), actionSaid(oldest.kind))}`,
            href: to('differences'),
            label: say('Settle differences', 'Farkları çöz'),
          },
        ]
      : []),
    ...accountNeeds(account),
    ...(failed.items.length > 0
      ? [
          {
            count: counted(failed.items.length, failed.hasMore),
            title: say('Payments that failed', 'Tahsil edilemeyen ödemeler'),
            said: recoveriesSaid(failed, now),
            href: to('subscribers', { status: 'PAYMENT_FAILED' }),
            label: say('See subscribers', 'Aboneleri gör'),
          },
        ]
      : []),
    ...(newestEvent
      ? [
          {
            count: counted(events.items.length, events.hasMore),
            title: say('Events not delivered', 'İletilemeyen olaylar'),
            said: html`${say(html`The newest is a ${newestEvent.type} of ${time(newestEvent.committedAt)}. They are kept 90 days.`, html`En yenisi ${time(newestEvent.committedAt)} tarihli ${newestEvent.type}. Olaylar 90 gün saklanır.`)}`,
            href: to('events', { state: 'EXHAUSTED' }),
            label: say('Send them again', 'Yeniden gönder'),
          },
        ]
      : []),
    ...tasksNeed(tasks, now),
    ...(document
      ? [
          {
            count: counted(documents.length, false),
            title: say('Documents not finished', 'Tamamlanmamış belgeler'),
            said: html`${document.problem}`,
            href: toSubscriber(document.subscriberId),
            label: say('Open the invoice', 'Faturayı aç'),
          },
        ]
      : []),
  ];
}

/** What is being done about payments that failed, and whose access ends next. */
function recoveriesSaid({ items, hasMore }: Matters['failed'], now: number): string {
  const all = items.map(({ subscription }) => viewAt(subscription, now));
  const views = all.map(recoveryView);
  const inState = (state: string) => views.filter((one) => one?.state === state).length;
  const next = earliest(all.map((one) => recoveryTimes(one)?.nextAttemptAt ?? null));
  const graceEnds = earliest(
    all.map(({ graceEndsAt }) => (graceEndsAt !== null && graceEndsAt > now ? graceEndsAt : null)),
  );
  const [retrying, card] = [inState('retrying'), inState('needs_card')];
  const parts = [
    hasMore && say(`Of the newest ${items.length}:`, `En yeni ${items.length} abonelikten`),
    next !== null &&
      retrying > 0 &&
      say(
        `${retrying} will be tried again, next ${minute(next)}.`,
        `${retrying} ödeme yeniden denenecek, sıradaki deneme ${minute(next)}.`,
      ),
    card > 0 &&
      say(`${card} cannot be paid without a new card.`, `${card} abone için yalnız yeni kart işe yarar.`),
    items.length > retrying + card && noTrySaid(items.length - retrying - card),
    graceEnds === null
      ? say('Nobody’s access is running out.', 'Kimsenin erişimi bitmek üzere değil.')
      : say(`The next access ends ${minute(graceEnds)}.`, `İlk biten erişim: ${minute(graceEnds)}.`),
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
      title: say('Tasks about documents', 'Belge görevleri'),
      said: html`${late > 0 && `${say(`${late} overdue.`, `${late} gecikmiş.`)} `}${nextTaskSaid(taskSaid(next.kind), next.invoiceNumber, time(next.deadline))}`,
      href: to('tasks'),
      label: say('See tasks', 'Görevleri gör'),
    },
  ];
}

/** A provider that refuses, is silent or whose merchant is not known, and a webhook that fails. */
function accountNeeds({ payHealth, tenant, webhookHealth }: Account): Need[] {
  const provider = {
    refused: say(
      `${PAY} refuses the credentials of this account: nothing can be changed or read there.`,
      `${PAY} bu hesabın bilgilerini reddediyor: orada ne değişiklik yapılabiliyor ne okunabiliyor.`,
    ),
    silent: say(
      `${PAY} does not answer. It is tried every minute, and nothing is lost.`,
      `${PAY} yanıt vermiyor. Her dakika yeniden deneniyor; hiçbir şey kaybolmaz.`,
    ),
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
                ? say(`${PAY} refuses this account`, `${PAY} bu hesabı reddediyor`)
                : say(`${PAY} does not answer`, `${PAY} yanıt vermiyor`),
            said: html`${sinceSaid(provider[payHealth.state], time(payHealth.since))}`,
            href: to('providers'),
            label: say('Look at the providers', 'Sağlayıcılara bak'),
          },
        ]),
    ...(isFailing
      ? [
          {
            count: '!',
            title: say('The webhook fails', 'Webhook hata veriyor'),
            said: html`${webhookSinceSaid(time(webhookHealth.failingSince), webhookHealth.lastFailure?.error ?? answersSaid(webhookHealth.lastFailure?.httpStatus ?? say('nothing', 'yok')))}`,
            href: to('webhooks'),
            label: say('Look at the webhook', 'Webhook sayfasına git'),
          },
        ]
      : []),
  ];
}

function needsList(needs: readonly Need[], now: number): Html {
  if (needs.length === 0)
    return html`<p>${say(`Nothing does: no open difference, no failed payment, no event undelivered, no task, no document waiting. Checked ${minute(now)}.`, `İlgi bekleyen bir şey yok: açık fark, alınamayan ödeme, iletilemeyen olay, görev ve bekleyen belge yok. Son kontrol: ${minute(now)}.`)}</p>`;
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
    html`<p class="notice"><span>${say(`Documents are made at ${ACCT}’s live address, for company ${company}, which was confirmed to be a trial one.`, `Belgeler ${ACCT} gerçek adresinde, deneme şirketi olduğu onaylanan ${company} numaralı şirket için düzenleniyor.`)}</span></p>`
  );
}

/** What a new tenant does first; nothing once all of it is done. */
function firstSteps({ tenant }: Account): Html {
  const steps = [
    {
      isDone: tenant.pay !== null,
      label: say(`Connect ${PAY}`, `${PAY} hesabını bağla`),
      href: to('pay-account'),
    },
    {
      isDone: tenant.webhook !== null,
      label: say('Set the webhook', 'Webhook adresini gir'),
      href: to('webhooks'),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return html``;
  const items = steps.map(
    ({ isDone, label, href }) =>
      html`<li${isDone && html` class="done"`}><strong>${label}</strong>${isDone ? html`<span class="quiet">${say('Done', 'Tamam')}</span>` : html`<a href="${href}">${say('Begin', 'Başla')}</a>`}</li>`,
  );
  return block('steps', say('To be set up', 'Kurulacaklar'), html`<ol class="steps">${items}</ol>`);
}

/** What needs attention first, then the numbers. */
export const overview: Screen = {
  place: 'overview',
  show: async (visit) => {
    const [matters, numbers] = await Promise.all([openMatters(visit), figures(visit)]);
    const asOf = html`<span class="quiet small">${asOfSaid(visit.now)}</span>`;
    return {
      title: say('Overview', 'Genel bakış'),
      content: html`${head(say('Overview', 'Genel bakış'), undefined, asOf)}
<section class="stack" aria-labelledby="needs"><h2 id="needs">${say('Needs attention first', 'Önce ilgilenilmesi gerekenler')}</h2>${needsList(needsOf(matters, visit.now), visit.now)}</section>
${trialNotice(matters.account)}
${firstSteps(matters.account)}
${numbers}`,
    };
  },
};

/** The oldest open difference. */
const differenceSaid = (when: Html, ours: string, theirs: string, action: string) =>
  say(
    html`Since ${when}: here ${ours}, at ${PAY} ${theirs}. ${action}`,
    html`${when} tarihinden beri: burada ${ours}, ${PAY} tarafında ${theirs}. ${action}`,
  );

/** How many payments are not tried again. */
const noTrySaid = (value: number) =>
  say(`${value} will not be tried again by itself.`, `${value} ödeme kendiliğinden yeniden denenmeyecek.`);

/** The task whose deadline is the next. */
const nextTaskSaid = (value: string, invoiceNumber: string, when: Html) =>
  say(
    html`Next: ${value}, invoice ${invoiceNumber}, by ${when}.`,
    html`Sıradaki: ${value}, fatura ${invoiceNumber}, son gün ${when}.`,
  );

/** What is wrong with a provider, and since when. */
const sinceSaid = (value: string, when: Html) =>
  say(html`${value} Since ${when}.`, html`${value} Başlangıç: ${when}.`);

/** What a receiver answers. */
const answersSaid = (value: string | number) => say(`it answers ${value}`, `yanıt kodu ${value}`);

/** Since when a webhook fails, and how. */
const webhookSinceSaid = (when: Html, value: string) =>
  say(html`Since ${when}: ${value}.`, html`${when} tarihinden beri: ${value}.`);

/** Of which moment the numbers are, by the clocks of the tenant's zone. */
function asOfSaid(now: number): string {
  const city = zone().split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  const place = zone() === USUAL_ZONE ? say('Istanbul', 'İstanbul') : city;
  return say(`as of ${minute(now)}, ${place} time`, `${minute(now)} itibarıyla, ${place} saati`);
}
