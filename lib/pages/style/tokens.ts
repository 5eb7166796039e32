/** A colour in the light and in the dark scheme. */
export type Schemes = readonly [light: string, dark: string];

/**
 * The colours of every page. Each text colour reaches 4.5:1 on `paper`, on `panel` and on its own tint in both schemes,
 * and `edge` reaches 3:1. A tenant's brand replaces the three of the accent, and never what means good, warm or bad.
 */
export const COLOURS = {
  paper: ['#ffffff', '#14161a'],
  panel: ['#f4f5f7', '#1c1f24'],
  ink: ['#16191d', '#eceef1'],
  quiet: ['#545c66', '#a9b1bb'],
  line: ['#dfe2e7', '#343a43'],
  edge: ['#868e98', '#78818c'],
  accent: ['#1450b4', '#8db8ff'],
  'on-accent': ['#ffffff', '#10131a'],
  'accent-tint': ['#eaf1fc', '#1a2536'],
  good: ['#126b38', '#6fdc9a'],
  'good-tint': ['#e6f5ec', '#16291f'],
  warm: ['#7d4a00', '#f0b872'],
  'warm-tint': ['#fff4df', '#2c2413'],
  bad: ['#b01f2b', '#ff9a9a'],
  'bad-tint': ['#fdecec', '#381d1e'],
  'on-bad': ['#ffffff', '#1b0a0b'],
} as const satisfies Record<string, Schemes>;

/** Type, distances, corners and the height of a control. */
const MEASURES = {
  font: `system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`,
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace',
  'text-xs': '.8125rem',
  'text-s': '.9rem',
  'text-m': '1rem',
  'text-l': '1.125rem',
  'text-xl': 'clamp(1.35rem,1.2rem + .8vw,1.625rem)',
  'text-sum': 'clamp(1.75rem,1.4rem + 1.6vw,2.25rem)',
  s1: '.25rem',
  s2: '.5rem',
  s3: '.75rem',
  s4: '1rem',
  s5: '1.5rem',
  s6: '2.25rem',
  s7: '3.5rem',
  r1: '.3rem',
  r2: '.5rem',
  r3: '.75rem',
  control: '2.75rem',
  measure: '34rem',
} as const;

const schemes = ([light, dark]: Schemes) => `light-dark(${light},${dark})`;

/** Declarations of colours by their names, for `:root`. */
export const colourDeclarations = (colours: Partial<Record<keyof typeof COLOURS, Schemes>>): string =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}:${schemes(pair)}`)
    .join(';');

const measures = Object.entries(MEASURES)
  .map(([name, value]) => `--${name}:${value}`)
  .join(';');

/** The values that every page's style refers to. */
export const TOKENS = `:root{color-scheme:light dark;${colourDeclarations(COLOURS)};${measures}}`;
