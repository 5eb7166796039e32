import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pictureFolder, violations } from './browser.ts';

/** The widths and colour schemes in which every page is looked at. */
const LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

/** The same of messages, which people read on the narrowest screens as well. */
export const MESSAGE_LOOKS = [
  [1280, 'light'],
  [320, 'light'],
  [320, 'dark'],
] as const;

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
  }: { readonly looks?: typeof LOOKS | typeof MESSAGE_LOOKS; readonly leftOut?: readonly string[] } = {},
): Promise<void> {
  const folder = pictureFolder(pictures);
  for (const [width, colorScheme] of looks) {
    const where = `${name} ${width} ${colorScheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, leftOut), where).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(
      width,
    );
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
  }
}
