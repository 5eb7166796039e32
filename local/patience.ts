/** How often whoever waits is told that the work goes on, ms. */
const TOLD_MS = 5_000;

/** Waits for work, and says every five seconds (or `everyMs`) that it goes on. Rejects as the work does. */
export async function patiently<T>(work: Promise<T>, say: () => void, everyMs = TOLD_MS): Promise<T> {
  const timer = setInterval(say, everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
