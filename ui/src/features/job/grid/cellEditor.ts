import type { EditorBase, EditorCtr } from "@revolist/react-datagrid";
import { isComposing } from "@/lib/composing";

/**
 * The field a cell turns into. Enter and Tab save, Escape leaves the cell as it was (the grid does that); an Enter
 * that picks a candidate of an input method does neither.
 */
export function cellEditor(label: (column: string) => string): EditorCtr {
  return (column, save) => {
    let field: HTMLInputElement | null = null;
    let begun = false;
    const editor: EditorBase = {
      element: null,
      // Once only: it is drawn again while it closes, when the next cell already has the focus.
      componentDidRender: () => {
        if (begun) return;
        begun = true;
        field?.focus();
      },
      appendPendingInput: (text) => {
        if (!field) return false;
        field.value += text;
        field.focus();
        return true;
      },
      getValue: () => field?.value,
      render: (h) =>
        h("input", {
          type: "text",
          "aria-label": label(String(column.column.name)),
          value: String(editor.editCell?.val ?? ""),
          ref: (input: HTMLInputElement | null) => {
            field = input;
          },
          onKeyDown: (event: KeyboardEvent) => {
            if ((event.key !== "Enter" && event.key !== "Tab") || isComposing(event)) return;
            save(field?.value ?? "", event.key === "Tab");
          },
        }),
    };
    return editor;
  };
}
