import type { Block } from './blocks.ts';

/** A step of a guide: a command, the same with the client, and the answer that the guide shows of it. */
export interface Step {
  readonly sh: string;
  /** Undefined where the command is for the sandbox, the clock or the operator. */
  readonly ts: string | undefined;
  /** Undefined where no answer is shown. */
  readonly json: string | undefined;
}

/** The steps of a guide: each begins with a command, its TypeScript and its answer come right after it. */
export function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.flatMap(({ language, code }, index) => {
    if (language !== 'sh') return [];
    const [second, third] = blocks.slice(index + 1);
    const ts = second?.language === 'ts' ? second.code : undefined;
    const shown = ts === undefined ? second : third;
    return [{ sh: code, ts, json: shown?.language === 'json' ? shown.code : undefined }];
  });
}

/** Whether a step moves the clock, which readers in both languages do together: a month of a cloud is long. */
export const movesClock = ({ sh }: Step): boolean => sh.includes('"$CONTROL/clock"');

/** The values that the comments of TypeScript say are printed: `console.log(error.status); // 402`. */
export const printedValues = (code: string): string[] =>
  [...code.matchAll(/^ *console\.log\(.*\); \/\/ (.+)$/gm)].map(([, value = '']) => value);

/** Whether a guide goes on with the subscriber that the first one made. */
export const goesOn = (text: string): boolean => text.includes('(/docs/start#5-read-the-subscriber)');
