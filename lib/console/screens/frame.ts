import { html, type Html } from '../../pages/html.ts';
import { framed, skipLink, type HtmlPage } from '../../pages/layout.ts';
import { policyOf } from '../../pages/policy.ts';
import { CONSOLE_STYLE } from '../../pages/styles.ts';
import type { SignedInPerson } from '../session.ts';
import type { Place, Shown } from '../visit.ts';
import { ROLE_WORDS } from '../words.ts';
import type { DoorPage } from './door.ts';
import { oneButton, to } from './parts.ts';
import { passkeyScript } from './passkey-form.ts';

const WORK: readonly (readonly [Place, string])[] = [
  ['overview', 'Overview'],
  ['subscribers', 'Subscribers'],
  ['differences', 'Differences'],
  ['tasks', 'Tasks'],
  ['events', 'Events'],
];
const SET_UP: readonly (readonly [Place, string])[] = [
  ['plans', 'Plans'],
  ['settings', 'Settings'],
  ['webhooks', 'Webhooks and keys'],
  ['providers', 'Providers'],
  ['people', 'People'],
];

/** What stands first on a page: what was just done, or why it was not. */
export interface Notice {
  readonly kind: 'good' | 'bad';
  readonly said: string;
}

interface Framed {
  readonly who: SignedInPerson;
  readonly place: Place | undefined;
  readonly shown: Shown;
  readonly notice: Notice | undefined;
  readonly nonce: string;
}

/** A whole page of somebody who is signed in. */
export function consolePage({ who, place, shown, notice, nonce }: Framed): HtmlPage {
  const { tenant, person } = who;
  const isRefused = notice?.kind === 'bad';
  const said =
    notice &&
    html`<p class="notice ${notice.kind}" role="${isRefused ? 'alert' : 'status'}">${notice.said}</p>`;
  const letter = html`<span class="logo letter" aria-hidden="true">${tenant.name.slice(0, 1).toUpperCase()}</span>`;
  const brand = html`<a class="brand" href="/console">${letter}${tenant.name}</a>`;
  const body = html`${skipLink('en')}
<header class="top">${brand}<button popovertarget="menu">Menu</button></header>
<nav class="side" id="menu" popover aria-label="Console">
${brand}
<div class="group">${entries(WORK, place)}</div>
<div class="group"><h2>Set up</h2>${entries(SET_UP, place)}</div>
<div class="me"><strong>${person.name}</strong><span class="quiet">${person.roles.map((role) => ROLE_WORDS[role]).join(', ')}</span>
<div class="row"><a href="${to('person')}">Passkeys</a><a href="/docs">Docs</a>${oneButton(who, 'sign-out', 'Sign out', {}, 'plain')}</div></div>
</nav>
<main id="main" tabindex="-1">
${said}${shown.content}
</main>
${shown.script && passkeyScript(nonce)}`;
  return framed({
    language: 'en',
    title: `${isRefused ? 'Error: ' : ''}${shown.title} · ${tenant.name}`,
    surface: 'console',
    style: CONSOLE_STYLE,
    body,
    policy: policyOf(nonce, { forms: `'self'`, scripts: shown.script === true }),
    nonce,
  });
}

function entries(all: readonly (readonly [Place, string])[], place: Place | undefined): Html {
  const items = all.map(
    ([one, label]) =>
      html`<li><a href="${to(one)}"${one === place && html` aria-current="page"`}>${label}</a></li>`,
  );
  return html`<ul>${items}</ul>`;
}

/** A whole page before anybody is signed in. */
export function doorPage({ title, content }: DoorPage, nonce: string): HtmlPage {
  return framed({
    language: 'en',
    title: `${title} · Subscription Billing`,
    surface: 'console',
    layout: 'door',
    style: CONSOLE_STYLE,
    body: html`<main id="main">
${content}
</main>
${passkeyScript(nonce)}`,
    policy: policyOf(nonce, { forms: `'self'`, scripts: true }),
    nonce,
  });
}
