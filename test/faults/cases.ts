/** Whether the suites of faults are played at length, as they are each night. */
export const AT_NIGHT = process.env.NIGHT === '1';

/** How many cases a suite plays: what the gate has time for, more at night, and by hand as many as `CASES` says. */
export const casesOf = (gate: number, night: number): number =>
  Number(process.env.CASES ?? (AT_NIGHT ? night : gate));
