import type { Brand } from '../../billing/brand.ts';
import { accentOf } from '../../pages/accent.ts';
import { html, trusted, type Html } from '../../pages/html.ts';
import { COLOURS, type Schemes } from '../../pages/style/tokens.ts';

type Colours = Readonly<Record<keyof typeof COLOURS, Schemes>>;

/** How a part looks: mail programs take inline styles alone, and those that know the dark scheme take its colours by class. */
interface Look {
  readonly css: string;
  readonly text?: keyof typeof COLOURS;
  readonly ground?: keyof typeof COLOURS;
  readonly edge?: keyof typeof COLOURS;
}

const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';

const LOOKS = {
  around: { css: 'margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%', ground: 'panel' },
  sheet: {
    css: 'width:100%;max-width:560px;border-radius:12px;border-top:4px solid',
    ground: 'paper',
    edge: 'accent',
  },
  shop: { css: `${FONT};${BREAKS};font-size:16px;line-height:24px;font-weight:600`, text: 'ink' },
  title: { css: `${FONT};${BREAKS};margin:0;font-size:22px;line-height:30px;font-weight:700`, text: 'ink' },
  prose: { css: `${FONT};${BREAKS};margin:0 0 14px;font-size:16px;line-height:25px`, text: 'ink' },
  rows: { css: 'width:100%;border-collapse:collapse;border-top:1px solid', edge: 'line' },
  name: {
    css: `${FONT};padding:10px 12px 10px 0;font-size:15px;line-height:22px;font-weight:400;text-align:left;vertical-align:top;width:42%;border-bottom:1px solid`,
    text: 'quiet',
    edge: 'line',
  },
  value: {
    css: `${FONT};${BREAKS};padding:10px 0;font-size:15px;line-height:22px;font-weight:600;text-align:right;vertical-align:top;border-bottom:1px solid`,
    text: 'ink',
    edge: 'line',
  },
  button: { css: 'border-radius:8px;text-align:center', ground: 'accent' },
  deed: {
    css: `${FONT};display:inline-block;padding:12px 22px;border-radius:8px;border:1px solid;font-size:16px;line-height:22px;font-weight:600;text-decoration:none`,
    text: 'on-accent',
    ground: 'accent',
    edge: 'accent',
  },
  foot: { css: `${FONT};${BREAKS};margin:0 0 8px;font-size:13px;line-height:20px`, text: 'quiet' },
  link: { css: 'text-decoration:underline', text: 'accent' },
} as const satisfies Record<string, Look>;

/** How a part of a message looks, by name. */
export type LookName = keyof typeof LOOKS;

/** Attributes of an element with these looks, and the style of the dark scheme. */
export interface Dress {
  readonly as: (name: LookName) => Html;
  readonly style: Html;
}

/** The looks of a message in a shop's brand: its colour is moved until it can be read, and bears black or white. */
export function dressFor(brand: Brand | null): Dress {
  const colours: Colours = brand?.accentColor ? { ...COLOURS, ...accentOf(brand.accentColor) } : COLOURS;
  const all = Object.entries<Look>(LOOKS);
  const dark = all.map(([name, look]) => `.m-${name}{${coloursOf(look, colours, 1, '!important')}}`).join('');
  return {
    as: (name) => {
      const look: Look = LOOKS[name];
      return html` class="m-${name}" style="${trusted(`${look.css};${coloursOf(look, colours, 0)}`)}"`;
    },
    style: html`<style>${trusted(`:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark}}`)}</style>`,
  };
}

function coloursOf({ text, ground, edge }: Look, colours: Colours, scheme: 0 | 1, also = ''): string {
  return [
    text && `color:${colours[text][scheme]}${also}`,
    ground && `background-color:${colours[ground][scheme]}${also}`,
    edge && `border-color:${colours[edge][scheme]}${also}`,
  ]
    .filter(Boolean)
    .join(';');
}
