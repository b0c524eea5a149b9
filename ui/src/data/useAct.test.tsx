import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { PlatformProvider } from "@/platform/Platform";
import { createFakePlatform } from "@/testing/fakePlatform";
import { useAct } from "./useAct";

it("tells the one who asked that it is done, also after their screen is gone", async () => {
  const platform = createFakePlatform();
  const client = new QueryClient();
  const { result, unmount } = renderHook(() => useAct("review/undo"), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <PlatformProvider value={platform}>{children}</PlatformProvider>
      </QueryClientProvider>
    ),
  });
  const onSuccess = vi.fn();
  const onSettled = vi.fn();
  act(() => {
    result.current.mutate({ run: "run-5" }, { onSuccess, onSettled });
    unmount();
  });
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledTimes(1));
  expect(onSuccess).toHaveBeenCalledWith(expect.objectContaining({ tasks: [] }));
});
