import type {
  DraftCheckView,
  DraftFieldView,
  DraftSampleView,
  SkillDraftView,
} from "@/bindings/contract";

/** The two lists of fields. */
export type Side = "inputs" | "outputs";

/** The types an input can have, in the order of the form. */
export const INPUT_KINDS = [
  "text",
  "integer",
  "number",
  "money",
  "percent",
  "date",
  "yes_no",
  "choice",
  "choices",
  "file",
] as const;

/** The types a result can have. */
export const OUTPUT_KINDS = [
  "text",
  "integer",
  "number",
  "money",
  "percent",
  "date",
  "yes_no",
  "choice",
  "choices",
  "list",
] as const;

/** The kinds of checks, in the order of the form. */
export const CHECK_KINDS = [
  "required",
  "range",
  "pattern",
  "sum",
  "lookup",
  "evidence",
  "agree",
] as const;

/** A new field; its name is unique among `others`. */
export function newField(base: string, others: DraftFieldView[]): DraftFieldView {
  return {
    name: freeName(base, others, null),
    label: "",
    kind: "text",
    required: true,
    from_model: false,
    choices: [],
    choices_file: "",
    max_chars: "",
    fields: [],
  };
}

/** A new check on the first result there is. */
export function newCheck(draft: SkillDraftView): DraftCheckView {
  return {
    kind: "required",
    field: draft.outputs[0]?.name ?? "",
    min: "",
    max: "",
    pattern: "",
    of: [],
    tolerance: "",
    table: draft.tables[0]?.file ?? "",
    column: "",
    model: "",
    instruction: "",
    warning: false,
  };
}

/** A new sample task. */
export function newSample(): DraftSampleView {
  return { id: "", inputs: {}, expected: {}, note: "", shown: false };
}

/** Names of results that a check can look at: `total`, or `lines.amount` for a field of a list. */
export function resultPaths(outputs: DraftFieldView[]): { value: string; label: string }[] {
  return outputs.flatMap((field) => [
    { value: field.name, label: field.label === "" ? field.name : field.label },
    ...(field.kind === "list" ? field.fields : []).map((inner) => ({
      value: `${field.name}.${inner.name}`,
      label: `${field.label} › ${inner.label}`,
    })),
  ]);
}

/**
 * Gives a field of the draft its label, and with it a name made from the label; everything that named the field
 * before names it still. `keep` are names that must stay, because results and rules already use them.
 */
export function labelField(
  draft: SkillDraftView,
  side: Side,
  at: number,
  label: string,
  keep: ReadonlySet<string>,
): SkillDraftView {
  const field = draft[side][at];
  if (!field) return draft;
  const others = draft[side].filter((_, index) => index !== at);
  const slug = slugOf(label);
  const name =
    keep.has(`${side}.${field.name}`) || slug === ""
      ? field.name
      : freeName(slug, others, field.name);
  const fields = draft[side].map((one, index) => (index === at ? { ...one, label, name } : one));
  const labelled = { ...draft, [side]: fields };
  return name === field.name ? labelled : renamed(labelled, side, field.name, name);
}

/** The draft with every mention of a field's old name changed to the new one. */
function renamed(draft: SkillDraftView, side: Side, from: string, to: string): SkillDraftView {
  const path = (text: string) =>
    text === from ? to : text.startsWith(`${from}.`) ? to + text.slice(from.length) : text;
  const key = side === "inputs" ? "inputs" : "expected";
  return {
    ...draft,
    instructions: draft.instructions.replaceAll(`{{${from}}}`, `{{${to}}}`),
    checks:
      side === "outputs"
        ? draft.checks.map((check) => ({
            ...check,
            field: path(check.field),
            of: check.of.map(path),
          }))
        : draft.checks,
    samples: draft.samples.map((sample) => ({
      ...sample,
      [key]: Object.fromEntries(
        Object.entries(sample[key]).map(([name, text]) => [name === from ? to : name, text]),
      ),
    })),
  };
}

/** A field's name made from a label: lower-case letters, digits and underscores; empty if nothing is left. */
export function slugOf(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}

/** A skill's name as the standard wants it, made from what was typed. */
export function skillNameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+/, "")
    .slice(0, 64);
}

function freeName(base: string, others: DraftFieldView[], own: string | null): string {
  const taken = new Set(others.map((field) => field.name));
  if (own === base || !taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}_${number}`)) return `${base}_${number}`;
  }
}

/** Lines of a text field as choices; every line is kept while typing. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/);
}
