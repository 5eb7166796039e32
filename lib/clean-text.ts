/** Control characters, halves of surrogate pairs, and the code points that Unicode reserves for no character. */
const NO_TEXT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Whether a text may reach a queue, a header or a key: some of those refuse or alter what this finds. */
export function isCleanText(text: string): boolean {
  return !NO_TEXT.test(text);
}
