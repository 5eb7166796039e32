import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWalkCloud, type WalkCloud } from './places/cloud.ts';
import { lineOf, takeWalks } from './report.ts';

const [FIRST, WALKS, STEPS] = [1, 3, 10];

let cloud: WalkCloud;
beforeAll(async () => void (cloud = await startWalkCloud()));
afterAll(() => cloud.stop());

describe('random walks on the synthesised stack', () => {
  it('leave every charge invoiced, every change announced once and no paying customer locked out', async () => {
    const tally = await takeWalks(FIRST, WALKS, { open: cloud.open, steps: STEPS });
    console.log(lineOf('walks on the stack', FIRST, tally));
    expect(tally.wrong).toEqual([]);
    expect(tally).toMatchObject({ walks: WALKS, steps: STEPS });
    expect(tally.requests).toBeGreaterThan(WALKS * STEPS);
    expect(tally.charges).toBeGreaterThan(0);
    expect(tally.posts).toBeGreaterThan(WALKS);
  });
});
