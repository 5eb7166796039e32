import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import type { SubscriptionView } from '../../billing/current-state.ts';
import { CANCEL_REASONS } from '../../billing/subscription.ts';
import { CANCEL_COMMENT_CHARACTERS_MAX } from '../../limits.ts';
import { cancelReasonSaid } from '../cancel-reasons.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { dayOf, moment } from '../words.ts';
import { keptSaid, pageOf, portalPage, token, trail, type PortalView } from './view.ts';
import { priceLine } from '../price.ts';
import { say } from '../say.ts';

/** What somebody has written into the form that is shown again, which fields cannot be kept, or why it was refused. */
export interface CancelAgain {
  readonly typed: Readonly<Record<string, string | undefined>>;
  readonly wrong?: readonly string[];
  readonly refused?: Message;
}

/** What a cancellation does and when, and the button that makes it. `cancelled` is the subscription as it would be then. */
export function cancelPage(
  view: PortalView,
  one: SubscriptionView,
  cancelled: SubscriptionView,
  again: CancelAgain = { typed: {} },
): HtmlPage {
  const until = cancelled.cancellation?.accessUntil ?? null;
  const isLater = until !== null && until > view.now;
  const closes = undoClosesAt(cancelled);
  const at = (time: number) => moment(time, 'minute');

  const dates = html`<ol class="dates" aria-label="${cancellingTitleSaid()}">
<li class="now"><time datetime="${dayOf(view.now)}">${say('Today', 'Bugün')}</time><div><strong>${say('The cancellation is recorded.', 'İptal kaydedilir.')}</strong> ${say('You will not be charged again.', 'Sizden bir daha ücret alınmaz.')}</div></li>
${closes !== null && closes > view.now && html`<li><time datetime="${dayOf(closes)}">${at(closes)}</time><div>${say('Until then you can undo it with one click.', 'O saate kadar tek tıkla geri alabilirsiniz.')}</div></li>`}
${isLater && html`<li class="end"><time datetime="${dayOf(until)}">${at(until)}</time><div><strong>${say('Your access ends.', 'Erişiminiz biter.')}</strong> ${keptSaid(one)}</div></li>`}
</ol>`;
  const atOnce = html`<p><strong>${say('Your subscription ends right away.', 'Aboneliğiniz hemen sona erer.')}</strong> ${say('You will not be charged again.', 'Sizden bir daha ücret alınmaz.')}</p>`;
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), say('My subscription', 'Aboneliğim'))}
<h1>${cancellingTitleSaid()}</h1>
<p>${one.plan.name}</p>${priceLine(one.plan)}</div>
<div class="sheet stack roomy">
${again.refused && html`<div class="notice bad" role="alert"><h2>${again.refused.title}</h2><p>${again.refused.text}</p></div>`}
${isLater ? dates : atOnce}
<form class="stack roomy" method="post" action="/portal/cancel">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
${whyFields(again)}
<div class="answer"><button class="danger">${say('Cancel subscription', 'Aboneliği iptal et')}</button><a class="button" href="${pageOf('home', one)}">${say('Keep it', 'Sürdür')}</a></div>
</form>
<p class="quiet small">${say('Your invoices stay here.', 'Faturalarınız burada kalır.')}</p>
</div>`;
  return portalPage(view, cancellingTitleSaid(), body);
}

/** Why somebody cancels, for whoever wants to say so: closed until it is opened, or something in it cannot be kept. */
function whyFields({ typed, wrong = [] }: CancelAgain): Html {
  const options = CANCEL_REASONS.map(
    (one) =>
      html`<option value="${one}"${typed.reason === one && html` selected`}>${cancelReasonSaid(one)}</option>`,
  );
  const isOpen = wrong.length > 0 || Boolean(typed.reason) || Boolean(typed.comment);
  const isWrong = wrong.includes('comment');
  return html`<details${isOpen && html` open`}><summary>${say('Say why, if you like', 'Dilerseniz nedenini belirtin')}</summary>
<div class="field"><label for="reason">${say('Reason', 'Neden')}</label><select id="reason" name="reason"><option value="">${say('Rather not say', 'Belirtmek istemiyorum')}</option>${options}</select></div>
<div class="field"><label for="comment">${say('In your own words', 'Kendi sözlerinizle')}</label><textarea id="comment" name="comment" rows="3" maxlength="${CANCEL_COMMENT_CHARACTERS_MAX}"${isWrong && html` aria-invalid="true" aria-describedby="comment-error"`}>${typed.comment ?? ''}</textarea>${isWrong && html`<span class="error" id="comment-error">${say(`Nothing was cancelled yet: this text cannot be kept. Write at most ${CANCEL_COMMENT_CHARACTERS_MAX} characters and no card number, or leave it empty.`, `Henüz iptal yapılmadı: bu metin saklanamıyor. En çok ${CANCEL_COMMENT_CHARACTERS_MAX} karakter yazın, kart numarası yazmayın ya da boş bırakın.`)}</span>`}</div>
</details>`;
}

/** The title of the form. */
const cancellingTitleSaid = () => say('Cancel your subscription', 'Aboneliğinizin iptali');
