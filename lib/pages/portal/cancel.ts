import { undoClosesAt } from '../../billing/cancellation.ts';
import { svcIdOf } from '../../billing/identifiers.ts';
import { CANCEL_REASONS, type Subscription } from '../../billing/subscription.ts';
import { CANCEL_COMMENT_CHARACTERS_MAX } from '../../limits.ts';
import { CANCEL_REASON_WORDS } from '../cancel-reasons.ts';
import { html, type Html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import type { Message } from '../message.ts';
import { dayOf, moment } from '../words.ts';
import { isTrial, pageOf, portalPage, price, token, trail, wordsOf, type PortalView } from './view.ts';

/** What somebody has written into the form that is shown again, which fields cannot be kept, or why it was refused. */
export interface CancelAgain {
  readonly typed: Readonly<Record<string, string | undefined>>;
  readonly wrong?: readonly string[];
  readonly refused?: Message;
}

/** What a cancellation does and when, and the button that makes it. `cancelled` is the subscription as it would be then. */
export function cancelPage(
  view: PortalView,
  one: Subscription,
  cancelled: Subscription,
  again: CancelAgain = { typed: {} },
): HtmlPage {
  const words = wordsOf(view);
  const { cancelling } = words;
  const until = cancelled.cancellation?.accessUntil ?? null;
  const isLater = until !== null && until > view.now;
  const closes = undoClosesAt(cancelled);
  const at = (time: number) => moment(view.language, time, 'minute');
  const { title, text } = cancelling.recorded;
  const dates = html`<ol class="dates" aria-label="${cancelling.title}">
<li class="now"><time datetime="${dayOf(view.now)}">${cancelling.today}</time><div><strong>${title}</strong> ${text}</div></li>
${closes !== null && closes > view.now && html`<li><time datetime="${dayOf(closes)}">${at(closes)}</time><div>${cancelling.undoUntil}</div></li>`}
${isLater && html`<li class="end"><time datetime="${dayOf(until)}">${at(until)}</time><div><strong>${cancelling.ends}</strong> ${isTrial(one) ? words.keepsTrial : words.keepsPaid}</div></li>`}
</ol>`;
  const atOnce = html`<p><strong>${cancelling.atOnce.title}</strong> ${cancelling.atOnce.text}</p>`;
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), words.subscription)}
<h1>${cancelling.title}</h1>
<p>${one.plan.name}</p>${price(view, one.plan)}</div>
<div class="sheet stack roomy">
${again.refused && html`<div class="notice bad" role="alert"><h2>${again.refused.title}</h2><p>${again.refused.text}</p></div>`}
${isLater ? dates : atOnce}
<form class="stack roomy" method="post" action="/portal/cancel">${token(view)}<input type="hidden" name="subscription" value="${svcIdOf('subscription', one.id)}">
${whyFields(view, again)}
<div class="answer"><button class="danger">${words.cancel}</button><a class="button" href="${pageOf('home', one)}">${cancelling.keep}</a></div>
</form>
<p class="quiet small">${cancelling.invoicesStay}</p>
</div>`;
  return portalPage(view, cancelling.title, body);
}

/** Why somebody cancels, for whoever wants to say so: closed until it is opened, or something in it cannot be kept. */
function whyFields(view: PortalView, { typed, wrong = [] }: CancelAgain): Html {
  const { why } = wordsOf(view).cancelling;
  const said = CANCEL_REASON_WORDS[view.language];
  const options = CANCEL_REASONS.map(
    (one) => html`<option value="${one}"${typed.reason === one && html` selected`}>${said[one]}</option>`,
  );
  const isOpen = wrong.length > 0 || Boolean(typed.reason) || Boolean(typed.comment);
  const isWrong = wrong.includes('comment');
  return html`<details${isOpen && html` open`}><summary>${why.title}</summary>
<div class="field"><label for="reason">${why.reason}</label><select id="reason" name="reason"><option value="">${why.none}</option>${options}</select></div>
<div class="field"><label for="comment">${why.comment}</label><textarea id="comment" name="comment" rows="3" maxlength="${CANCEL_COMMENT_CHARACTERS_MAX}"${isWrong && html` aria-invalid="true" aria-describedby="comment-error"`}>${typed.comment ?? ''}</textarea>${isWrong && html`<span class="error" id="comment-error">${why.wrong(CANCEL_COMMENT_CHARACTERS_MAX)}</span>`}</div>
</details>`;
}
