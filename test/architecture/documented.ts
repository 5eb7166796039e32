const EXPORTED =
  /(\*\/\n)?^export (?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** Exported names of a formatted source that have no doc comment; one comment covers all declarations of a name. */
export function undocumentedIn(text: string): string[] {
  const all = [...text.matchAll(EXPORTED)].map(([, comment, name = '']) => ({
    name,
    isDocumented: comment !== undefined,
  }));
  const documented = new Set(all.filter(({ isDocumented }) => isDocumented).map(({ name }) => name));
  return [...new Set(all.map(({ name }) => name).filter((name) => !documented.has(name)))];
}
