import { PAY } from '../../pages/console/provider-names.ts';
import { html, type Html } from '../../pages/html.ts';
import { perPeriod } from '../../pages/price.ts';
import { every } from '../../pages/words.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { idFrom, svcIdOf } from '../../billing/identifiers.ts';
import type { Plan } from '../../billing/plan.ts';
import { VAT_RATES } from '../../billing/vat.ts';
import { plansOf } from '../../table/subscribers/plans.ts';
import { amountCell } from '../csv.ts';
import { list } from '../list.ts';
import { mayDo } from '../roles.ts';
import type { Screen } from '../visit.ts';
import { FEATURES } from '../../limits.ts';
import { writtenFeatures } from '../../wire/written-features.ts';
import { savedFeatures, savedGrace } from '../saved.ts';
import { field, form, lines, select } from './forms.ts';
import { listScreen } from './list.ts';
import { amount, block, facts, forWhoMay, head, mark, oneButton, to, whoMay } from './parts.ts';
import { say } from '../../pages/say.ts';

const days = (count: number | null) =>
  count === null || count === 0 ? say('none', 'yok') : say(`${count} days`, `${count} gün`);

const vatSaid = ({ vatRate }: Plan) =>
  vatRate === null ? vatOfAccountSaid() : say(`${vatRate}%`, `%${vatRate}`);

const stateOf = ({ active }: Plan) =>
  active ? mark('good', say('Active', 'Etkin')) : mark('over', say('Retired', 'Kaldırıldı'));

/** The plans, retired ones too: they are few, and there are no further pages. */
export const planList = list({
  screen: 'plans',
  place: 'plans',
  title: () => say('Plans', 'Planlar'),
  read: async ({ app }) => ({
    items: await plansOf(app, { consistent: true }),
    hasMore: false,
  }),
  idOf: ({ id }) => svcIdOf('plan', id),
  columns: () => [
    { name: say('Plan', 'Plan'), cell: planLink },
    { name: say('State', 'Durum'), kind: 'top-end', cell: stateOf },
    {
      name: say('Every', 'Dönem'),
      cell: ({ interval, intervalCount }) => every(interval, intervalCount),
    },
    { name: say('Trial', 'Deneme'), kind: 'lab', cell: ({ trialDays }) => days(trialDays) },
    { name: say('Grace', 'Ek süre'), kind: 'lab', cell: ({ graceDays }) => days(graceDays) },
    {
      ...{ name: say('Price', 'Ücret'), kind: 'num' },
      cell: ({ price, currency }) => amount(price, currency),
    },
  ],
  none: () => say('There are no plans yet.', 'Henüz plan yok.'),
  file: {
    name: 'plans',
    columns: () => [
      [say('plan', 'plan'), ({ id }) => svcIdOf('plan', id)],
      [say('name', 'ad'), ({ name }) => name],
      [say('active', 'etkin'), ({ active }) => (active ? say('yes', 'evet') : say('no', 'hayır'))],
      [say('price', 'ücret'), ({ price }) => amountCell(price)],
      [say('currency', 'para birimi'), ({ currency }) => currency],
      [say('interval', 'dönem'), ({ interval }) => interval],
      [say('count', 'dönem sayısı'), ({ intervalCount }) => intervalCount],
      [say('trial days', 'deneme günü'), ({ trialDays }) => trialDays],
      [say('grace days', 'ek süre günü'), ({ graceDays }) => graceDays],
      [say('VAT rate', 'KDV oranı'), ({ vatRate }) => vatRate],
      [say('lookup key', 'arama anahtarı'), ({ lookupKey }) => lookupKey],
      [say(`${PAY} reference`, `${PAY} referansı`), ({ reference }) => reference],
      [say('includes', 'içeriği'), ({ features }) => writtenFeatures(features).join('; ')],
    ],
  },
});

const planLink = ({ reference, name, lookupKey }: Plan): Html =>
  html`<a href="${to('plan', { id: reference })}">${name}</a>${lookupKey !== null && html` <small>${lookupKey}</small>`}`;

/** The screen of all plans, and of taking them over from the payment provider. */
export const plans: Screen = listScreen(planList, {
  beside: (visit) =>
    forWhoMay(visit, 'connections', () =>
      oneButton(visit, 'sync-plans', say(`Take over from ${PAY}`, `${PAY} planlarını al`)),
    ),
  intro: () =>
    html`<p class="prose quiet">${say(`Plans and prices are made in ${PAY}’s panel. What is gone there is retired here: running subscriptions keep their terms.`, `Planlar ve ücretler ${PAY} panelinde oluşturulur. Orada silinen burada kaldırılmış sayılır: süren abonelikler koşullarını korur.`)}</p>`,
});

/** One plan, and what only we know of it. */
export const plan: Screen = {
  place: 'plans',
  show: async (visit) => {
    const { app, query, person } = visit;
    const all = await plansOf(app, { consistent: true });
    const id = idFrom('plan', query.id ?? '');
    const one = all.find((each) => each.reference === query.id || each.id === id);
    if (!one) throw new OperatorError('there is no such plan');
    const pairs = [
      [say('Price', 'Ücret'), perPeriod(one)],
      [say('Trial', 'Deneme'), days(one.trialDays)],
      [say('Grace', 'Ek süre'), days(one.graceDays)],
      [vatRateSaid(), vatSaid(one)],
      [say('Kind', 'Tür'), one.type === 'PHYSICAL' ? say('Physical', 'Fiziksel') : say('Digital', 'Dijital')],
      [say(`${PAY} reference`, `${PAY} referansı`), html`<code class="id">${one.reference}</code>`],
      [say('Lookup key', 'Arama anahtarı'), one.lookupKey ?? say('none', 'yok')],
    ] as const;
    const own = form(
      visit,
      'set-grace',
      { saved: savedGrace(one), about: { id: one.reference } },
      (
        of,
      ) => html`${field(of, 'graceDays', say('Days of access after a failed payment', 'Ödeme alınamadıktan sonra erişim günü'), { hint: say('Empty for none. Subscriptions keep the terms they were sold with.', 'Yoksa boş bırakın. Abonelikler satıldıkları koşulları korur.'), isOptional: true, max: 3 })}
${select(of, 'vatRate', vatRateSaid(), [['', vatOfAccountSaid()], ...VAT_RATES.map((rate) => [String(rate), say(`${rate}%`, `%${rate}`)] as const)])}
<div><button class="primary">${say('Save', 'Kaydet')}</button></div>`,
    );
    const included = form(
      visit,
      'set-features',
      { saved: savedFeatures(one), about: { id: one.reference } },
      (
        of,
      ) => html`${lines(of, 'features', say('Features', 'Özellikler'), { hint: say(`One a line, at most ${FEATURES.max}: export, or a limit such as seats = 3, or a text such as support = by phone. Subscribers have them at once; products ask for them by GET /access.`, `Her satıra bir tane, en çok ${FEATURES.max}: export, seats = 3 gibi bir sınır ya da support = telefonla gibi bir metin. Aboneler hemen yararlanır; ürününüz GET /access ile sorar.`), rows: 6 })}
<div><button class="primary">${say('Save what it includes', 'İçeriği kaydet')}</button></div>`,
    );
    const written = writtenFeatures(one.features).map((line) => html`<li><code>${line}</code></li>`);
    const isOwner = mayDo(person.roles, 'account');
    const shown =
      written.length === 0
        ? html`<p class="quiet">${say('Nothing is named yet.', 'Henüz bir şey belirtilmedi.')}</p>`
        : html`<ul>${written}</ul>`;
    return {
      title: one.name,
      content: html`${head(one.name, [to('plans'), say('Plans', 'Planlar')], stateOf(one))}
${facts(pairs)}
<div><a href="${to('subscribers', { plan: one.reference })}">${say('Its subscribers', 'Bu planın aboneleri')}</a></div>
${block('features', say('What it includes', 'Planın içeriği'), isOwner ? included : html`${shown}<p>${whoMay('account')}</p>`)}
${block('own', say('Set here', 'Buradaki ayarlar'), isOwner ? own : html`<p>${whoMay('account')}</p>`)}`,
    };
  },
};

/** A plan without a rate of its own. */
const vatOfAccountSaid = () => say('As in the invoicing account', 'Fatura hesabındaki gibi');

/** The rate on a plan's documents. */
const vatRateSaid = () => say('VAT on its documents', 'Belgelerindeki KDV');
