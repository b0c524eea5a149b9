import { Channel, invoke } from "@tauri-apps/api/core";
import type { Methods, Notification } from "@/bindings/contract";
import { callErrorOf } from "@/lib/callError";
import type { Grant, Method, Platform } from "./Platform";

/** The real window. */
export function tauriPlatform(): Platform {
  tellFirstPaint();
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
    pickFiles: (kind) => ask<Grant[]>("pick_many", { kind }),
    pickSave: (kind, suggestedName) => ask<Grant | null>("pick_save", { kind, suggestedName }),
    deliver: () => undefined,
    onFileDrop: (listener) => {
      let open = true;
      // The drop comes from the operating system and the paths stay in the core: no page can make one up.
      const channel = new Channel<Grant[]>();
      channel.onmessage = (grants) => {
        if (open) listener(grants);
      };
      void invoke("watch_drops", { channel });
      return () => {
        open = false;
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

/** Tells the core that the page is drawn: with some drivers a window stays empty, and the core can help then. */
function tellFirstPaint(): void {
  requestAnimationFrame(() => {
    if (!document.querySelector("#root > *")) {
      tellFirstPaint();
      return;
    }
    // The frame after the one that holds the first screen.
    requestAnimationFrame(() => void invoke("painted"));
  });
}
