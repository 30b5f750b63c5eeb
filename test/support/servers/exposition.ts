type Labels = Readonly<Record<string, string>>;

/** One line of an exposition of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Reads the samples of a text exposition of Prometheus. */
export function parseExposition(exposition: string): readonly Sample[] {
  const lines = exposition.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    const named = Object.fromEntries(pairs.map(([, label = "", text = ""]) => [label, text]));
    return { name, labels: named, value: Number(value) };
  });
}

/** The sum of the samples of a name that have these labels, among others. */
export function sumOf(samples: readonly Sample[], name: string, labels: Labels = {}): number {
  const wanted = Object.entries(labels);
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => wanted.every(([label, text]) => sample.labels[label] === text))
    .reduce((sum, { value }) => sum + value, 0);
}
