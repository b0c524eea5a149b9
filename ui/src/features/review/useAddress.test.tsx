import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Sight } from "./sight";
import { useAddress } from "./useAddress";

const navigate = vi.fn();
const history = { location: { pathname: "/review/run-12" } };

vi.mock("@tanstack/react-router", () => ({
  useNavigate: () => navigate,
  useRouter: () => ({ history }),
}));

const SIGHT: Sight = { show: "needs_review", search: "", picks: [], order: "file" };

beforeEach(() => {
  vi.useFakeTimers();
  history.location.pathname = "/review/run-12";
  navigate.mockClear();
});
afterEach(() => vi.useRealTimers());

it("puts the row in view into the address once the person rests on it", () => {
  renderHook(() => useAddress("run-12", 7, SIGHT));
  vi.advanceTimersByTime(800);
  expect(navigate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(navigate).toHaveBeenCalledWith(
    expect.objectContaining({ search: { task: 7 }, replace: true }),
  );
});

it("does not call a person back who is on the way to another screen", () => {
  renderHook(() => useAddress("run-12", 7, SIGHT));
  history.location.pathname = "/runs";
  vi.advanceTimersByTime(2_000);
  expect(navigate).not.toHaveBeenCalled();
});
