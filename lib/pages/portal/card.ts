import type { Subscription } from '../../billing/subscription.ts';
import { html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { moment, money } from '../words.ts';
import { deed, pageOf, portalPage, price, trail, wordsOf, type PortalView } from './view.ts';

/** What a new card does, before the payment page takes it; where none is taken until a time (epoch ms), from when. */
export function cardPage(view: PortalView, one: Subscription, heldUntil: number | undefined): HtmlPage {
  const words = wordsOf(view);
  const isOwed = one.failedOrder !== null || one.status === 'PENDING';
  const sum = money(view.language, one.plan.price, one.plan.currency);
  const held =
    heldUntil === undefined ? undefined : words.cardFrom(moment(view.language, heldUntil, 'minute'));
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), words.subscription)}
<h1>${words.card.title}</h1>
<p>${one.plan.name}</p>${price(view, one.plan)}</div>
<div class="sheet stack roomy">
${held ? html`<p class="prose"><strong>${held.title}</strong></p><p class="prose">${held.text}</p>` : html`<p class="prose">${isOwed ? words.card.owed(sum) : words.card.text}</p>`}
<div class="answer">
${!held && deed(view, 'card', one, html`<button class="primary">${words.enterCard}</button>`)}
<a class="button" href="${pageOf('home', one)}">${words.neverMind}</a>
</div>
</div>`;
  return portalPage(view, words.card.title, body);
}
