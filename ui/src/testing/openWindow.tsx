import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "@/app/App";
import { createWords, type Language } from "@/words/words";
import { createFakePlatform, type FakePlatform } from "./fakePlatform";

type Options = { platform?: FakePlatform; language?: Language };

/** Opens the whole window at a path on the fake platform, as a person would see it. */
export function openWindow(path: string, options: Options = {}) {
  const platform = options.platform ?? createFakePlatform();
  const language = options.language ?? "en";
  const { unmount } = render(
    <App platform={platform} words={createWords(language)} path={path} env="test" />,
  );
  return { user: userEvent.setup(), platform, close: unmount };
}
