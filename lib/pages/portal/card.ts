import type { SubscriptionView } from '../../billing/current-state.ts';
import { html } from '../html.ts';
import type { HtmlPage } from '../layout.ts';
import { moment, money } from '../words.ts';
import { deed, pageOf, portalPage, trail, type PortalView } from './view.ts';
import { priceLine } from '../price.ts';
import { say } from '../say.ts';

/** What a new card does, before the payment page takes it; where none is taken until a time (epoch ms), from when. */
export function cardPage(view: PortalView, one: SubscriptionView, heldUntil: number | undefined): HtmlPage {
  const isOwed = one.failedOrder !== null || one.status === 'PENDING';
  const sum = money(one.plan.price, one.plan.currency);
  const held = heldUntil === undefined ? undefined : cardFromSaid(moment(heldUntil, 'minute'));
  const body = html`<div class="lead band stack">${trail(pageOf('home', one), say('My subscription', 'Aboneliğim'))}
<h1>${say('Change your card', 'Kartınızı değiştirin')}</h1>
<p>${one.plan.name}</p>${priceLine(one.plan)}</div>
<div class="sheet stack roomy">
${held ? html`<p class="prose"><strong>${held.title}</strong></p><p class="prose">${held.text}</p>` : html`<p class="prose">${isOwed ? say(`The payment of ${sum} that failed is tried on the new card right away.`, `Alınamayan ${sum} tutarındaki ödeme yeni kartla hemen yeniden denenir.`) : say('You enter the new card on the payment page. Nothing is charged for it; your bank may show a small verification charge, which is returned right away.', 'Yeni kartı ödeme sayfasında girersiniz. Bunun için ücret alınmaz; bankanız küçük bir kontrol tutarı gösterebilir, bu tutar hemen iade edilir.')}</p>`}
<div class="answer">
${!held && deed(view, 'card', one, html`<button class="primary">${say('Enter another card', 'Başka kart gir')}</button>`)}
<a class="button" href="${pageOf('home', one)}">${say('Never mind', 'Vazgeç')}</a>
</div>
</div>`;
  return portalPage(view, say('Change your card', 'Kartınızı değiştirin'), body);
}

/** Why no card is taken for a while, and until when. */
export const cardFromSaid = (time: string) => ({
  title: say('Another card can be entered later', 'Yeni kart daha sonra girilebilir'),
  text: say(
    `Cards were entered too often for this subscription. You can try again from ${time}. Nothing was charged.`,
    `Bu abonelik için çok sık kart girildi. Şu andan itibaren yeniden deneyebilirsiniz: ${time}. Sizden ödeme alınmadı.`,
  ),
});
