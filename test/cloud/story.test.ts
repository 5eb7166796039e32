import { afterEach, describe, it } from 'vitest';
import { checkStory } from '../spec/story-check.ts';
import type { Cloud } from '../spec/story-cloud.ts';
import { BEGINS } from '../spec/story.ts';
import { runningCloud } from './story-driver.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('two years of one subscriber on the synthesised stack', () => {
  it('are told, charged and invoiced as written down', async () => {
    cloud = await runningCloud(BEGINS, {});
    await checkStory(cloud);
  });
});
