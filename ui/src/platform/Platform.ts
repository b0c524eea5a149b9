import { createContext, use } from "react";
import type { Methods, Notification } from "@/bindings/contract";

/** The name of a method of the contract. */
export type Method = keyof Methods;

/** A file or folder the person chose; the path itself never reaches the window. */
export type Grant = {
  /** What the host knows it by. */
  grant: string;
  /** Its file name, for people. */
  name: string;
  /** What it can be used as; plain text is a table where it stands alone, and a document among others. */
  kind: GrantKind;
};

/** What a chosen file can be used as, by its name. */
export type GrantKind = "folder" | "table" | "text" | "document";

/** What can be chosen to open: a table, a skill (folder or zip), a folder. */
export type PickKind = "table" | "skill" | "folder";

/** What several files can be chosen for: the rows of a job (a table, or documents with one task each), or beside rows. */
export type PickManyKind = "rows" | "documents";

/** What can be chosen to write. */
export type SaveKind = "workbook" | "macros" | "csv" | "json" | "skill" | "document" | "word";

/** The window's only way out: the contract, files a person chose, and news. */
export type Platform = {
  /** Calls a method. Rejects with [`CallError`](../lib/callError.ts). */
  call: <M extends Method>(method: M, params: Methods[M]["params"]) => Promise<Methods[M]["view"]>;
  /** Tells what changed in the engine, until the returned function is called. */
  subscribe: (listener: (news: Notification) => void) => () => void;
  /** Lets the person choose something to open; null if they changed their mind. */
  pickFile: (kind: PickKind) => Promise<Grant | null>;
  /** Lets the person choose any number of files to open; empty if they changed their mind. */
  pickFiles: (kind: PickManyKind) => Promise<Grant[]>;
  /** Lets the person choose where to write; null if they changed their mind. */
  pickSave: (kind: SaveKind, suggestedName: string) => Promise<Grant | null>;
  /** After a file was written to a grant of `pickSave`: a browser downloads it, the window does nothing. */
  deliver: (grant: Grant) => void;
  /** Tells of files dropped on the window, until the returned function is called. */
  onFileDrop: (listener: (grants: Grant[]) => void) => () => void;
};

const Context = createContext<Platform | null>(null);

/** Gives the platform to everything below. */
export const PlatformProvider = Context.Provider;

/** The platform the window runs on. */
export function usePlatform(): Platform {
  const platform = use(Context);
  if (!platform) throw new Error("no platform above this component");
  return platform;
}
