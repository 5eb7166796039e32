import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';

let browser: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it('the local console isolates what is written from right to left, and keeps it as it is', async () => {
  const elements = join(import.meta.dirname, '../../../local/console/page/elements.ts');
  const contents = `import { element } from ${JSON.stringify(elements)};
    document.body.append(element('p', {}, 'for עומר 7, of متجر 24 too', element('b', {}, 'Ada')));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
  });
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  const alone = await page.locator('bdi').allInnerTexts();
  expect(alone.map((text) => text.replaceAll(/[^\p{L}]/gu, ''))).toEqual(['עומר', 'متجر']);
  expect(await page.locator('p').textContent()).toBe('for עומר 7, of متجر 24 tooAda');
});
