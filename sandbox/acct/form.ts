import { object, word } from './http.ts';
import type { ApiRequest } from './http.ts';

/** The fields of a form body. */
export type Form = Readonly<Record<string, string>>;

/** The fields of a form-urlencoded, multipart or JSON body; empty for anything else. */
export function formOf({ headers, body }: ApiRequest): Form {
  const type = headers['content-type'] ?? '';
  const text = body.toString();
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1];
  return boundary === undefined ? jsonFields(text) : multipart(text, boundary);
}

function jsonFields(text: string): Form {
  try {
    const fields = Object.entries(object(JSON.parse(text)));
    return Object.fromEntries(fields.map(([name, value]) => [name, word(value)]));
  } catch {
    return {};
  }
}

/** Text fields only; a grant has no files. */
function multipart(text: string, boundary: string): Form {
  const parts = text.split(`--${boundary}`).slice(1, -1);
  const fields = parts.map((part) => {
    const [head = '', ...value] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    return [name, value.join('\r\n\r\n').replace(/\r\n$/, '')] as const;
  });
  return Object.fromEntries(fields);
}
