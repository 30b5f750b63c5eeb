const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();

/**
 * Returns the only formatter of its kind, made when it is first called: making one takes
 * milliseconds, and most pages write few kinds of dates.
 */
export function dateFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () =>
    (format ??= kept(
      dateFormats,
      JSON.stringify([locale, timeZone, options]),
      () => new Intl.DateTimeFormat(locale, { ...options, timeZone }),
    ));
}

/** Returns the only formatter of its kind, made when it is first called. */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): () => Intl.NumberFormat {
  let format: Intl.NumberFormat | undefined;
  return () =>
    (format ??= kept(
      numberFormats,
      JSON.stringify([locale, options]),
      () => new Intl.NumberFormat(locale, options),
    ));
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
