import { svcIdOf } from '../../billing/identifiers.ts';
import type { Features, Plan, PlanTerms } from '../../billing/plan.ts';
import type { PlanPreview } from '../../billing/plan-preview.ts';
import type { SubscriptionView } from '../../billing/current-state.ts';
import { payProvider } from '../../pay/provider.ts';
import { declineSaid } from '../decline.ts';
import { featuresSaid } from '../features.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { message } from '../message.ts';
import { perPeriod } from '../price.ts';
import { moment, money } from '../words.ts';
import { day, deed, pageOf, portalPage, token, trail, type PortalView } from './view.ts';
import { say } from '../say.ts';
import { amountOnSaid } from './view.ts';

/** The plans to choose from. What one costs is on the next page, and nothing is changed before the page after that. */
export function planPage(
  view: PortalView,
  one: SubscriptionView,
  plans: readonly Plan[],
  included: Features,
): HtmlPage {
  const includes = (features: Features) => {
    const said = featuresSaid(features);
    return said !== '' && html`<small>${said}</small>`;
  };
  const now = html`<label class="choice"><input type="radio" disabled> <span><strong>${one.plan.name}</strong></span><span class="end">${perPeriod(one.plan)}</span><small>${say('Your current plan', 'Şimdiki planınız')}</small>${includes(included)}</label>`;
  const choices = plans.map(
    (other, nth) =>
      html`<label class="choice"><input type="radio" name="plan" value="${svcIdOf('plan', other.id)}" required${nth === 0 && html` checked`}> <span><strong>${other.name}</strong></span><span class="end">${perPeriod(other)}</span>${includes(other.features)}</label>`,
  );
  const form = html`<form class="stack roomy" method="get" action="/portal/preview"><input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
<fieldset class="stack"><legend class="hide">${say('Change plan', 'Planı değiştir')}</legend><div class="choices">${now}${choices}</div></fieldset>
${whenChoices(view, one)}
<div class="answer"><button class="primary">${say('See what it costs', 'Tutarı gör')}</button><a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a></div>
</form>`;
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), say('My subscription', 'Aboneliğim'))}
<h1>${say('Change plan', 'Planı değiştir')}</h1></div>
<div class="sheet stack roomy">
${plans.length > 0 ? form : html`<div class="empty"><h2>${say('There is no other plan', 'Başka plan yok')}</h2><p class="quiet">${say('The shop offers no other plan that this subscription can change to.', 'Mağaza, bu aboneliğin geçebileceği başka bir plan sunmuyor.')}</p></div>`}
</div>`;
  return portalPage(view, say('Change plan', 'Planı değiştir'), body);
}

function whenChoices(view: PortalView, { periodEnd }: SubscriptionView): Html {
  const choice = (value: string, label: string, hint: string, isFirst: boolean) =>
    html`<label class="choice"><input type="radio" name="when" value="${value}"${isFirst && html` checked`}> <span><strong>${label}</strong></span><span></span><small>${hint}</small></label>`;
  return html`<fieldset class="stack"><legend>${say('When it starts', 'Ne zaman başlasın')}</legend><div class="choices">
${choice('NOW', say('Today', 'Bugün'), say('A new period starts and is charged today.', 'Yeni bir dönem başlar ve bugün ödenir.'), true)}
${periodEnd !== null && periodEnd > view.now && choice('NEXT_PERIOD', say(`On ${moment(periodEnd)}`, `${moment(periodEnd)} tarihinde`), say('Nothing is charged today.', 'Bugün ücret alınmaz.'), false)}
</div></fieldset>`;
}

/** A preview as its page shows it. */
export interface ShownPreview {
  readonly subscription: SubscriptionView;
  readonly to: PlanTerms;
  readonly preview: PlanPreview;
  readonly previewId: string;
  readonly expiresAt: number;
  readonly when: 'NOW' | 'NEXT_PERIOD';
}

/** What a plan change does and costs, before it is made; its button says the amount. */
export function previewPage(view: PortalView, shown: ShownPreview): HtmlPage {
  const { subscription: one, to, preview } = shown;
  const title = say(`Move to ${to.name}`, `${to.name} planına geçiş`);
  const body = html`<div class="lead band stack">${trail(pageOf('plan', one), say('Change plan', 'Planı değiştir'))}
<h1>${title}</h1>
${receiptOf(shown)}
</div>
<div class="sheet stack roomy">
${warningsOf(view, shown)}
${preview.inexact === null || preview.isDayOpen ? actOf(view, shown) : html`<p class="notice warm">${say('We cannot say exactly what would be charged right now. Ask the shop before you change.', 'Alınacak tutar şu anda kesin olarak söylenemiyor. Değiştirmeden önce mağazaya sorun.')}</p>`}
${otherMoment(shown)}
</div>`;
  return portalPage(view, title, body);
}

/** In place of a summary where the payment provider has to be read first, which takes a button. */
export function previewBehindPage(
  view: PortalView,
  one: SubscriptionView,
  to: Plan,
  when: ShownPreview['when'],
): HtmlPage {
  const further = html`<form method="post" action="/portal/preview">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}"><input type="hidden" name="plan" value="${svcIdOf('plan', to.id)}"><input type="hidden" name="when" value="${when}"><button class="primary">${say('See what it costs', 'Tutarı gör')}</button></form><a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a>`;
  return portalPage(
    view,
    say('A payment is due about now', 'Şu sıralar bir ödeme bekleniyor'),
    message(
      'info',
      {
        title: say('A payment is due about now', 'Şu sıralar bir ödeme bekleniyor'),
        text: say(
          'We first ask the payment provider about it, so that the summary is exact. Nothing is charged and nothing changes by looking.',
          'Özetin tam doğru olması için önce ödeme kuruluşuna soracağız. Özete bakmakla hiçbir ücret alınmaz ve hiçbir şey değişmez.',
        ),
      },
      further,
    ),
  );
}

function receiptOf({ to, preview, when }: ShownPreview): Html {
  const sum = (amount: string) => money(amount, to.currency);
  const row = (name: string, value: Html | string, kind = '') =>
    html`<div${kind !== '' && html` class="${kind}"`}><dt>${name}</dt><dd>${value}</dd></div>`;
  const { charge, nextPayment: next, effectiveAt, isDayOpen } = preview;
  return html`<dl class="receipt">
${row(say('Charged today', 'Bugün alınacak'), sum(charge?.amount ?? '0'), 'sum')}
${when === 'NEXT_PERIOD' && effectiveAt !== null && row(say('The new plan starts', 'Yeni planın başlangıcı'), day(effectiveAt))}
${charge && next && !isDayOpen && row(say('New period', 'Yeni dönem'), html`${day(charge.at)} – ${day(next.at)}`)}
${next && !isDayOpen && row(say('Next payment', 'Sonraki ödeme'), amountOnSaid(sum(next.amount), moment(next.at)))}
${next && row(say('After that', 'Sonrasında'), say(html`${perPeriod(to)} until you cancel`, html`siz iptal edene kadar ${perPeriod(to)}`))}
</dl>`;
}

function warningsOf(view: PortalView, { subscription, preview }: ShownPreview): Html[] {
  const { warnings, lost } = preview;
  const end = moment(subscription.periodEnd ?? view.now);
  const said = [
    warnings.includes('paid_days_given_up') &&
      say(
        `Your current plan is paid until ${end}. Its remaining ${lost.days === 1 ? 'day is' : `${lost.days} days are`} neither carried over nor refunded.`,
        `Şimdiki planınız ${end} tarihine kadar ödenmişti. Kalan ${lost.days} gün aktarılmaz ve iade edilmez.`,
      ),
    warnings.includes('trial_given_up') &&
      say('Your free trial ends with the change.', 'Ücretsiz denemeniz bu değişiklikle sona erer.'),
    warnings.includes('cancellation_kept') &&
      say(
        'Your subscription stays cancelled: the new plan ends with the period that is paid for, unless you undo the cancellation.',
        'Aboneliğiniz iptal edilmiş kalır: iptali geri almazsanız yeni plan, ödenen dönemin sonunda biter.',
      ),
    preview.isDayOpen &&
      say(
        'The exact day of the next payment is set by the payment provider once the change is made.',
        'Sonraki ödemenin kesin gününü, değişiklik yapıldıktan sonra ödeme kuruluşu belirler.',
      ),
  ];
  return said.filter((one) => one !== false).map((one) => html`<p class="prose">${one}</p>`);
}

function actOf(
  view: PortalView,
  { subscription: one, to, preview, previewId, expiresAt, when }: ShownPreview,
): Html {
  const { charge, effectiveAt } = preview;
  const label = charge
    ? paySaid(money(charge.amount, charge.currency))
    : changeSaid(moment(effectiveAt ?? view.now));
  return html`<div class="answer">
<form method="post" action="/portal/plan">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}"><input type="hidden" name="plan" value="${svcIdOf('plan', to.id)}"><input type="hidden" name="when" value="${when}"><input type="hidden" name="preview" value="${previewId}"><button class="primary">${label}</button></form>
<a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a>
</div>
<p class="quiet small">${say(`These amounts are exact and hold until ${moment(expiresAt, 'time')}. If they change before then, nothing is charged and you will see a new summary.`, `Bu tutarlar kesindir ve ${moment(expiresAt, 'time')} saatine kadar geçerlidir. Daha önce değişirse ücret alınmaz ve yeni bir özet görürsünüz.`)}</p>`;
}

/** The same change at the other moment, as a link to its own summary. */
function otherMoment({ subscription: one, to, when }: ShownPreview): Html {
  const [other, { title, text }] =
    when === 'NOW'
      ? ([
          'NEXT_PERIOD',
          {
            title: say('Rather not pay today?', 'Bugün ödemek istemiyor musunuz?'),
            text: say(
              'Change at your next renewal, and nothing is charged today.',
              'Sonraki döneminizle birlikte değiştirin; bugün ücret alınmaz.',
            ),
          },
        ] as const)
      : ([
          'NOW',
          {
            title: say('Rather not wait?', 'Beklemek istemiyor musunuz?'),
            text: say(
              'Change today: a new period starts and is charged today.',
              'Bugün değiştirin: yeni bir dönem başlar ve bugün ödenir.',
            ),
          },
        ] as const);
  const address = `${pageOf('preview', one)}&plan=${svcIdOf('plan', to.id)}&when=${other}`;
  return html`<section class="panel row apart" aria-labelledby="other">
<div><h2 id="other">${title}</h2>
<p class="quiet">${text}</p></div>
<a class="button" href="${address}">${say('See that summary', 'Bunun özetini gör')}</a>
</section>`;
}

/** The bank has refused the charge of a plan change, by this code of the provider: nothing changed. */
export function planRefusedPage(view: PortalView, one: SubscriptionView, code: string | null): HtmlPage {
  const card =
    view.actions.includes('card') &&
    deed(
      view,
      'card',
      one,
      html`<button class="primary">${say('Enter another card', 'Başka kart gir')}</button>`,
    );
  const further = html`${card}<a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a>`;
  return portalPage(
    view,
    say('Your bank did not accept the payment', 'Bankanız ödemeyi onaylamadı'),
    html`<div role="alert">${message('bad', { title: say('Your bank did not accept the payment', 'Bankanız ödemeyi onaylamadı'), text: say('Nothing was charged and your plan has not changed. You can enter another card and try again.', 'Hiçbir ücret alınmadı ve planınız değişmedi. Başka bir kart girip yeniden deneyebilirsiniz.') }, further, html`<p>${declineSaid(payProvider.declineReason(code))}</p>`)}</div>`,
  );
}

/** The button of a change that is charged today. */
const paySaid = (amount: string) => say(`Pay ${amount} and change`, `${amount} öde ve değiştir`);

/** The button of one that is not. */
const changeSaid = (date: string) => say(`Change on ${date}`, `${date} tarihinde değiştir`);
