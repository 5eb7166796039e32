import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { BLOCKS, withBlock } from '../../../bench/figures/blocks.ts';
import { figuresOf, idleDollars } from '../../../bench/figures/stage.ts';
import { stageNamed } from '../../../infra/stages.ts';
import { FULL_STAGE, synthesised } from '../synthesised.ts';

const ROOT = join(import.meta.dirname, '../../..');
const prod = figuresOf(synthesised(stageNamed('prod')).stacks);
const full = figuresOf(synthesised(FULL_STAGE).stacks);

describe('a stage', () => {
  it('has forty alarms over sixty-five metrics at most, with everything it can have', () => {
    expect(full.alarms + full.compositeAlarms).toBeLessThanOrEqual(40);
    expect(full.alarmMetrics).toBeLessThanOrEqual(65);
    expect(full.alarms).toBeGreaterThan(30);
  });

  it('costs twelve dollars a month at most while nobody uses it, also after the key was rotated twice', () => {
    const rotated = idleDollars(prod) + 2;
    expect(idleDollars(prod)).toBeGreaterThan(5);
    expect(rotated).toBeLessThanOrEqual(12);
  });

  it('has a dashboard for which AWS asks nothing', () => {
    expect(full.dashboardMetrics).toBeGreaterThan(30);
    expect(full.dashboardMetrics).toBeLessThanOrEqual(50);
    expect(prod.idle.dashboard).toBe(0);
  });
});

describe('figures', () => {
  it.each(Object.entries(BLOCKS))('in %s are those of the template', async (page, textOf) => {
    const path = join(ROOT, page);
    const text = readFileSync(path, 'utf8');
    const written = await format(withBlock(text, textOf(prod)), {
      ...(await resolveConfig(path)),
      filepath: path,
    });
    expect(text).toBe(written);
  });
});
