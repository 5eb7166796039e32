import { describe, expect, it } from 'vitest';
import { MovableClock } from '../../../sandbox/clock.ts';

describe('the offset of a moved clock from the machine’s', () => {
  it('stays the same while time passes, also where the machine’s clock ticks between two reads', async () => {
    let looks = 0;
    const clock = new MovableClock({ real: () => Math.floor(looks++ / 3), start: 61_000 });
    const { offset } = clock;
    for (let nth = 0; nth < 9; nth++) expect(clock.offset).toBe(offset);
    await clock.advanceTo(clock.now() + 3_600_000);
    expect(Math.abs(clock.offset - offset - 3_600_000)).toBeLessThan(10);
    clock.stop();
  });

  it('is the difference to the instant of a frozen clock', () => {
    let machine = 1_000;
    const clock = new MovableClock({ real: () => machine, start: 61_000, frozen: true });
    machine += 500;
    expect(clock.offset).toBe(59_500);
  });
});
