import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS, translated } from "../../texts/all-texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import { nameIn, resolved, type Schema } from "../documents/open-api.ts";

type Schemas = Readonly<Record<string, Schema>>;

/** What the fields of every schema are shown with. */
export interface SchemaContext {
  /** The schemas of the document by their names. */
  readonly named: Schemas;
  readonly language: Language;
}

interface SchemaFieldsProps extends SchemaContext {
  readonly schema: Schema;
}

/** The fields of an object, or of each of its variants. */
export function SchemaFields({ schema, ...context }: SchemaFieldsProps) {
  const whole = resolved(schema, context.named);
  const variants = whole.anyOf?.map((variant) => resolved(variant, context.named)) ?? [];
  const objects = variants.filter(({ properties }) => properties !== undefined);
  if (objects.length > 0) {
    return (
      <div class="variants">
        {(whole.anyOf ?? []).map((variant, index) => (
          <div key={index} class="variant">
            <p class="quiet">{variantName(variant, index, context)}</p>
            <SchemaFields schema={variant} {...context} />
          </div>
        ))}
      </div>
    );
  }
  if (whole.properties === undefined) return <Field name={undefined} schema={whole} {...context} />;
  return (
    <FieldList
      fields={Object.entries(whole.properties).map(([name, field]) => ({
        name,
        schema: field,
        isRequired: whole.required?.includes(name) === true,
      }))}
      {...context}
    />
  );
}

interface FieldListProps extends SchemaContext {
  readonly fields: readonly (DescribedField & { readonly place?: string })[];
}

export function FieldList({ fields, ...context }: FieldListProps) {
  return (
    <ul class="fields">
      {fields.map(({ place, ...field }) => (
        <li key={field.name}>
          {place !== undefined && <p class="quiet field-place">{place}</p>}
          <Field {...field} {...context} />
        </li>
      ))}
    </ul>
  );
}

function variantName(variant: Schema, index: number, { named, language }: SchemaContext): string {
  if (variant.$ref !== undefined) return nameIn(variant.$ref);
  const type = resolved(variant, named).properties?.["type"]?.const;
  const { either } = ALL_TEXTS.docs[language];
  return type === undefined ? fill(either, { number: index + 1 }) : String(type);
}

interface DescribedField {
  /** Undefined for a value that is no field. */
  readonly name: string | undefined;
  readonly schema: Schema;
  readonly isRequired?: boolean;
}

/** One field: type, default, limits, what it means. */
function Field({ name, schema, isRequired, ...context }: DescribedField & SchemaContext) {
  const { named, language } = context;
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
      <Inside schema={whole} {...context} />
    </div>
  );
}

/** What is inside a field, when that has fields of its own. */
function Inside({ schema, ...context }: SchemaFieldsProps) {
  const { named, language } = context;
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
      <SchemaFields schema={another === undefined ? inside : { anyOf: variants }} {...context} />
    </details>
  );
}

/** What a value may be, in words: "string", "array of object", "number or null". */
function typeOf(schema: Schema, named: Schemas, texts: DocsTexts): string {
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
