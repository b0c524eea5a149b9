import type { ApiError } from "@/bindings/contract";

/** A method that was refused, with the contract's code. */
export class CallError extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly params: Record<string, string>;

  constructor(error: ApiError) {
    super(error.message);
    this.name = "CallError";
    this.code = error.code;
    this.hint = error.hint;
    this.params = error.params;
  }
}

/** Makes a [`CallError`] of whatever a host threw; what is no refusal becomes `internal`. */
export function callErrorOf(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  if (isApiError(thrown)) return new CallError(thrown);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CallError({ code: "internal", message, hint: null, params: {} });
}

function isApiError(value: unknown): value is ApiError {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
