import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunning, type Running } from '../cloud/running.ts';
import { startConsole, type Console } from './console-page.ts';

const SILENT = 'The local cloud does not answer.';

let local: Console;
let another: Running | undefined;

beforeAll(async () => {
  local = await startConsole();
});
afterAll(async () => {
  await another?.stop();
  await local.stop();
});

describe('the local console while its cloud is stopped and started again', () => {
  it('says so in its own words, also after a click, until it is answered', async () => {
    const said = local.page.locator('#said');
    await local.page.locator('#tenant option').first().waitFor({ state: 'attached' });
    await local.cloud.stop();
    await expect.poll(() => said.innerText()).toBe(SILENT);
    await local.press('+1 day');
    await local.press('Clear');
    const words = new Set<string>();
    for (let nth = 0; nth < 20; nth += 1) {
      words.add(await said.innerText());
      await local.page.waitForTimeout(200);
    }
    expect([...words].filter((one) => !one.startsWith('Moving the clock'))).toEqual([SILENT]);
    another = await startRunning({ port: Number(new URL(local.cloud.stack.baseUrl).port) });
    await expect.poll(() => said.innerText()).toBe('');
  });

  it('shows the keys and the arrivals of the cloud that answers now, for the tenant that was shown', async () => {
    await local.open('tenants');
    const { apiKey } = another!.tenant('demo');
    await expect.poll(() => local.page.locator('#keys').innerText()).toContain(apiKey);
    await local.open('arrivals');
    const body = JSON.stringify({ notificationType: 'FIRST_OF_ALL' });
    await fetch(`${another!.stack.inboxUrl}/hooks/demo`, { method: 'POST', body });
    await local.page.locator('#arrivals li[data-event=FIRST_OF_ALL]').waitFor();
  });
});
