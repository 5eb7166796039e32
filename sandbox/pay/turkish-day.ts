const OFFSET_MS = 3 * 3_600_000;

/** An instant (epoch ms) as the provider writes it: `yyyy-MM-dd HH:mm:ss` in Turkey. */
export const turkishTime = (at: number): string =>
  new Date(at + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The day of an instant in Turkey, `yyyy-MM-dd`. */
export const turkishDay = (at: number): string => turkishTime(at).slice(0, 10);
