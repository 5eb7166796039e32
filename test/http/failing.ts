/** An error with as many frames as asked for, and a message that quotes what a caller sent. */
export function withFrames(error: Error, frames: number): Error {
  const lines = Array.from({ length: frames }, (_, at) => `    at place${at + 1} (/var/task/x.mjs:${at}:1)`);
  error.stack = [`${error.name}: ${error.message}`, 'card 5528790000000008', ...lines].join('\n');
  return error;
}
export const placesOf = (stack: unknown) => String(stack).match(/place\d+/g) ?? [];
