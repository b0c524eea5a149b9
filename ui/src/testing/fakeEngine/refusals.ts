import { CallError } from "@/lib/callError";

/** What the real engine would say. */
export function refusal(
  code: string,
  message: string,
  params: Record<string, string> = {},
): CallError {
  return new CallError({ code, message, hint: null, params });
}

/** Refuses with a code. */
export function fail(code: string, message: string): never {
  throw refusal(code, message);
}

/** Refuses because a fixture is not there. */
export function missing(): never {
  return fail("internal", "the fixtures are empty");
}
