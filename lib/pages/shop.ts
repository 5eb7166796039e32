import { NO_BRAND, type Brand } from '../billing/brand.ts';
import { accentOf } from './accent.ts';
import { html, type Html } from './html.ts';
import { framed, languageLinks, skipLink, type HtmlPage } from './layout.ts';
import { policyOf } from './policy.ts';
import { say } from './say.ts';
import { CUSTOMER_STYLE } from './styles.ts';
import { colourDeclarations } from './style/tokens.ts';

/** The shop that a page belongs to, as its customers know it. */
export interface Shop {
  readonly name: string;
  readonly brand: Brand | null;
}

/** The shop of a tenant. */
export const shopOf = ({ name, brand }: { readonly name: string; readonly brand: Brand | null }): Shop => ({
  name: brand?.displayName ?? name,
  brand,
});

/** The parts of a page that a customer sees. */
export interface CustomerPage {
  readonly shop: Shop | undefined;
  readonly nonce: string;
  readonly title: string;
  /** The members of its query that a change of language keeps. */
  readonly query?: Readonly<Record<string, string>>;
  /** Where the shop's name leads; nowhere where there is no session. */
  readonly home?: string | undefined;
  /** Where the way back leads: the address that the customer came from. */
  readonly returnUrl?: string | undefined;
  /** The class of its body. */
  readonly layout?: string;
  /** What its style has beside that of all pages. */
  readonly style?: string;
  /** Its Content-Security-Policy, where it is not that of a page with forms of ours. */
  readonly policy?: string;
  readonly body: Html;
  /** Forms of the foot, such as the one that ends a session. */
  readonly foot?: Html;
}

/** What the way back to a shop is called. */
export const backToShop = (shop: string): string => say(`Back to ${shop}`, `${shop} sitesine dön`);

/** A whole page in the shop's name, logo and colours, with the ways out of it at its foot. */
export function customerPage(page: CustomerPage): HtmlPage {
  const { shop, nonce, title, layout, style = '' } = page;
  return framed({
    title: shop ? `${title} · ${shop.name}` : title,
    surface: 'portal',
    ...(layout !== undefined && { layout }),
    style: CUSTOMER_STYLE + style + brandStyle(shop?.brand ?? null),
    nonce,
    policy: page.policy ?? policyOf(nonce, { images: true, forms: `'self'` }),
    body: html`${skipLink()}
<header class="masthead band">${masthead(page)}${languageLinks(page.query)}</header>
<main id="main">
${page.body}
</main>
${footOf(page)}`,
  });
}

/** The brand's colours, which follow the style of every page. */
function brandStyle(brand: Brand | null): string {
  if (!brand?.accentColor) return '';
  return `\n:root{${colourDeclarations(accentOf(brand.accentColor))}}`;
}

function masthead({ shop, home }: CustomerPage): Html {
  if (!shop) return html`<span></span>`;
  const inside = html`${logoOf(shop)}${shop.name}`;
  return home === undefined
    ? html`<span class="brand">${inside}</span>`
    : html`<a class="brand" href="${home}">${inside}</a>`;
}

/** The logo, or without one the first letter of the name. `origin`: of the service, where the page has another one. */
export function logoOf({ name, brand }: Shop, origin = ''): Html {
  const logo = brand?.logo;
  if (logo) return html`<img class="logo" src="${origin}/brand/${logo.name}" alt="" width="40" height="40">`;
  return html`<span class="logo letter" aria-hidden="true">${/./u.exec(name)?.[0].toLocaleUpperCase('tr')}</span>`;
}

function footOf({ shop, returnUrl, foot }: CustomerPage): Html | false {
  const back = shop && returnUrl !== undefined && html`<a href="${returnUrl}">${backToShop(shop.name)}</a>`;
  const links = html`${back}${shop && brandLinks(shop)}${foot}`;
  return links.text !== '' && html`<footer class="foot">${links}</footer>`;
}

/** Where the shop helps, its terms and its privacy notice, as far as it has told us. */
export function brandLinks({ brand }: Shop): Html {
  const { supportEmail, supportUrl, termsUrl, privacyUrl } = brand ?? NO_BRAND;
  const help = say('Help', 'Yardım');
  return html`${supportUrl !== null && html`<a href="${supportUrl}">${help}</a>`}${supportEmail !== null && html`<a href="mailto:${supportEmail}">${help}: ${supportEmail}</a>`}${termsUrl !== null && html`<a href="${termsUrl}">${say('Terms', 'Koşullar')}</a>`}${privacyUrl !== null && html`<a href="${privacyUrl}">${say('Privacy', 'Gizlilik')}</a>`}`;
}
