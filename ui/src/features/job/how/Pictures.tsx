import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = { pictures: boolean; onChange: (pictures: boolean) => void };

/** Whether pages without text are looked at; only for skills that read documents. */
export function Pictures({ pictures, onChange }: Props) {
  const { t } = useTranslation("job");
  return (
    <Switch
      label={t("how.pictures")}
      description={t(pictures ? "how.picturesOn" : "how.picturesOff")}
      checked={pictures}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
