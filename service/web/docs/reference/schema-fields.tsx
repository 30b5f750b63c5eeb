import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS, translated, type DocsTexts } from "../../texts/texts.ts";
import { nameIn, resolved, type Schema } from "../documents/open-api.ts";

interface SchemaContent {
  /** The schemas of the document by their names. */
  readonly named: Readonly<Record<string, Schema>>;
  readonly language: Language;
}

/** What the fields of a page are shown with. */
export const SchemaContext = createContext<SchemaContent>({ named: {}, language: "en" });

/** The fields of an object, or of each of its variants. */
export function SchemaFields({ schema }: { readonly schema: Schema }) {
  const { named, language } = useContext(SchemaContext);
  const whole = resolved(schema, named);
  const { anyOf = [], properties, required = [] } = whole;
  if (anyOf.some((variant) => resolved(variant, named).properties !== undefined)) {
    const { either } = ALL_TEXTS.docs[language];
    return (
      <div class="variants">
        {anyOf.map((variant, index) => (
          <div key={index} class="variant">
            <p class="quiet">
              {variantName(variant, named) ?? fill(either, { number: index + 1 })}
            </p>
            <SchemaFields schema={variant} />
          </div>
        ))}
      </div>
    );
  }
  if (properties === undefined) return <Field name={undefined} schema={whole} />;
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name),
  }));
  return <FieldList fields={fields} />;
}

function variantName(variant: Schema, named: SchemaContent["named"]): string | undefined {
  if (variant.$ref !== undefined) return nameIn(variant.$ref);
  return resolved(variant, named).properties?.["type"]?.const?.toString();
}

interface FieldProps {
  /** Undefined for a value that is no field. */
  readonly name: string | undefined;
  readonly schema: Schema;
  readonly isRequired?: boolean;
  /** Where it is sent. */
  readonly place?: string;
}

export function FieldList({ fields }: { readonly fields: readonly FieldProps[] }) {
  return (
    <ul class="fields">
      {fields.map((field) => (
        <li key={field.name}>
          {field.place !== undefined && <p class="quiet field-place">{field.place}</p>}
          <Field {...field} />
        </li>
      ))}
    </ul>
  );
}

/** One field: type, default, limits, what it means. */
function Field({ name, schema, isRequired }: FieldProps) {
  const { named, language } = useContext(SchemaContext);
  const texts = ALL_TEXTS.docs[language];
  const whole = resolved(schema, named);
  const limits = limitsOf(whole, texts);
  const description = schema.description ?? whole.description;
  return (
    <div class="field-row">
      <div class="field-head">
        {name !== undefined && <code class="field-name">{name}</code>}
        <span class="field-type">{typeOf(schema, named, texts)}</span>
        {isRequired === true && <span class="field-required">{texts.required}</span>}
        {whole.default !== undefined && (
          <span class="field-default">
            {texts.byDefault} <code>{String(whole.default)}</code>
          </span>
        )}
      </div>
      {description !== undefined && <p>{translated(language, description)}</p>}
      {limits.length > 0 && <p class="field-limits quiet">{limits.join(" · ")}</p>}
      {whole.enum !== undefined && (
        <p class="field-values">
          {whole.enum.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      <Inside schema={whole} />
    </div>
  );
}

/** What is inside a field, when that has fields of its own. */
function Inside({ schema }: { readonly schema: Schema }) {
  const { named, language } = useContext(SchemaContext);
  const [inside, another] = [schema, ...(schema.items === undefined ? [] : [schema.items])]
    .map((one) => resolved(one, named))
    .flatMap((one) => [one, ...(one.anyOf ?? []), ...Object.values(one.patternProperties ?? {})])
    .map((one) => resolved(one, named))
    .filter(({ properties }) => Object.keys(properties ?? {}).length > 0);
  if (inside === undefined) return null;
  const variants = schema.items?.anyOf ?? schema.anyOf ?? [inside];
  return (
    <details class="inside">
      <summary>{ALL_TEXTS.docs[language].fieldsInside}</summary>
      <SchemaFields schema={another === undefined ? inside : { anyOf: variants }} />
    </details>
  );
}

/** What a value may be, in words: "string", "array of object", "number or null". */
function typeOf(schema: Schema, named: SchemaContent["named"], texts: DocsTexts): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) {
    const types = schema.anyOf.map((one) => typeOf(one, named, texts));
    return [...new Set(types)].join(texts.orType);
  }
  if (schema.contentMediaType !== undefined) return texts.types.binary;
  if (schema.contentEncoding !== undefined) return texts.types.base64;
  if (schema.type === "array" && schema.items !== undefined) {
    return fill(texts.arrayOf, { type: typeOf(resolved(schema.items, named), named, texts) });
  }
  const { type = "object" } = schema;
  return texts.types[type as keyof typeof texts.types] ?? type;
}

/** The bounds of a value, in words. */
function limitsOf(schema: Schema, texts: DocsTexts): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    ...rangeOf(minimum, maximum, texts),
    ...(minLength === 1 ? [texts.notEmpty] : []),
    ...(maxLength === undefined ? [] : [fill(texts.mostCharacters, { most: maxLength })]),
    ...(maxItems === undefined ? [] : [fill(texts.mostItems, { most: maxItems })]),
    ...(format === "date-time" ? [texts.dateTime] : []),
    ...(pattern === "^[^()]*$" ? [texts.withoutParentheses] : []),
    ...(pattern?.startsWith("^[a-z]+_") === true ? [pattern] : []),
  ];
}

function rangeOf(least: number | undefined, most: number | undefined, texts: DocsTexts): string[] {
  if (least !== undefined && most !== undefined) return [fill(texts.range, { least, most })];
  if (least !== undefined && least !== 0) return [fill(texts.atLeast, { least })];
  return most === undefined ? [] : [fill(texts.atMost, { most })];
}
