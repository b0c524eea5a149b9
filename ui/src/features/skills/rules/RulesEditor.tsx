import { Loading } from "@/components/Loading";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { EditorDesk } from "./EditorDesk";

type Props = { skill: string };

/** The rules table of a skill, edited. */
export function RulesEditor({ skill }: Props) {
  const query = useCall("rules/get", { skill });
  return (
    <Region query={query} loading={<Loading lines={10} />}>
      {(view) => (
        <EditorDesk key={skill} skill={skill} view={view} onStale={() => void query.refetch()} />
      )}
    </Region>
  );
}
