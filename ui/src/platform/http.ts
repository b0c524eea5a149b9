import type { Methods, Notification } from "@/bindings/contract";
import { CallError, callErrorOf } from "@/lib/callError";
import type { Grant, Method, PickKind, PickManyKind, Platform } from "./Platform";

const TABLES = ".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods";
const DOCUMENTS =
  ".pdf,.docx,.xlsx,.xls,.ods,.eml,.txt,.md,.html,.htm,.png,.jpg,.jpeg,.heic,.gif,.webp,.tif,.tiff,.bmp";
const ACCEPT: Record<PickKind | PickManyKind, string> = {
  table: TABLES,
  skill: ".zip",
  folder: "",
  rows: `${TABLES},${DOCUMENTS}`,
  documents: DOCUMENTS,
};
const ENDING = {
  workbook: ".xlsx",
  macros: ".xlsm",
  csv: ".csv",
  json: ".json",
  skill: ".zip",
  document: ".md",
  word: ".docx",
} as const;

/** A browser in front of the development server; the token in the address is the key to it. */
export function httpPlatform(address: URL): Platform {
  const token = address.searchParams.get("token") ?? "";
  const at = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, address.origin);
    for (const [name, value] of Object.entries({ ...query, token })) {
      url.searchParams.set(name, value);
    }
    return url;
  };
  const upload = (file: File) =>
    post<Grant>(at("/upload", { name: file.webkitRelativePath || file.name }), file);
  return {
    call: <M extends Method>(method: M, params: Methods[M]["params"]) =>
      post<Methods[M]["view"]>(at(`/call/${method}`), JSON.stringify(params)),
    subscribe: (listener) => {
      const source = new EventSource(at("/events"));
      let lost = false;
      source.onerror = () => {
        lost = true;
      };
      // News sent while the line was down are gone: everything on screen may be old.
      source.onopen = () => {
        if (lost) listener({ kind: "stale", tags: ["*"] });
        lost = false;
      };
      source.onmessage = (event: MessageEvent<string>) =>
        // The server sends what the contract says; both are built from the same types.
        listener(JSON.parse(event.data) as Notification);
      return () => source.close();
    },
    pickFile: async (kind) => {
      const [file] = await chooseFiles(kind, false);
      return file ? await upload(file) : null;
    },
    pickFiles: async (kind) => Promise.all((await chooseFiles(kind, true)).map(upload)),
    pickSave: (kind, suggestedName) =>
      post<Grant>(
        at("/save", {
          name: suggestedName.endsWith(ENDING[kind]) ? suggestedName : suggestedName + ENDING[kind],
        }),
        null,
      ),
    deliver: (grant) => {
      const link = document.createElement("a");
      link.href = at(`/download/${grant.grant}`).href;
      link.download = grant.name;
      link.click();
    },
    onFileDrop: (listener) => {
      const over = (event: DragEvent) => event.preventDefault();
      const drop = (event: DragEvent) => {
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) void Promise.all(files.map(upload)).then(listener);
      };
      window.addEventListener("dragover", over);
      window.addEventListener("drop", drop);
      return () => {
        window.removeEventListener("dragover", over);
        window.removeEventListener("drop", drop);
      };
    },
  };
}

async function post<T>(url: URL, body: BodyInit | null): Promise<T> {
  let response: Response;
  try {
    const json = typeof body === "string";
    response = await fetch(url, {
      method: "POST",
      body,
      headers: json ? { "content-type": "application/json" } : {},
    });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CallError({ code: "unreachable", message, hint: null, params: {} });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw callErrorOf(answer ?? `${response.status} ${response.statusText}`);
  // See `subscribe`: the server's types are the window's types.
  return answer as T;
}

function chooseFiles(kind: PickKind | PickManyKind, several: boolean): Promise<File[]> {
  return new Promise((resolve) => {
    const field = document.createElement("input");
    field.type = "file";
    field.accept = ACCEPT[kind];
    field.multiple = several;
    field.hidden = true;
    // Browser tests find the field by this name.
    field.dataset["pick"] = kind;
    const end = (files: File[]) => {
      field.remove();
      resolve(files);
    };
    field.addEventListener("change", () => end([...(field.files ?? [])]), { once: true });
    field.addEventListener("cancel", () => end([]), { once: true });
    document.body.append(field);
    field.click();
  });
}
