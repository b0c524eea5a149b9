import { Channel, invoke } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import type { Methods, Notification } from "@/bindings/contract";
import { callErrorOf } from "@/lib/callError";
import type { Grant, Method, Platform } from "./Platform";

/** The real window. */
export function tauriPlatform(): Platform {
  return {
    call: async <M extends Method>(method: M, params: Methods[M]["params"]) => {
      try {
        return await invoke<Methods[M]["view"]>("call", { method, params });
      } catch (thrown) {
        throw callErrorOf(thrown);
      }
    },
    subscribe: (listener) => {
      let open = true;
      const channel = new Channel<Notification>();
      channel.onmessage = (news) => {
        if (open) listener(news);
      };
      void invoke("subscribe", { channel });
      return () => {
        open = false;
      };
    },
    pickFile: (kind) => ask<Grant | null>("pick", { kind }),
    pickSave: (kind, suggestedName) => ask<Grant | null>("pick_save", { kind, suggestedName }),
    deliver: () => undefined,
    onFileDrop: (listener) => {
      let open = true;
      const stop = getCurrentWebview().onDragDropEvent((event) => {
        if (!open || event.payload.type !== "drop") return;
        void ask<Grant[]>("grant_dropped", { paths: event.payload.paths }).then(listener);
      });
      return () => {
        open = false;
        void stop.then((end) => end());
      };
    },
  };
}

async function ask<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (thrown) {
    throw callErrorOf(thrown);
  }
}
