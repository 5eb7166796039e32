/** The pattern of a text that is trimmed before it is matched. */
export const trimmed = ({ source }: RegExp): string => source.replace(/^\^(.*)\$$/, '^\\s*$1\\s*$');
