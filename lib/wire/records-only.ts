import * as z from 'zod/mini';

const unsynced = z.object({ data: z.object({ syncedWithPay: z.literal(false) }) });

/** Whether an answer reports a change that the payment provider was not told of. */
export function isRecordsOnly(body: string): boolean {
  return z.safeParse(unsynced, JSON.parse(body)).success;
}
