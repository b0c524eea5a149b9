import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePlatform } from "@/platform/Platform";
import { createLiveNews } from "./liveNews";

/** Listens to the engine for as long as the window is open. */
export function useLiveNews(): void {
  const platform = usePlatform();
  const client = useQueryClient();
  // Follows the platform's channel of notifications.
  useEffect(() => {
    const live = createLiveNews(client);
    const stop = platform.subscribe(live.take);
    return () => {
      stop();
      live.stop();
    };
  }, [platform, client]);
}
