import { html } from '../../pages/html.ts';
import type { DoorPage } from './door.ts';

/** The page in place of one that met a failure of ours. */
export const unavailable = (requestId: string): DoorPage => ({
  title: 'Not available at the moment',
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>Not available at the moment</h1>
<p>Something did not answer on our side. If you were changing something, look before you do it again: it may have been done.</p>
<p><a class="button" href="/console">To the overview</a></p>
<p class="quiet small">Request <code class="id">${requestId}</code></p>`,
});
