import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture, violations } from './browser.ts';

/** How a page is looked at. */
interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** Whether axe looks at it as well. */
  readonly axe: boolean;
}

/**
 * The widths and colour schemes in which every page is looked at. axe looks at two of them, which have each width and each
 * scheme once: it takes most of the time, and colours do not depend on widths.
 */
export const looksAt = (wide: number, narrow: number): readonly Look[] => [
  { width: wide, colorScheme: 'light', axe: true },
  { width: wide, colorScheme: 'dark', axe: false },
  { width: narrow, colorScheme: 'light', axe: false },
  { width: narrow, colorScheme: 'dark', axe: true },
];

const LOOKS = looksAt(1280, 390);
/** The same of what people read on the narrowest screens as well. */
export const NARROWEST_LOOKS = looksAt(1280, 320);

/**
 * Looks at a page as it stands in every width and colour scheme: axe has nothing to say but of rules that are left out, and
 * nothing sticks out.
 */
export async function expectFineLooks(
  page: Page,
  pictures: string,
  name: string,
  {
    looks = LOOKS,
    leftOut = [],
  }: { readonly looks?: readonly Look[]; readonly leftOut?: readonly string[] } = {},
): Promise<void> {
  for (const { width, colorScheme, axe } of looks) {
    const where = `${name} ${width} ${colorScheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (axe) expect(await violations(page, leftOut), where).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(
      width,
    );
    await picture(page, pictures, `${name}-${width}-${colorScheme}`);
  }
}
