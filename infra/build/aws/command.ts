import type { Command } from './client.ts';

/** The class of an operation's calls. */
export const command = (operation: string) =>
  class implements Command {
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };
