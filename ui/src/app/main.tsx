import { createRoot } from "react-dom/client";
import "@mantine/core/styles.css";
import "@/styles/tokens.css";
import "@/styles/global.css";
import { choosePlatform } from "@/platform/choosePlatform";
import type { Platform } from "@/platform/Platform";
import { createWords, languageOf } from "@/words/words";
import { App } from "./App";

const place = document.getElementById("root");
if (place) {
  const platform = await platformOf(new URL(window.location.href));
  const words = createWords(languageOf(navigator.language));
  createRoot(place).render(<App platform={platform} words={words} />);
}

/** `?fake=1` shows the screens on made-up data, without an engine. */
async function platformOf(address: URL): Promise<Platform> {
  if (address.searchParams.get("fake") === null) return choosePlatform();
  const { createFakePlatform } = await import("@/testing/fakePlatform");
  return createFakePlatform({ scene: address.searchParams.get("fake") ?? "1" });
}
