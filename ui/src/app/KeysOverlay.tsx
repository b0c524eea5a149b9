import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/Dialog";
import { Kbd } from "@/components/Kbd";
import { capsOf } from "@/lib/keys";
import { useShortcutGroups } from "@/lib/shortcuts";
import classes from "./KeysOverlay.module.css";

type Props = { opened: boolean; onClose: () => void };

/** All keys that work now: this screen's first, then those that work everywhere. */
export function KeysOverlay({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const groups = useShortcutGroups();
  const ordered = [
    ...groups.filter((group) => !group.everywhere),
    ...groups.filter((group) => group.everywhere),
  ].map((group) => ({
    where: group.where,
    shortcuts: group.shortcuts.filter((shortcut) => shortcut.label !== undefined),
  }));
  return (
    <Dialog opened={opened} onClose={onClose} title={t("keys.title")} size={640}>
      <div className={classes.groups}>
        {ordered
          .filter((group) => group.shortcuts.length > 0)
          .map((group) => (
            <section key={group.where} className={classes.group}>
              <h3>{group.where}</h3>
              <dl>
                {group.shortcuts.map((shortcut) => (
                  <div key={shortcut.keys} className={classes.line}>
                    <dt>{shortcut.label}</dt>
                    <dd aria-label={capsOf(shortcut.keys).join(" ")}>
                      <Kbd keys={shortcut.keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p className={classes.note}>{t("keys.note")}</p>
    </Dialog>
  );
}
