/** Control characters, lone surrogates and Unicode noncharacters. */
const UNCLEAN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Whether a text may reach a queue, a header or a key: some of those refuse or alter the characters above. */
export function isCleanText(text: string): boolean {
  return !UNCLEAN.test(text);
}
