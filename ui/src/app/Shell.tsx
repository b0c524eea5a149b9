import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { useLiveNews } from "@/data/useLiveNews";
import { handleKey } from "@/lib/shortcuts";
import { KeysOverlay } from "./KeysOverlay";
import { Navigation } from "./Navigation";
import classes from "./Shell.module.css";
import { StatusLine } from "./StatusLine";
import { useEverywhereKeys } from "./useEverywhereKeys";
import { WithSettings } from "./WithSettings";

/** The frame of every screen: navigation, the screen, status line. */
export function Shell() {
  useLiveNews();
  return (
    <WithSettings>
      <Frame />
    </WithSettings>
  );
}

function Frame() {
  const { t } = useTranslation();
  const [keysOpen, setKeysOpen] = useState(false);
  useEverywhereKeys(() => setKeysOpen(true));
  // Follows the window's keyboard, once for all screens.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <div className={classes.window}>
      <Navigation />
      <div className={classes.screen}>
        <Suspense
          fallback={
            <Page title="">
              <Panel label={t("loading")}>
                <Loading />
              </Panel>
            </Page>
          }
        >
          <Outlet />
        </Suspense>
      </div>
      <StatusLine />
      <KeysOverlay opened={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}
