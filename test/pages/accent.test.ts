import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentOf, contrastOf } from '../../lib/pages/accent.ts';
import { COLOURS } from '../../lib/pages/style/tokens.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);

describe('a tenant’s colour', () => {
  it('can be read on paper and panels, and what stands on it too, in both schemes, whatever it is', () => {
    fc.assert(
      fc.property(colour, (given) => {
        const { accent, 'on-accent': on, 'accent-tint': tint } = accentOf(given);
        for (const scheme of [0, 1] as const) {
          const shown = accent[scheme];
          expect(contrastOf(shown, COLOURS.paper[scheme])).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(shown, COLOURS.panel[scheme])).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(on[scheme], shown)).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(COLOURS.ink[scheme], tint[scheme])).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stays as it is where it can be read already', () => {
    expect(accentOf('#1450b4').accent[0]).toBe('#1450b4');
  });

  it('keeps its hue where its lightness has to move', () => {
    const [light, dark] = accentOf('#c2562d').accent;
    const red = (hex: string) => parseInt(hex.slice(1, 3), 16);
    const blue = (hex: string) => parseInt(hex.slice(5, 7), 16);
    for (const shown of [light, dark]) expect(red(shown)).toBeGreaterThan(blue(shown) + 40);
  });
});

describe('the colours of every page', () => {
  it('can be read on paper and panels, and on their own tints', () => {
    for (const scheme of [0, 1] as const) {
      for (const name of ['ink', 'quiet', 'accent', 'good', 'warm', 'bad'] as const)
        for (const ground of ['paper', 'panel'] as const)
          expect(
            contrastOf(COLOURS[name][scheme], COLOURS[ground][scheme]),
            `${name} on ${ground}`,
          ).toBeGreaterThanOrEqual(4.5);
      for (const [text, tint] of [
        ['good', 'good-tint'],
        ['warm', 'warm-tint'],
        ['bad', 'bad-tint'],
        ['accent', 'accent-tint'],
      ] as const)
        expect(contrastOf(COLOURS[text][scheme], COLOURS[tint][scheme]), text).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(COLOURS.edge[scheme], COLOURS.paper[scheme])).toBeGreaterThanOrEqual(3);
    }
  });
});
