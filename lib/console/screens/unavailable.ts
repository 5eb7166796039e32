import { say } from '../say.ts';
import { html } from '../../pages/html.ts';
import type { DoorPage } from './door.ts';

/** The page in place of one that met a failure of ours. */
export const unavailable = (requestId: string): DoorPage => ({
  title: say().show.unavailable,
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${say().show.unavailable}</h1>
<p>${say().show.unavailableWhy}</p>
<p><a class="button" href="/console">${say().show.toOverview}</a></p>
<p class="quiet small">${say().show.request} <code class="id">${requestId}</code></p>`,
});

/** The page in place of one that was asked for too often. */
export const tooMuch = (): DoorPage => ({
  title: say().show.tooMuch,
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${say().show.tooMuch}</h1>
<p>${say().show.tooMuchWhy}</p>
<p><a class="button" href="/console">${say().show.toOverview}</a></p>`,
});
