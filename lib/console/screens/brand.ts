import { say } from '../../pages/say.ts';
import { html, trusted, type Html } from '../../pages/html.ts';
import { accentOf } from '../../pages/accent.ts';
import { NO_BRAND, type Brand } from '../../billing/brand.ts';
import { URL_CHARACTERS_MAX } from '../../limits.ts';
import type { Screen, Visit } from '../visit.ts';
import { logoOf } from '../../pages/shop.ts';
import { besideConsole } from '../../runtime/console-address.ts';
import { SAVED, versionOf } from '../saved.ts';
import { field, form, type Form } from './forms.ts';
import { block, forWhoMay, head, oneButton, to } from './parts.ts';

/** The texts of a brand, as they are asked for. */
export const BRAND_FIELDS = [
  {
    name: 'displayName',
    label: () => say('Name', 'Ad'),
    hint: () => say('Shown in place of the account’s name', 'Hesabın adı yerine gösterilir'),
    max: 100,
  },
  {
    name: 'accentColor',
    label: () => say('Colour', 'Renk'),
    hint: () => say('Such as #1450b4', 'Örneğin #1450b4'),
    max: 7,
  },
  {
    name: 'supportEmail',
    label: () => say('E-mail address for help', 'Yardım e-postası'),
    hint: undefined,
    max: 255,
  },
  {
    name: 'supportUrl',
    label: () => say('Page with help', 'Yardım sayfası'),
    hint: () => 'https',
    max: URL_CHARACTERS_MAX,
  },
  { name: 'termsUrl', label: () => say('Terms', 'Koşullar'), hint: () => 'https', max: URL_CHARACTERS_MAX },
  {
    name: 'privacyUrl',
    label: () => say('Privacy notice', 'Gizlilik bildirimi'),
    hint: () => 'https',
    max: URL_CHARACTERS_MAX,
  },
  {
    name: 'timeZone',
    label: () => say('Time zone', 'Saat dilimi'),
    hint: () =>
      say(
        'Days and times in pages, files and filters; Europe/Istanbul if empty',
        'Sayfa, dosya ve filtrelerdeki gün ve saatler; boşsa Europe/Istanbul',
      ),
    max: 64,
  },
] as const;

type Texts = Readonly<Record<(typeof BRAND_FIELDS)[number]['name'], string>>;

/** How customers' pages look: what is typed can be seen before it is saved. */
export const brand: Screen = {
  place: 'settings',
  show: (visit) => {
    const {} = visit;
    const texts = textsOf(visit.app.tenant.brand ?? NO_BRAND, typedBrand(visit));
    const fields = (of: Form) =>
      BRAND_FIELDS.map(({ name, label, hint, max }) =>
        field(of, name, label(), { isOptional: true, max, ...(hint !== undefined && { hint: hint() }) }),
      );
    const forms = html`${form(
      typedForm(visit),
      'set-brand',
      { saved: SAVED['set-brand'](visit.app.tenant) },
      (of) => html`${fields(of)}
<div class="answer"><button class="primary">${say('Save', 'Kaydet')}</button><button formmethod="get" formaction="/console/brand" name="preview" value="yes" formnovalidate>${say('See how it looks', 'Nasıl göründüğüne bak')}</button></div>`,
    )}
${logoForms(visit)}`;
    return Promise.resolve({
      title: say('Brand', 'Marka'),
      script: 'logo',
      images: true,
      content: html`${head(say('Brand', 'Marka'), [to('settings'), say('Settings', 'Ayarlar')])}
<div class="halves">
${preview(visit, texts)}
<div class="stack roomy">${forWhoMay(visit, 'account', () => forms)}</div></div>`,
    });
  },
};

const typedBrand = (visit: Visit) => {
  const { refused } = typedForm(visit);
  return refused?.act === 'set-brand' ? refused.typed : {};
};

/** What is to be seen before it is saved is as typed as what was refused. */
function typedForm(visit: Visit): Visit {
  const { query } = visit;
  if (query.preview !== 'yes') return visit;
  const typed = Object.fromEntries(BRAND_FIELDS.map(({ name }) => [name, query[name] ?? '']));
  return { ...visit, refused: { act: 'set-brand', said: '', typed, problems: {}, isStale: false } };
}

/** The logo has a form of its own: it is a file. */
function logoForms(visit: Visit): Html {
  return block(
    'logo-part',
    say('Logo', 'Logo'),
    html`${form(
      visit,
      'set-logo',
      { saved: SAVED['set-logo'](visit.app.tenant), address: 'enter/set-logo', isFile: true },
      (
        of,
      ) => html`${field(of, 'logo', say('Image', 'Görsel'), { hint: say('PNG, JPEG or WebP, at most 64 KB and 1,024 pixels; pages show it 40 pixels wide', 'PNG, JPEG ya da WebP; en çok 64 KB ve 1.024 piksel. Sayfalarda 40 piksel genişlikte görünür'), type: 'file', accept: 'image/png,image/jpeg,image/webp' })}
<div><button>${say('Save the logo', 'Logoyu kaydet')}</button></div>`,
    )}
${visit.app.tenant.brand?.logo && oneButton(visit, 'enter/remove-logo', say('Remove the logo', 'Logoyu kaldır'), { version: versionOf(SAVED['remove-logo'](visit.app.tenant)) }, 'plain')}`,
  );
}

function textsOf(saved: Brand, typed: Readonly<Record<string, string | undefined>>): Texts {
  return Object.fromEntries(
    BRAND_FIELDS.map(({ name }) => [name, typed[name] ?? saved[name] ?? '']),
  ) as Texts;
}

const COLOUR = /^#[0-9a-fA-F]{6}$/;

/** A piece of a customer's page with this name and colour, in both schemes. */
function preview({ app, nonce }: Visit, { displayName, accentColor, supportEmail }: Texts): Html {
  const name = displayName.trim() === '' ? app.tenant.name : displayName;
  const isColour = COLOUR.test(accentColor.trim());
  const style = isColour && html`<style nonce="${nonce}">${trusted(sampleStyle(accentColor.trim()))}</style>`;
  const wrong =
    accentColor.trim() !== '' &&
    !isColour &&
    html`<p class="notice bad" role="alert">${say(`${accentColor} is not a colour such as #1450b4.`, `${accentColor}, #1450b4 gibi bir renk değil.`)}</p>`;
  return html`<section class="stack by" aria-labelledby="looks"><h2 id="looks">${say('How it looks', 'Görünüm')}</h2>${style}${wrong}
<div class="panel stack sample"><p class="brand">${logoOf({ name, brand: app.tenant.brand }, besideConsole(app))}<strong>${name}</strong></p>
<p>${say('Your subscription is active.', 'Aboneliğiniz sürüyor.')}</p>
<p><span class="sample-link">${say('Change card', 'Kartı değiştir')}</span></p>
<div><span class="button sample-button">${say('Change plan', 'Planı değiştir')}</span></div>
${supportEmail.trim() !== '' && html`<p class="quiet small">${say(`Help: ${supportEmail}`, `Yardım: ${supportEmail}`)}</p>`}</div></section>`;
}

/** The colours that pages make of the tenant's one, written by us: `accentOf` answers hexadecimal colours alone. */
function sampleStyle(colour: string): string {
  const { accent, 'on-accent': on } = accentOf(colour.toLowerCase());
  const scheme = (at: 0 | 1) =>
    `.sample{border-top:3px solid ${accent[at]}}.sample-link{color:${accent[at]};text-decoration:underline}.sample-button{background:${accent[at]};color:${on[at]};border-color:${accent[at]}}`;
  return `${scheme(0)}@media (prefers-color-scheme:dark){${scheme(1)}}`;
}
