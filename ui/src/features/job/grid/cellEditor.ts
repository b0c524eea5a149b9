import type { EditorBase, EditorCtr } from "@revolist/react-datagrid";
import { isComposing } from "@/lib/composing";

/** Letters of a cell that can be typed over in the grid; a longer one would hold the window up at every letter. */
const MOST_TYPED = 100_000;

type Options = {
  /** Name of the field for screen readers. */
  label: (column: string) => string;
  /** The key that ended the field. */
  onKey: (key: "Enter" | "Tab") => void;
};

/**
 * The field a cell turns into. Enter and Tab save, Alt Enter begins a new line, Escape leaves the cell as it was (the
 * grid does that); an Enter that picks a candidate of an input method does none of it.
 */
export function cellEditor({ label, onKey }: Options): EditorCtr {
  return (column, save) => {
    let field: HTMLTextAreaElement | null = null;
    let begun = false;
    let old = "";
    // A field makes one line break of each kind there is: a cell nobody typed in stays to the letter.
    const typed = () => {
      const text = field?.value ?? "";
      return text === inField(old) ? old : text;
    };
    const editor: EditorBase = {
      element: null,
      // Once only: it is drawn again while it closes, when the next cell already has the focus.
      componentDidRender: () => {
        if (begun) return;
        begun = true;
        field?.focus();
        field?.setSelectionRange(field.value.length, field.value.length);
      },
      appendPendingInput: (text) => {
        if (!field) return false;
        field.value += text;
        field.focus();
        return true;
      },
      getValue: () => (field ? typed() : undefined),
      render: (h) => {
        if (!begun) old = String(editor.editCell?.val ?? "");
        return h("textarea", {
          rows: 1,
          spellcheck: false,
          readOnly: old.length > MOST_TYPED,
          "aria-label": label(String(column.column.name)),
          value: old,
          ref: (area: HTMLTextAreaElement | null) => {
            field = area;
          },
          onKeyDown: (event: KeyboardEvent) => {
            if ((event.key !== "Enter" && event.key !== "Tab") || isComposing(event)) return;
            // The grid would take the key for its own.
            if (event.key === "Enter") event.preventDefault();
            if (event.key === "Enter" && (event.altKey || event.shiftKey)) {
              event.stopPropagation();
              field?.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
              return;
            }
            onKey(event.key);
            save(typed(), event.key === "Tab");
          },
        });
      },
    };
    return editor;
  };
}

/** Text as a field tells it back. */
function inField(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
}
