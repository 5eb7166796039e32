import type { RefusalCode } from '../../../lib/refusal.ts';
import { REQUEST_ID, type Shop } from './stage.ts';

/** An error with as many frames as asked for, and a message that quotes what a caller sent. */
export function withFrames(error: Error, frames: number): Error {
  const lines = Array.from({ length: frames }, (_, at) => `    at place${at + 1} (/var/task/x.mjs:${at}:1)`);
  error.stack = [`${error.name}: ${error.message}`, 'card 5528790000000008', ...lines].join('\n');
  return error;
}
export const placesOf = (stack: unknown) => String(stack).match(/place\d+/g) ?? [];

/** The log line of a request of the tenant that failed; further fields are of its kind of failure. */
export const failedLine = (shop: Shop, code: RefusalCode, errorName: string) => ({
  level: 'error',
  what: 'request failed',
  requestId: REQUEST_ID,
  tenant: shop.id,
  route: 'plans/list',
  code,
  errorName,
});
