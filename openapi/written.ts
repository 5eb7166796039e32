/** How deep the members of a description have lines of their own: operations and components do. */
const LINES = 3;

/** A description as text: minified, but a line for each operation and component, so that changes can be read and merged. */
export function written(description: object): string {
  return `${lines(description, LINES)}\n`;
}

function lines(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, of]) => `${JSON.stringify(name)}:${lines(of, depth - 1)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`;
}
