import { say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import type { DoorPage } from './door.ts';
import { toOverviewSaid } from './parts.ts';

/** The page in place of one that met a failure of ours. */
export const unavailable = (requestId: string): DoorPage => ({
  title: unavailableSaid(),
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${unavailableSaid()}</h1>
<p>${say('Something did not answer on our side. If you were changing something, look before you do it again: it may have been done.', 'Bizim tarafımızda bir şey yanıt vermedi. Bir değişiklik yapıyorduysanız yeniden yapmadan önce bakın: yapılmış olabilir.')}</p>
<p><a class="button" href="/console">${toOverviewSaid()}</a></p>
<p class="quiet small">${say('Request', 'İstek')} <code class="id">${requestId}</code></p>`,
});

/** The page in place of one that was asked for too often. */
export const tooMuch = (): DoorPage => ({
  title: tooMuchSaid(),
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${tooMuchSaid()}</h1>
<p>${say('There were too many requests in a short time. Nothing has changed.', 'Kısa sürede çok fazla istek geldi. Hiçbir şey değişmedi.')}</p>
<p><a class="button" href="/console">${toOverviewSaid()}</a></p>`,
});

/** Of a failure of ours. */
const unavailableSaid = () => say('Not available at the moment', 'Şu anda kullanılamıyor');

/** Of too many requests. */
const tooMuchSaid = () => say('Please wait a minute', 'Lütfen bir dakika bekleyin');
