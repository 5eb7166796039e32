import type { Schedule } from './queues/schedule.ts';
import { moveTo, standStillTo, type Mover } from './time/time.ts';

/** Moves of time, one after another; the schedule's own timer rests meanwhile. */
export class TimeMoves {
  readonly #mover: Mover;
  readonly #schedule: Schedule;
  #last: Promise<unknown> = Promise.resolve();
  #moving = 0;

  constructor(mover: Mover, schedule: Schedule) {
    this.#mover = mover;
    this.#schedule = schedule;
  }

  /** Makes the schedule follow the machine's time. */
  startSchedule(): void {
    this.#schedule.start(() => this.#moving > 0);
  }

  /**
   * Moves to a time (epoch ms), given the time at which its turn comes; resolves when everything that fell due on the
   * way is done.
   */
  move(targetAt: (now: number) => number): Promise<void> {
    return this.#inTurn(() => moveTo(this.#mover, targetAt(this.#mover.clock.now())));
  }

  /** Moves to a time (epoch ms) while our queues and schedules stand still; what waits for them is done afterwards. */
  standStill(target: number): Promise<void> {
    return this.#inTurn(() => standStillTo(this.#mover, target));
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    this.#moving++;
    const moved = this.#last.then(move).finally(() => {
      this.#moving--;
      this.startSchedule();
    });
    this.#last = moved.catch(() => undefined);
    return moved;
  }
}
