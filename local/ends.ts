/** Started parts to stop, in reverse order. */
export class Ends {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Registers a started part and returns it. */
  stopping<T extends { stop(): unknown }>(started: T): T {
    this.add(() => started.stop());
    return started;
  }

  /** Stops every part once. */
  readonly stop = async (): Promise<void> => {
    for (const end of this.#ends.splice(0).reverse()) await end();
  };
}
