/** A function that fails as it is primed, and only then. */
export const create = () => () => Promise.reject(new RangeError('never asked so'));

/** What it is asked later. */
export const handler = async () => 'answered';
