import { SkillsLoaded } from "./SkillsLoaded";

type Props = { skill: string };

/** A skill of the library. */
export function SkillScreen({ skill }: Props) {
  return <SkillsLoaded skill={skill} />;
}
