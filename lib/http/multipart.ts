/** The boundary that a multipart form names (RFC 2046). */
const BOUNDARY = /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^;\s"]{1,70}))/i;
const NAME = /^content-disposition:\s*form-data\s*;(?:[^\r\n]*;)?\s*name="([^"\r\n]*)"/im;
const IS_FILE = /^content-disposition:[^\r\n]*;\s*filename\*?=/im;

/** A part of a form with files: its name, its bytes, and whether it is a file. */
export interface FormPart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isFile: boolean;
}

/** Whether a body of this type is a form with files. */
export const isMultipart = (contentType: string): boolean => BOUNDARY.test(contentType);

/** The parts of a form with files (RFC 7578), as browsers send it. `body` has a character for each byte. */
export function multipartIn(contentType: string, body: string): readonly FormPart[] {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  return parts.flatMap((part) => {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const name = NAME.exec(head)?.[1];
    if (end === -1 || name === undefined) return [];
    return [
      { name, bytes: new Uint8Array(Buffer.from(part.slice(end + 4), 'latin1')), isFile: IS_FILE.test(head) },
    ];
  });
}
