import { afterEach, describe, it } from 'vitest';
import { checkStory } from '../spec/story-check.ts';
import type { Cloud } from '../spec/story-cloud.ts';
import { BEGINS } from '../spec/story.ts';
import { runningCloud } from './story-driver.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('two years of one subscriber on the synthesised stack', () => {
  it('are the same without a single notification from the provider', async () => {
    cloud = await runningCloud(BEGINS, { dropNotifications: true });
    await checkStory(cloud);
  });
});
