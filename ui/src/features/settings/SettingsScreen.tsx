import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import {
  IconCoin,
  IconFolder,
  IconGauge,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconUserCheck,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Page } from "@/components/Page";
import { CapSection } from "./CapSection";
import { DataSection } from "./DataSection";
import { KeyboardSection } from "./KeyboardSection";
import { KeysSection } from "./KeysSection";
import { LookSection } from "./LookSection";
import { PricesSection } from "./PricesSection";
import { ReviewerSection } from "./ReviewerSection";
import { SECTIONS, sectionOf } from "./sections";
import classes from "./SettingsScreen.module.css";

const ICONS = {
  keys: IconKey,
  prices: IconCoin,
  cap: IconGauge,
  look: IconLanguage,
  keyboard: IconKeyboard,
  reviewer: IconUserCheck,
  data: IconFolder,
};

/** Keys, prices, caps, and how the window speaks and looks. */
export function SettingsScreen() {
  const { t } = useTranslation(["settings", "common"]);
  const search = useSearch({ from: "/settings" });
  const navigate = useNavigate();
  const section = sectionOf(search.section);
  return (
    <Page where={t("title")} title={t(`section.${section}`)}>
      <nav className={classes.nav} aria-label={t("sections")} data-pane tabIndex={-1}>
        {SECTIONS.map((name) => {
          const Icon = ICONS[name];
          return (
            <Link
              key={name}
              to="/settings"
              search={{ section: name }}
              className={classes.link}
              aria-current={name === section ? "page" : undefined}
              data-on={name === section}
              activeProps={{}}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              {t(`section.${name}`)}
            </Link>
          );
        })}
      </nav>
      {content()}
    </Page>
  );

  function content() {
    switch (section) {
      case "keys":
        return (
          <KeysSection
            chosen={search.provider ?? null}
            onChoose={(provider) =>
              void navigate({
                to: "/settings",
                search: { section: "keys", provider },
                replace: true,
              })
            }
          />
        );
      case "prices":
        return <PricesSection />;
      case "cap":
        return <CapSection />;
      case "look":
        return <LookSection />;
      case "keyboard":
        return <KeyboardSection />;
      case "reviewer":
        return <ReviewerSection />;
      case "data":
        return <DataSection />;
    }
  }
}
