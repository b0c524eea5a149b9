import type { Platform } from "./Platform";

/** The platform this page runs on: the real window if it is one, else the development server it came from. */
export async function choosePlatform(): Promise<Platform> {
  if ("__TAURI_INTERNALS__" in window) {
    return (await import("./tauri")).tauriPlatform();
  }
  return (await import("./http")).httpPlatform(new URL(window.location.href));
}
