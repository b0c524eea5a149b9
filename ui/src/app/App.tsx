import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { i18n } from "i18next";
import { useState } from "react";
import { I18nextProvider } from "react-i18next";
import { createQueryClient } from "@/data/client";
import { PlatformProvider, type Platform } from "@/platform/Platform";
import { cssVariablesResolver, theme } from "@/styles/theme";
import { createAppRouter } from "./router";

type Props = {
  platform: Platform;
  words: i18n;
  /** Where to begin, for tests; left out, the address of the window. */
  path?: string;
  /** `test`: no transitions, so that what was opened is there at once. */
  env?: "default" | "test";
};

/** The whole window. */
export function App({ platform, words, path, env = "default" }: Props) {
  const [client] = useState(createQueryClient);
  const [router] = useState(() => createAppRouter(path));
  return (
    <I18nextProvider i18n={words}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        env={env}
      >
        <PlatformProvider value={platform}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </PlatformProvider>
      </MantineProvider>
    </I18nextProvider>
  );
}
