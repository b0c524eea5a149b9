import type { FieldView, Mapping } from "@/bindings/contract";

/** The input a column feeds; null if it is not used. */
export function inputOf(mapping: Mapping[], column: string): string | null {
  return mapping.find((one) => one.columns.includes(column))?.input ?? null;
}

/**
 * The mapping after a column was given to an input (null: to none). A column feeds at most one input; several columns
 * of one input are read in the order they were given to it.
 */
export function withColumn(mapping: Mapping[], column: string, input: string | null): Mapping[] {
  const without = mapping.map((one) => ({
    input: one.input,
    columns: one.columns.filter((name) => name !== column),
  }));
  if (input === null) return without;
  if (!without.some((one) => one.input === input)) without.push({ input, columns: [] });
  return without.map((one) =>
    one.input === input ? { input, columns: [...one.columns, column] } : one,
  );
}

/** Inputs that must be there and that no column of the table feeds. */
export function missingInputs(
  inputs: FieldView[],
  mapping: Mapping[],
  columns: string[],
): FieldView[] {
  const fed = new Set(
    mapping
      .filter((one) => one.columns.some((column) => columns.includes(column)))
      .map((one) => one.input),
  );
  return inputs.filter((input) => input.required && !fed.has(input.name));
}
