import { afterEach, describe, it } from 'vitest';
import { checkStory } from './story-check.ts';
import { worldCloud, type Cloud } from './story-cloud.ts';
import { BEGINS } from './story.ts';

let cloud: Cloud;
afterEach(() => cloud.stop());

describe('Two years of one subscriber, with fewer notifications', () => {
  it('the same without any notification: all is learned by looking', async () => {
    cloud = await worldCloud(BEGINS, { dropNotifications: true });
    await checkStory(cloud);
  });

  it('the same with a search that lags and notifications out of order', async () => {
    cloud = await worldCloud(BEGINS, { searchLagMs: 600_000, reorderNotifications: true });
    await checkStory(cloud);
  });
});
