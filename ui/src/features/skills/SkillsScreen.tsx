import { SkillsLoaded } from "./SkillsLoaded";

/** The library; its first skill is open. */
export function SkillsScreen() {
  return <SkillsLoaded skill={null} />;
}
