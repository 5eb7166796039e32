import { COLOURS, type Schemes } from './style/tokens.ts';

/** Red, green and blue of sRGB, or lightness, chroma and hue of OKLCH. */
type Three = readonly [number, number, number];

const each = ([one, two, three]: Three, change: (part: number) => number): Three => [
  change(one),
  change(two),
  change(three),
];

/** The least contrast of text that WCAG 2.2 (1.4.3) allows. */
const READABLE = 4.5;
/** How finely lightness and chroma are moved. */
const STEP = 0.005;

/** The three colours that pages make of a tenant's one, each for both schemes. */
export interface Accent {
  readonly accent: Schemes;
  readonly 'on-accent': Schemes;
  readonly 'accent-tint': Schemes;
}

/**
 * The accent of a tenant's colour (`#rrggbb`): hue and chroma stay, and lightness moves until it can be read on paper and on
 * panels, darker in the light scheme and lighter in the dark one. Text on it is black or white, whichever reads better.
 */
export function accentOf(colour: string): Accent {
  const [lightness, chroma, hue] = oklchOf(rgbOf(colour));
  const forScheme = (scheme: 0 | 1): readonly [string, string, string] => {
    const grounds = [COLOURS.paper[scheme], COLOURS.panel[scheme]].map(rgbOf);
    const towards = scheme === 0 ? -STEP : STEP;
    let at = lightness;
    let moved = inGamut([at, chroma, hue]);
    while (at >= 0 && at <= 1 && grounds.some((ground) => contrast(rgbOf(hexOf(moved)), ground) < READABLE)) {
      at += towards;
      moved = inGamut([at, chroma, hue]);
    }
    const tint = inGamut([scheme === 0 ? 0.96 : 0.25, Math.min(chroma, 0.03), hue]);
    return [hexOf(moved), hexOf(textOn(moved)), hexOf(tint)];
  };
  const [light, dark] = [forScheme(0), forScheme(1)];
  return {
    accent: [light[0], dark[0]],
    'on-accent': [light[1], dark[1]],
    'accent-tint': [light[2], dark[2]],
  };
}

/** The contrast of two colours (`#rrggbb`), from 1 to 21, by WCAG 2. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other));

function contrast(one: Three, other: Three): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const BLACK: Three = [0, 0, 0];
const WHITE: Three = [1, 1, 1];
const textOn = (ground: Three): Three => (contrast(ground, WHITE) >= contrast(ground, BLACK) ? WHITE : BLACK);

const rgbOf = (hex: string): Three => [channel(hex, 1), channel(hex, 3), channel(hex, 5)];
const channel = (hex: string, at: number): number => parseInt(hex.slice(at, at + 2), 16) / 255;

const hexOf = (rgb: Three): string =>
  `#${rgb
    .map((one) =>
      Math.round(one * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (one: number): number => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
const gamma = (one: number): number => (one <= 0.0031308 ? one * 12.92 : 1.055 * one ** (1 / 2.4) - 0.055);

function luminance(rgb: Three): number {
  const [r, g, b] = each(rgb, linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** sRGB to OKLCH, with the matrices of Björn Ottosson's definition of Oklab. */
function oklchOf(rgb: Three): Three {
  const [r, g, b] = each(rgb, linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, c), Math.atan2(c, a)];
}

function linearOf([lightness, chroma, hue]: Three): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** OKLCH to sRGB; chroma that screens cannot show at this lightness is taken away. */
function inGamut([lightness, chroma, hue]: Three): Three {
  const fits = (one: number) => one >= -0.0001 && one <= 1.0001;
  let kept = chroma;
  let rgb = linearOf([lightness, kept, hue]);
  while (kept > 0 && !rgb.every(fits)) {
    kept = Math.max(0, kept - STEP);
    rgb = linearOf([lightness, kept, hue]);
  }
  return each(rgb, (one) => gamma(Math.min(1, Math.max(0, one))));
}
