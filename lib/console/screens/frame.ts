import { say } from '../../pages/say.ts';
import { html, type Html } from '../../pages/html.ts';
import { framed, languageLinks, skipLink, type HtmlPage } from '../../pages/layout.ts';
import { logoOf, shopOf } from '../../pages/shop.ts';
import { policyOf } from '../../pages/policy.ts';
import { CONSOLE_STYLE } from '../../pages/styles.ts';
import type { CoreApp, WithTenant } from '../../runtime/app.ts';
import { besideConsole } from '../../runtime/console-address.ts';
import type { SignedInPerson } from '../session.ts';
import type { Given, Place, Shown } from '../visit.ts';
import { roleSaid } from '../../pages/work-words.ts';
import type { DoorPage } from './door.ts';
import { oneButton, to, searchHintSaid } from './parts.ts';
import { logoScript } from './logo-script.ts';
import { passkeyScript } from './passkey-form.ts';

/** What an entry of the menu is called. */
export const placeSaid = (place: Place): string =>
  ({
    overview: say('Overview', 'Genel bakış'),
    subscribers: say('Subscribers', 'Aboneler'),
    invoices: say('Invoices', 'Faturalar'),
    differences: say('Differences', 'Farklar'),
    tasks: say('Tasks', 'Görevler'),
    events: say('Events', 'Olaylar'),
    plans: say('Plans', 'Planlar'),
    settings: say('Settings', 'Ayarlar'),
    webhooks: say('Webhooks and keys', 'Webhook ve anahtarlar'),
    providers: say('Providers', 'Sağlayıcılar'),
    people: say('People', 'Kişiler'),
  })[place];

/** What stands first on a page: what was just done, or why it was not. */
export interface Notice {
  readonly kind: 'good' | 'bad';
  readonly said: string;
  /** What is wrong with single fields, with the ids of those that are on the page. */
  readonly fields?: readonly { readonly said: string; readonly id: string | undefined }[];
}

const SCRIPTS = { passkey: passkeyScript, logo: logoScript } as const;

interface Framed {
  readonly app: Pick<CoreApp, 'settings'> & WithTenant;
  readonly who: SignedInPerson;
  readonly place: Place | undefined;
  readonly shown: Shown;
  readonly notice: Notice | undefined;
  readonly nonce: string;
  /** The page's own query, which a change of language keeps; undefined where the page cannot be asked for again. */
  readonly query?: Given | undefined;
}

/** A whole page of somebody who is signed in. */
export function consolePage({ app, who, place, shown, notice, nonce, query }: Framed): HtmlPage {
  const { person } = who;
  const isRefused = notice?.kind === 'bad';
  const said = notice && noticeOf(notice);
  const shop = shopOf(app.tenant);
  const beside = besideConsole(app);
  const brand = html`<a class="brand" href="/console">${logoOf(shop, beside)}<span>${shop.name}</span></a>`;
  const body = html`${skipLink()}
<header class="top">${brand}<button popovertarget="menu">${say('Menu', 'Menü')}</button></header>
<nav class="side" id="menu" popover aria-label="${say('Console', 'Konsol')}">
${brand}
${shown.hasSearch !== true && searchForm()}
<div class="group">${entries(['overview', 'subscribers', 'invoices', 'differences', 'tasks', 'events'], place)}</div>
<div class="group"><h2>${say('Set up', 'Kurulum')}</h2>${entries(['plans', 'settings', 'webhooks', 'providers', 'people'], place)}</div>
<div class="me"><strong>${person.name}</strong><span class="quiet">${person.visit ? say('An operator', 'Servisi işleten') : person.roles.map((role) => roleSaid(role)).join(', ')}</span>
<div class="row">${!person.visit && html`<a href="${to('person')}">${say('Passkeys', 'Geçiş anahtarları')}</a>`}<a href="${beside}/docs">${say('Docs', 'Belgeler')}</a>${oneButton(who, 'sign-out', say('Sign out', 'Çıkış'), {}, 'plain')}</div>${query && inOtherLanguages(query)}</div>
</nav>
<main id="main" tabindex="-1">
${said}${shown.content}
</main>
${shown.script && SCRIPTS[shown.script](nonce)}`;
  return framed({
    title: `${isRefused ? say(`Error: ${shown.title}`, `Hata: ${shown.title}`) : shown.title} · ${shop.name}`,
    surface: 'console',
    style: CONSOLE_STYLE,
    body,
    policy: policyOf(nonce, {
      forms: `'self'`,
      scripts: shown.script !== undefined,
      images: (shown.images === true || Boolean(shop.brand?.logo)) && (beside || true),
    }),
    nonce,
  });
}

/** The one search field, which the access key `/` leads to, on every screen that does not have it itself. */
const searchForm = (): Html =>
  html`<form role="search" method="get" action="/console/subscribers"><div class="field"><label for="find">${say('Search subscribers', 'Abone ara')}</label><input id="find" name="search" type="search" maxlength="255" autocomplete="off" accesskey="/" placeholder="/" title="${searchHintSaid()}"></div></form>`;

/** A sentence, and beneath it the way to each field that is wrong. */
function noticeOf({ kind, said, fields = [] }: Notice): Html {
  const role = kind === 'bad' ? 'alert' : 'status';
  const others = fields.filter((one) => one.said !== said || one.id !== undefined);
  if (others.length === 0) return html`<p class="notice ${kind}" role="${role}">${said}</p>`;
  const items = others.map((one) =>
    one.id === undefined ? html`<li>${one.said}</li>` : html`<li><a href="#${one.id}">${one.said}</a></li>`,
  );
  const isOnlyField = others.length === fields.length && others.every((one) => one.said === said);
  return html`<div class="notice ${kind}" role="${role}">${!isOnlyField && html`<p>${said}</p>`}<ul>${items}</ul></div>`;
}

/** The same page in the other languages; what was just done or refused is not said again. */
function inOtherLanguages({ done: _done, refused: _refused, lang: _lang, ...query }: Given): Html {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return languageLinks(Object.fromEntries(given));
}

function entries(all: readonly Place[], place: Place | undefined): Html {
  const items = all.map(
    (one) =>
      html`<li><a href="${to(one)}"${one === place && html` aria-current="page"`}>${placeSaid(one)}</a></li>`,
  );
  return html`<ul>${items}</ul>`;
}

/** A whole page before anybody is signed in. */
export function doorPage({ title, content }: DoorPage, nonce: string, query?: Given): HtmlPage {
  return framed({
    title: `${title} · Subscription Billing`,
    surface: 'console',
    layout: 'door',
    style: CONSOLE_STYLE,
    body: html`<main id="main">
${content}
${query && inOtherLanguages(query)}
</main>
${passkeyScript(nonce)}`,
    policy: policyOf(nonce, { forms: `'self'`, scripts: true }),
    nonce,
  });
}
