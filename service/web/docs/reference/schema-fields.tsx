import { fill } from "#web-kit/language/texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import { nameIn, resolved, type Schema } from "../documents/open-api.ts";
import { limitsOf, typeOf } from "./schema-words.ts";

/** What the fields of every schema are shown with. */
export interface SchemaContext {
  readonly named: Readonly<Record<string, Schema>>;
  readonly texts: DocsTexts;
  readonly sentence: (english: string) => string;
}

interface SchemaFieldsProps extends SchemaContext {
  readonly schema: Schema;
}

/** The fields of an object, those of what is inside it below them. */
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
    <ul class="fields">
      {Object.entries(whole.properties).map(([name, field]) => (
        <li key={name}>
          <Field
            name={name}
            schema={field}
            isRequired={whole.required?.includes(name) === true}
            {...context}
          />
        </li>
      ))}
    </ul>
  );
}

function variantName(variant: Schema, index: number, { named, texts }: SchemaContext): string {
  if (variant.$ref !== undefined) return nameIn(variant.$ref);
  const type = resolved(variant, named).properties?.["type"]?.const;
  return type === undefined ? fill(texts.either, { number: index + 1 }) : String(type);
}

interface FieldProps extends SchemaFieldsProps {
  /** Undefined for a value that is no field. */
  readonly name: string | undefined;
  /** Undefined where the question makes no sense. */
  readonly isRequired?: boolean;
}

/** One field: type, default, limits, what it means. */
export function Field({ name, schema, isRequired, ...context }: FieldProps) {
  const { named, texts, sentence } = context;
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
      {description !== undefined && <p>{sentence(description)}</p>}
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
  const { named, texts } = context;
  const [inside, description] = [schema, ...(schema.items === undefined ? [] : [schema.items])]
    .map((one) => resolved(one, named))
    .flatMap((one) => [one, ...(one.anyOf ?? []), ...Object.values(one.patternProperties ?? {})])
    .map((one) => resolved(one, named))
    .filter(({ properties }) => Object.keys(properties ?? {}).length > 0);
  if (inside === undefined) return null;
  return (
    <details class="inside">
      <summary>{texts.fieldsInside}</summary>
      {description === undefined ? (
        <SchemaFields schema={inside} {...context} />
      ) : (
        <SchemaFields
          schema={{ anyOf: schema.items?.anyOf ?? schema.anyOf ?? [inside] }}
          {...context}
        />
      )}
    </details>
  );
}
