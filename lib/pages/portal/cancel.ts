import { undoClosesAt } from '../../billing/cancellation.ts';
import type { Subscription } from '../../billing/subscription.ts';
import { html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { dayOf, moment } from '../words.ts';
import { deed, isTrial, pageOf, portalPage, price, trail, wordsOf, type PortalView } from './view.ts';

/** What a cancellation does and when, and the button that makes it. `cancelled` is the subscription as it would be then. */
export function cancelPage(view: PortalView, one: Subscription, cancelled: Subscription): HtmlPage {
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
${isLater ? dates : atOnce}
<div class="answer">
${deed(view, 'cancel', one, html`<button class="danger">${words.cancel}</button>`)}
<a class="button" href="${pageOf('home', one)}">${cancelling.keep}</a>
</div>
<p class="quiet small">${cancelling.invoicesStay}</p>
</div>`;
  return portalPage(view, cancelling.title, body);
}
