/** What was started and has to be stopped, the last one first. */
export class Ends {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Takes what has just been started; answers it. */
  stopping<T extends { stop(): unknown }>(started: T): T {
    this.add(() => started.stop());
    return started;
  }

  /** Stops all of it, each once. */
  readonly stop = async (): Promise<void> => {
    for (const end of this.#ends.splice(0).reverse()) await end();
  };
}
