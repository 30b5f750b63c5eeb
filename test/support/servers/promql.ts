const keywords = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);

/** The metrics that a PromQL expression reads; `$name` of a Grafana variable may stand where a string or a range does. */
export function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, "");
  // What has no parentheses behind it and is no keyword.
  const names = bare.matchAll(/(?<![\w:$.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g);
  return [...names].map(([name]) => name).filter((name) => !keywords.has(name));
}

/** The names under which an exposition can be asked for; a histogram has three. */
export function metricsOf(exposition: string): readonly string[] {
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}
