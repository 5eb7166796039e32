import { beginningOfDayIn, zone } from '../../runtime/zone.ts';
import { html, type Content, type Html } from '../../pages/html.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { DocumentTask } from '../../billing/document-task.ts';
import { findTask, listTasks } from '../../invoicing/document-tasks.ts';
import { REFUNDS } from '../../limits.ts';
import { tasksInput, taskView } from '../../wire/tasks.ts';
import { amountCell, momentCell } from '../csv.ts';
import { list } from '../list.ts';
import type { Screen, Visit } from '../visit.ts';
import { taskSaid, taskToDoSaid } from '../../pages/work-words.ts';
import { field, form, radios, type Form } from './forms.ts';
import { listScreen } from './list.ts';
import { amount, block, day, facts, forWhoMay, head, mark, time, to, toSubscriber } from './parts.ts';
import { say } from '../../pages/say.ts';
import { ACCT, PAY } from '../../pages/console/provider-names.ts';

/** What a person must do about documents after refunds. */
export const taskList = list({
  screen: 'tasks',
  place: 'tasks',
  title: () => say('Tasks', 'Görevler'),
  filters: () => [
    {
      ...{ is: 'tab', name: 'state', label: say('State', 'Durum') },
      options: [
        ['open', say('Open', 'Açık')],
        ['done', say('Done', 'Yapılan')],
      ],
    },
  ],
  read: async ({ app }, asked) => {
    const { items, hasMore } = await listTasks(app, tasksInput(asked));
    return { items: items.map((task) => ({ task, view: taskView(task) })), hasMore };
  },
  idOf: ({ task }) => task.id,
  columns: () => [
    {
      name: say('What', 'Yapılacak'),
      cell: ({ task: { id, kind } }) => html`<a href="${to('task', { id })}">${taskSaid(kind)}</a>`,
    },
    {
      ...{ name: say('Until', 'Son gün'), kind: 'top-end' },
      cell: ({ task }, { now }) => lateOrDone(task, now) ?? time(task.deadline),
    },
    { name: say('Customer', 'Müşteri'), cell: ({ task }) => task.facts?.name ?? '–' },
    { name: say('Invoice', 'Fatura'), cell: ({ task }) => task.invoiceNumber },
    {
      ...{ name: say('Refunded', 'İade edilen'), kind: 'num' },
      cell: ({ task }) => amount(task.gross, task.currency),
    },
  ],
  none: ({ state }) =>
    state === 'open'
      ? say('No task is open.', 'Açık görev yok.')
      : say('None was done yet.', 'Henüz yapılan yok.'),
  file: {
    name: 'tasks',
    columns: () => [
      [say('task', 'görev'), ({ view }) => view.id],
      [say('what', 'yapılacak'), ({ view }) => view.kind],
      [say('until', 'son gün'), ({ view }) => momentCell(view.deadline)],
      [say('invoice', 'fatura'), ({ view }) => view.invoice.invoiceNumber],
      [say('document', 'belge'), ({ view }) => view.facts.number],
      [say('refunded', 'iade tarihi'), ({ view }) => momentCell(view.facts.refundedAt)],
      [say('customer', 'müşteri'), ({ view }) => view.facts.name],
      [say('tax number', 'vergi no'), ({ view }) => view.facts.taxNumber],
      [say('address', 'adres'), ({ view }) => view.facts.address],
      [say('net', 'net'), ({ view }) => amountCell(view.facts.net)],
      [say('vat', 'KDV'), ({ view }) => amountCell(view.facts.vat)],
      [say('gross', 'brüt'), ({ view }) => amountCell(view.facts.gross)],
      [say('currency', 'para birimi'), ({ view }) => view.facts.currency],
      [say('document date', 'belge tarihi'), ({ view }) => momentCell(view.facts.date)],
      [say('document amount', 'belge tutarı'), ({ view }) => amountCell(view.facts.amount)],
      [say('VAT rate', 'KDV oranı'), ({ view }) => view.facts.vatRate],
      [say('new amount', 'yeni tutar'), ({ view }) => amountCell(view.facts.newDocument?.gross ?? null)],
      [say('done', 'yapılma'), ({ view }) => momentCell(view.doneAt)],
      [say('done by', 'yapan'), ({ view }) => view.doneBy],
      [say('note', 'not'), ({ view }) => view.note],
      [say('made instead', 'yerine düzenlenen'), ({ view }) => view.document?.number],
      [say('made instead on', 'düzenleme tarihi'), ({ view }) => momentCell(view.document?.date ?? null)],
      [say('made instead for', 'düzenlenen tutar'), ({ view }) => amountCell(view.document?.amount ?? null)],
    ],
  },
});

/** The screen of tasks, each with its deadline. */
export const tasks: Screen = listScreen(taskList, {
  heading: () => say('Tasks about documents', 'Belge görevleri'),
  intro: () =>
    html`<p class="prose quiet">${say('Where money was refunded and its official document cannot be corrected automatically, a person has to do it.', 'Para iade edilip resmî belgesi kendiliğinden düzeltilemiyorsa bir kişinin ilgilenmesi gerekir.')}</p>`,
});

function lateOrDone({ deadline, doneAt }: DocumentTask, now: number): Html | null {
  if (doneAt !== null) return mark('good', say(`Done ${day(doneAt)}`, `${day(doneAt)} tarihinde yapıldı`));
  return deadline < now
    ? mark('bad', say(`Overdue since ${day(deadline)}`, `${day(deadline)} tarihinden beri gecikmiş`))
    : null;
}

/** One task: what is to be done, all that its document needs, and that it is done. */
export const task: Screen = {
  place: 'tasks',
  show: async (visit) => {
    const { app, query, now } = visit;
    const one = await findTask(app, query.id ?? '');
    const { kind, doneAt, cancelledAt, subscriberId } = one;
    const title = taskTitleSaid(one.invoiceNumber, taskSaid(kind));
    const seen =
      cancelledAt !== null &&
      doneAt === null &&
      html`<p class="notice warm"><span>${say(html`The document was seen to be cancelled ${time(cancelledAt)}. Make out the new one, and say here which it is.`, html`Belgenin ${time(cancelledAt)} itibarıyla iptal edildiği görüldü. Yenisini düzenleyip bilgilerini buraya yazın.`)}</span></p>`;
    return {
      title,
      content: html`${head(title, [to('tasks'), say('Tasks', 'Görevler')], lateOrDone(one, now))}
${seen || html`<p class="prose"><strong>${taskToDoSaid(kind)}</strong></p>`}
${facts(factsOf(one))}
<div class="row"><a class="button" href="${to('invoice', { id: svcIdOf('invoice', one.invoiceId) })}">${say('Open the invoice', 'Faturayı aç')}</a><a class="button" href="${toSubscriber(subscriberId)}">${say('Open the subscriber', 'Aboneyi aç')}</a></div>
${
  doneAt === null
    ? block(
        'done',
        say('When it is done', 'Yapıldığında'),
        forWhoMay(visit, 'money', () => doneForm(visit, one)),
      )
    : howDone(one, doneAt)
}`,
    };
  },
};

function howDone({ doneBy, note, instead, currency }: DocumentTask, doneAt: number): Html {
  const by =
    doneBy === 'provider'
      ? say(`${ACCT}, where the document is cancelled`, `${ACCT} (belge orada iptal edilmiş)`)
      : (doneBy ?? '–');
  const made =
    instead &&
    html` ${say(html`Made out instead: ${instead.number} of ${dayWritten(instead.date)}, ${amount(instead.amount, currency)}.`, html`Yerine düzenlenen: ${instead.number}, ${dayWritten(instead.date)}, ${amount(instead.amount, currency)}.`)}`;
  return html`<p class="notice good"><span>${say(html`Done ${time(doneAt)} by ${by}.`, html`${time(doneAt)} tarihinde yapıldı: ${by}.`)}${made}${note !== null && html` ${note}`}</span></p>`;
}

/** What a person says when it is done: which document was made out instead, none, or that the first one stands. */
function doneForm(visit: Visit, { id, kind, cancelledAt, newAmount }: DocumentTask): Html {
  const made = [
    {
      value: 'new',
      label: say('A new document was made out', 'Yeni belge düzenlendi'),
      said: say('Its number, day and amount stand below.', 'Numarasını, tarihini ve tutarını aşağıya yazın.'),
    },
    {
      value: 'none',
      label: say('Cancelled, and none was made out', 'İptal edildi, yenisi düzenlenmedi'),
      said: say('No document stands any more.', 'Artık geçerli belge yok.'),
    },
    ...(cancelledAt === null
      ? [
          {
            value: 'stands',
            label: say('Not cancelled', 'İptal edilmedi'),
            said: say(
              'What was refunded has an expense note or a return invoice of its own; the document stands.',
              'İade edilen kısım için gider pusulası ya da iade faturası var; belge geçerli.',
            ),
          },
        ]
      : []),
  ];
  const optional = { isOptional: true };
  const document = (of: Form) =>
    kind !== 'cancel_document' &&
    html`<fieldset class="stack"><legend>${kind === 'cancel_and_reissue' ? say('New document', 'Yeni belge') : say('The expense note or return invoice, if it has a number', 'Gider pusulası ya da iade faturası (numarası varsa)')}</legend>
${field(of, 'number', say('Number', 'Numara'), { ...optional, max: 32 })}
${field(of, 'date', say('Day', 'Tarih'), { ...optional, type: 'date' })}
${field(of, 'amount', say('Amount with VAT', 'KDV dahil tutar'), { ...optional, max: 40 })}</fieldset>`;
  return form(
    visit,
    'finish-task',
    { about: { id }, usual: { amount: newAmount ?? '' }, kind: 'stack roomy' },
    (
      of,
    ) => html`<p class="prose">${say(`This notes that it is done, with your name. It changes nothing at ${ACCT} and moves no money.`, `Yapıldığı adınızla kaydedilir. ${ACCT} tarafında bir şey değişmez, para hareketi olmaz.`)}</p>
${kind === 'cancel_and_reissue' && radios(of, 'made', say('What was done', 'Ne yapıldı'), made)}${document(of)}
${field(of, 'note', say('Note', 'Not'), { hint: say('For whoever asks later', 'Sonradan soracaklar için'), isOptional: true, max: REFUNDS.noteCharactersMax })}
<div><button class="primary">${say('It is done', 'Yapıldı')}</button></div>`,
  );
}

/** The day that a document bears, as people of the console write it. */
const dayWritten = (written: string | null): Content =>
  written === null ? '–' : day(beginningOfDayIn(zone(), written));

/** What whoever makes out a document or asks for one has to write down. */
function factsOf(given: DocumentTask): (readonly [string, Content])[] {
  const { facts: known } = taskView(given);
  const { newDocument } = known;

  const money = (value: string) => amount(value, given.currency);
  const netAndVat = ({ net, vat }: { readonly net: string; readonly vat: string }) =>
    `${money(net)} + ${money(vat)}`;
  const code = (value: string | null) => (value === null ? '–' : html`<code class="id">${value}</code>`);
  return [
    [say('Until', 'Son gün'), time(given.deadline)],
    ...(newDocument
      ? [
          [
            say('New document', 'Yeni belge'),
            html`<strong>${money(newDocument.gross)}</strong> (${netAndVat(newDocument)})`,
          ] as const,
        ]
      : []),
    [say('Customer', 'Müşteri'), known.name ?? '–'],
    [say('Buyer', 'Alıcı'), known.buyer === null ? '–' : buyersSaid()[known.buyer]],
    [
      say('Tax number', 'Vergi no'),
      [known.taxNumber, known.taxOffice].filter((part) => part !== null).join(', ') || '–',
    ],
    [say('Address', 'Adres'), known.address ?? '–'],
    [say('Official document', 'Resmî belge'), known.number ?? '–'],
    [say('Its day and amount', 'Tarihi ve tutarı'), html`${dayWritten(known.date)}, ${money(known.amount)}`],
    [
      say('VAT rate', 'KDV oranı'),
      known.vatRate === null ? '–' : say(`${known.vatRate}%`, `%${known.vatRate}`),
    ],
    [say('Refunded', 'İade edilen'), html`${money(given.gross)}, ${time(given.refundedAt)}`],
    [say('Net and VAT', 'Net ve KDV'), netAndVat(given)],
    [say(`${PAY}’s refund`, `${PAY} iade no`), code(given.reportId)],
    [say('Bank’s reference', 'Banka referansı'), code(given.hostReference)],
  ];
}

/** The title of a task. */
const taskTitleSaid = (invoiceNumber: string, value: string) =>
  say(`Invoice ${invoiceNumber}: ${value}`, `Fatura ${invoiceNumber}: ${value}`);

/** What kinds of buyers are called. */
const buyersSaid = () => ({ person: say('Private person', 'Şahıs'), company: say('Company', 'Şirket') });
