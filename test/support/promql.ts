const keywords = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);

/** The metrics that a PromQL expression reads; `$name` of a Grafana variable may stand where a string or a range does. */
export function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "")
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, "");
  const names = [...bare.matchAll(/(?<![\w:$.])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)].map(
    ([name]) => name,
  );
  // What is left without parentheses behind it and is no keyword names a metric.
  const aggregations = /^(?:sum|avg|min|max|count|topk|quantile)$/;
  return names.filter((name) => !keywords.has(name) && !aggregations.test(name));
}

/** The names under which an exposition can be asked for; a histogram has three. */
export function metricsOf(exposition: string): readonly string[] {
  const types = [...exposition.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}
